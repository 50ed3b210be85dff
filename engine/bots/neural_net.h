/* neural_net.h -- the small network with which both games evaluate a seat: a weighted sum of its
 * features, plus hidden units. Whole numbers only. */
#ifndef AI_NEURAL_NET_H
#define AI_NEURAL_NET_H

#include <stdint.h>

/* Fixed point as written by tools/fit_catan.py: features are 1/32, direct weights 1/2048. A
 * hidden unit's row of `n` is bytes; the row's scale is part of its output weight, of 1 << 16. */
struct network {
    int n, units;               /* features, a multiple of 16, and hidden units, of 4 */
    const int16_t *direct;
    const int8_t *rows;
    const int32_t *out;
};
/* One way for any processor and one for x86-64-v3; both give the same number. */
int32_t ai__network(const struct network *net, const int16_t *f);
int32_t ai__network_plain(const struct network *net, const int16_t *f);
int32_t ai__network_x86_v3(const struct network *net, const int16_t *f);

#endif
