/* neural_net_x86_v3.c -- the network for x86-64-v3, which adds sixteen products at a time. */
#include "neural_net.h"

int32_t ai__network_x86_v3(const struct network *net, const int16_t *f) {
    int32_t sum = 0;
    int64_t hidden = 0;
    int n = net->n & ~15;       /* tells the compiler that whole vectors will do */
    for (int i = 0; i < n; i++)
        sum += (int32_t)net->direct[i] * f[i];
    for (int j = 0; j < net->units; j++) {
        const int8_t *row = net->rows + j * n;
        int32_t h = 0;
        for (int i = 0; i < n; i++)
            h += (int32_t)row[i] * f[i];
        hidden += h > 0 ? (int64_t)net->out[j] * h : 0;
    }
    return (sum >> 8) + (int32_t)(hidden >> 16);
}
