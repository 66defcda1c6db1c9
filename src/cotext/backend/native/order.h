// Different numbers below a bound put in order: by bits where there are many, else sorted.
#pragma once
#include <algorithm>
#include <vector>

#include "machine.h"

namespace cotext {

class Order {
  public:
    explicit Order(int64_t bound) : bits_(size_t(bound) / 64 + 1) {}

    void sort(int32_t* first, int32_t* last) {
        if (size_t(last - first) < bits_.size() / 32) return std::sort(first, last);
        for (const int32_t* at = first; at < last; ++at) bits_[size_t(*at) / 64] |= uint64_t(1) << (*at % 64);
        for (size_t word = 0; first < last; ++word)
            for (; bits_[word]; bits_[word] &= bits_[word] - 1)
                *first++ = int32_t(word * 64) + lowest_bit(bits_[word]);
    }

  private:
    std::vector<uint64_t> bits_;
};

}  // namespace cotext
