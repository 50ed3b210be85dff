/* check.c -- what happens when a CHECK fails: say where, and stop. */
#include "check.h"

#if !defined SKERRY_NO_CHECK && !defined __wasm__
#include <stdio.h>
#include <stdlib.h>

_Noreturn void check_failed(const char *claim, const char *file, int line) {
    fprintf(stderr, "%s:%d: check failed: %s\n", file, line, claim);
    abort();
}
#else
typedef int check_is_compiled_out;      /* ISO C wants something in every file */
#endif
