/* kernel.h -- the inner loop: laying pieces and producing, with every derived field kept.
 *
 * Rules and playouts share these functions. Each takes the shape of the game; where that
 * is a constant (playout.c) the compiler leaves out the seats and words that are not there.
 * Nothing is checked here: the rules check before they call (build.c), the playout picks only
 * from what is legal. */
#ifndef CATAN_KERNEL_H
#define CATAN_KERNEL_H

#include "dice.h"
#include "pieces.h"
#include "produce.h"
#include "robber.h"
#include "shape.h"
#include "turn.h"

#endif
