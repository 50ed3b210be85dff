/* check.h -- assertions that stay on in every build.
 *
 * A failed CHECK is a bug of ours, never bad input; bad input is answered with
 * an error code. SKERRY_NO_CHECK compiles them out, for the rules' branch coverage only. */
#ifndef CORE_CHECK_H
#define CORE_CHECK_H

#if defined SKERRY_NO_CHECK
#define CHECK(x) ((void)sizeof(x))
#elif defined __wasm__
#define CHECK(x) ((x) ? (void)0 : __builtin_trap())
#else
_Noreturn void check_failed(const char *claim, const char *file, int line);
#define CHECK(x) ((x) ? (void)0 : check_failed(#x, __FILE__, __LINE__))
#endif

#endif
