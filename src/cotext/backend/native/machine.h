// What compilers call by different names.
#pragma once
#include <cstdint>

#if defined(__GNUC__) || defined(__clang__)
#define COTEXT_PREFETCH(address) __builtin_prefetch(address)
#else
#define COTEXT_PREFETCH(address) static_cast<void>(address)
#endif

namespace cotext {

// the place of the lowest 1; there is one
inline int lowest_bit(uint64_t bits) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(bits);
#else
    int place = 0;
    for (; !(bits & 1); bits >>= 1) ++place;
    return place;
#endif
}

}  // namespace cotext
