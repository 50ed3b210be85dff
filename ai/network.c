/* network.c -- the network for any processor, and the choice between the two. */
#include "network_loop.h"

#include "../core/bits.h"

int32_t ai__network(const struct network *net, const int16_t *f) {
    return bits_wide() ? ai__network_x86_v3(net, f) : network_sum(net, f);
}
