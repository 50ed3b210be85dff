/* check.h -- assertions that stay on in every build.
 *
 * A failed CHECK is our own bug. Bad input gets an error code instead. SKERRY_NO_CHECK compiles
 * them out, only for measuring the rules' branch coverage. */
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
