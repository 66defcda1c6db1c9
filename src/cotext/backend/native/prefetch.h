// Asks for memory before it is needed.
#pragma once
#if defined(__GNUC__) || defined(__clang__)
#define COTEXT_PREFETCH(address) __builtin_prefetch(address)
#else
#define COTEXT_PREFETCH(address) static_cast<void>(address)
#endif
