// Words and their numbers, in the order in which they are met.
#pragma once
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "machine.h"

namespace cotext {

// A word as whole blocks of eight bytes of UTF-8, the last one filled up with zeros, which no word holds.
using Block = uint64_t;

inline uint32_t hash_of(const Block* word, size_t n) {
    uint64_t h = 0x9e3779b97f4a7c15u ^ n;
    for (size_t i = 0; i < n; ++i) {
        h = (h ^ word[i]) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    const uint32_t hash = uint32_t((h * 0xc4ceb9fe1a85ec53u) >> 32);
    return n == 1 ? hash | 1 : hash & ~uint32_t(1);  // so that a slot tells by itself whether a short word is its
}

class Lexicon {
  public:
    std::vector<int64_t> counts;
    std::vector<int64_t> born;  // the piece of work that met it first

    int64_t size() const { return int64_t(counts.size()); }
    const Block* word(int64_t id) const { return blocks_.data() + starts_[size_t(id)]; }
    size_t length(int64_t id) const { return starts_[size_t(id) + 1] - starts_[size_t(id)]; }

    void expect(uint32_t hash) const { COTEXT_PREFETCH(slots_.data() + (hash & mask_)); }

    int32_t number(const Block* word, size_t n, uint32_t hash, int64_t now) {
        size_t at = hash & mask_;
        for (; slots_[at].id >= 0; at = (at + 1) & mask_) {
            const Slot& slot = slots_[at];
            if (slot.hash == hash && slot.first == *word && (n == 1 || is_rest(slot.id, word, n))) return slot.id;
        }
        if (counts.size() >= size_t(INT32_MAX)) throw std::length_error("more than 2,147,483,647 distinct words");
        const int32_t id = int32_t(counts.size());
        blocks_.insert(blocks_.end(), word, word + n);
        starts_.push_back(blocks_.size());
        counts.push_back(0);
        born.push_back(now);
        slots_[at] = {*word, hash, id};
        if (counts.size() * 2 > slots_.size()) grow();
        return id;
    }

  private:
    struct Slot {
        Block first;
        uint32_t hash;
        int32_t id;
    };
    size_t mask_ = (1 << 12) - 1;
    std::vector<Slot> slots_ = std::vector<Slot>(mask_ + 1, Slot{0, 0, -1});
    std::vector<Block> blocks_;
    std::vector<size_t> starts_ = {0};

    bool is_rest(int32_t id, const Block* word, size_t n) const {
        if (length(id) != n) return false;
        const Block* own = this->word(id);
        for (size_t i = 1; i < n; ++i)
            if (own[i] != word[i]) return false;
        return true;
    }

    void grow() {
        std::vector<Slot> wider(2 * slots_.size(), Slot{0, 0, -1});
        mask_ = wider.size() - 1;
        for (const Slot& slot : slots_) {
            if (slot.id < 0) continue;
            size_t at = slot.hash & mask_;
            while (wider[at].id >= 0) at = (at + 1) & mask_;
            wider[at] = slot;
        }
        slots_.swap(wider);
    }
};

}  // namespace cotext
