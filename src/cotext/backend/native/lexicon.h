// Words and their numbers, in the order in which they are met.
#pragma once
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace cotext {

inline uint32_t hash_of(const char* word, size_t size) {
    uint64_t h = 0x9e3779b97f4a7c15u ^ size;
    for (; size >= 8; size -= 8, word += 8) {
        uint64_t part;
        std::memcpy(&part, word, 8);
        h = (h ^ part) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    uint64_t part = 0;
    std::memcpy(&part, word, size);
    h = (h ^ part) * 0xff51afd7ed558ccdu;
    h = (h ^ (h >> 29)) * 0xc4ceb9fe1a85ec53u;
    return uint32_t(h >> 32);
}

class Lexicon {
  public:
    std::vector<int64_t> counts;
    std::vector<int64_t> born;  // the piece of work that met it first

    int64_t size() const { return int64_t(counts.size()); }
    const char* word(int64_t id) const { return letters_.data() + starts_[size_t(id)]; }
    size_t length(int64_t id) const { return size_t(starts_[size_t(id) + 1] - starts_[size_t(id)]); }

    int32_t number(const char* word, size_t n, int64_t now) {
        const uint32_t hash = hash_of(word, n);
        size_t at = hash & mask_;
        for (; slots_[at].id >= 0; at = (at + 1) & mask_) {
            const Slot& slot = slots_[at];
            if (slot.hash == hash && length(slot.id) == n && !std::memcmp(this->word(slot.id), word, n))
                return slot.id;
        }
        if (counts.size() >= size_t(INT32_MAX)) throw std::length_error("more than 2,147,483,647 distinct words");
        const int32_t id = int32_t(counts.size());
        letters_.insert(letters_.end(), word, word + n);
        starts_.push_back(letters_.size());
        counts.push_back(0);
        born.push_back(now);
        slots_[at] = {hash, id};
        if (counts.size() * 2 > slots_.size()) grow();
        return id;
    }

  private:
    struct Slot {
        uint32_t hash;
        int32_t id;
    };
    size_t mask_ = (1 << 12) - 1;
    std::vector<Slot> slots_ = std::vector<Slot>(mask_ + 1, Slot{0, -1});
    std::vector<char> letters_;
    std::vector<size_t> starts_ = {0};

    void grow() {
        std::vector<Slot> wider(4 * slots_.size(), Slot{0, -1});
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
