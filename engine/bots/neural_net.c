/* neural_net.c -- the network for any processor, and the choice between the two.
 *
 * Most features of most rows are 0. A processor that multiplies one number at a time, like a
 * browser's, gains most by leaving them out: four hidden units share each feature that is left. */
#include "neural_net.h"

#include "core/bits.h"
#include "core/check.h"

enum { INPUTS_MAX = 128 };

static int64_t above_zero(int32_t out, int32_t h) {
    return h > 0 ? (int64_t)out * h : 0;
}

int32_t ai__network_plain(const struct network *net, const int16_t *f) {
    int32_t value[INPUTS_MAX], sum = 0;
    int at[INPUTS_MAX], left = 0;
    int64_t hidden = 0;
    CHECK(net->n <= INPUTS_MAX && net->units % 4 == 0);
    for (int i = 0; i < net->n; i++) {
        value[left] = f[i];
        at[left] = i;
        left += f[i] != 0;
    }
    for (int k = 0; k < left; k++)
        sum += net->direct[at[k]] * value[k];
    for (int j = 0; j < net->units; j += 4) {
        const int8_t *row = net->rows + j * net->n;
        int32_t h0 = 0, h1 = 0, h2 = 0, h3 = 0;
        for (int k = 0; k < left; k++) {
            const int8_t *w = row + at[k];
            int32_t v = value[k];
            h0 += w[0] * v;
            h1 += w[net->n] * v;
            h2 += w[2 * net->n] * v;
            h3 += w[3 * net->n] * v;
        }
        hidden += above_zero(net->out[j], h0) + above_zero(net->out[j + 1], h1) +
            above_zero(net->out[j + 2], h2) + above_zero(net->out[j + 3], h3);
    }
    return (sum >> 8) + (int32_t)(hidden >> 16);
}

int32_t ai__network(const struct network *net, const int16_t *f) {
    return bits_wide() ? ai__network_x86_v3(net, f) : ai__network_plain(net, f);
}
