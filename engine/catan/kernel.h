/* kernel.h -- the inner loop: laying pieces and producing, with every derived field kept up to
 * date.
 *
 * Rules and playouts share these functions. Each takes the shape of the game. If the shape is a
 * constant (playout.c), the compiler removes the code for absent seats and words. Nothing is
 * checked here: the rules check before they call (build.c), and the playout picks only legal
 * moves. */
#ifndef CATAN_KERNEL_H
#define CATAN_KERNEL_H

#include "dice.h"
#include "build.h"
#include "produce.h"
#include "robber.h"
#include "shape.h"
#include "trade.h"
#include "turn.h"

#endif
