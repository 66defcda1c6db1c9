// What a character is. The tables come from Python (tokens/native.py), which makes them from its own rules.
#pragma once
#include <cstdint>

#include "ascii.h"

namespace cotext {

enum Letter : uint16_t {
    WORD = 1,      // part of a word
    ALPHA = 2,     // may begin a word
    SINGLE = 4,    // may be a word by itself
    SPACE = 8,     // white space
    MARK = 16,     // ends a sentence if white space follows
    END = 32,      // ends a sentence
    NAME = 64,     // may end an address
    OUTSIDE = 128  // never in an address
};                 // higher bits: texts that have to be prepared by Python

constexpr int64_t N_CHARACTERS = 0x110000;

struct Letters {
    const uint16_t* kinds;
    const uint32_t* lower;
    bool lowercase;  // that of ASCII
    bool usual;      // ASCII letters and digits are what they are to everybody

    Letters(const uint16_t* kinds_, const uint32_t* lower_)
        : kinds(kinds_), lower(lower_), lowercase(lower_['A'] == 'a'), usual(lowest_first()) {
        for (uint32_t c = 0; c < 0x80; ++c) {
            const bool capital = c >= 'A' && c <= 'Z', small = c >= 'a' && c <= 'z', digit = c >= '0' && c <= '9';
            const bool word = kinds[c] & WORD;
            usual &= word == (capital || small || digit) && (!word || lower[c] == c + (capital && lowercase ? 32 : 0));
        }
    }
};

// The characters of a Python string, 1, 2 or 4 bytes each.
struct View {
    const void* data;
    int64_t size;
    int width;
    bool ascii;
};

template <class F>
auto with_characters(const View& text, const F& f) {
    if (text.width == 1) return f(static_cast<const uint8_t*>(text.data));
    if (text.width == 2) return f(static_cast<const uint16_t*>(text.data));
    return f(static_cast<const uint32_t*>(text.data));
}

}  // namespace cotext
