// Plain words eight characters at a time: ASCII letters and digits, found and lower-cased within a register.
#pragma once
#include <cstdint>
#include <cstring>

#include "machine.h"

namespace cotext {

constexpr uint64_t EACH = 0x0101010101010101u, HIGH = 0x80 * EACH;

// The highest bit of each byte below 0x80 that is at least c.
inline uint64_t at_least(uint64_t bytes, uint8_t c) { return ((bytes | HIGH) - c * EACH) & HIGH; }

struct Eight {
    uint64_t bytes;  // lower-cased, zero from the first on that is no letter or digit
    int n;           // how many come before that
    bool plain;      // that one is ASCII, too, or there is none

    // The first eight of the n_left characters at s.
    Eight(const uint8_t* s, int64_t n_left, bool lowercase) {
        uint64_t given = 0;
        if (n_left >= 8)
            std::memcpy(&given, s, 8);
        else
            std::memcpy(&given, s, size_t(n_left));
        const uint64_t x = given & ~HIGH, folded = x | 0x20 * EACH;
        const uint64_t letters = at_least(folded, 'a') & ~at_least(folded, 'z' + 1) & ~given;
        const uint64_t digits = at_least(x, '0') & ~at_least(x, '9' + 1) & ~given;
        const uint64_t others = ~(letters | digits) & HIGH;
        const uint64_t small = lowercase ? given | ((letters & ~(given << 2)) >> 2) : given;
        n = others ? lowest_bit(others) / 8 : 8;
        bytes = n == 8 ? small : small & ((uint64_t(1) << 8 * n) - 1);
        plain = n == 8 || !(given >> 8 * n & 0x80);
    }
};

// Whether the first byte in memory is the lowest in a register.
inline bool lowest_first() {
    const uint16_t one = 1;
    uint8_t first;
    std::memcpy(&first, &one, 1);
    return first == 1;
}

}  // namespace cotext
