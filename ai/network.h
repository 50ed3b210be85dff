/* network.h -- the small network by which both games judge a seat: a weighted sum of its features,
 * plus hidden units. Whole numbers only. */
#ifndef AI_NETWORK_H
#define AI_NETWORK_H

#include <stdint.h>

/* Fixed point as tools/fit_siblings.py writes it: features are 1/32, direct weights 1/2048. A
 * hidden unit's row of `n` is bytes; the row's scale is part of its output weight, of 1 << 16. */
static inline int32_t network(const int16_t *f, int n, const int16_t *direct, const int8_t *rows,
                              const int32_t *out, int units) {
    int32_t sum = 0;
    int64_t hidden = 0;
    for (int i = 0; i < n; i++)
        sum += (int32_t)direct[i] * f[i];
    for (int j = 0; j < units; j++) {
        int32_t h = 0;
        for (int i = 0; i < n; i++)
            h += (int32_t)rows[j * n + i] * f[i];
        hidden += h > 0 ? (int64_t)out[j] * h : 0;
    }
    return (sum >> 8) + (int32_t)(hidden >> 16);
}

#endif
