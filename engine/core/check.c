/* check.c -- prints where a CHECK failed, and stops. */
#include "check.h"

#if !defined SKERRY_NO_CHECK && !defined __wasm__
#include <stdio.h>
#include <stdlib.h>

_Noreturn void check_failed(const char *claim, const char *file, int line) {
    fprintf(stderr, "%s:%d: check failed: %s\n", file, line, claim);
    abort();
}
#else
typedef int check_is_compiled_out;      /* ISO C requires a declaration in every file */
#endif
