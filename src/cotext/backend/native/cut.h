// One text cut into words and sentences, as tokens/tokenizer.py says.
#pragma once
#include <vector>

#include "debris.h"
#include "letters.h"
#include "lexicon.h"

namespace cotext {

// What one piece of work has found, numbered by the lexicon of the thread that did it.
struct Part {
    std::vector<int32_t> ids;
    std::vector<int64_t> ends;       // of each text, in ids
    std::vector<int64_t> sentences;  // where they begin, in ids
    int64_t worker = 0;
};

class Cutter {
  public:
    Lexicon lexicon;
    Removed removed;

    // What comes goes into `part`, the piece of work `now`; `clean` is as in Words::add.
    void cut(const View& text, uint8_t clean, bool singles, const Letters& letters, Part& part, int64_t now) {
        with_characters(text, [&](auto* s) {
            using C = std::decay_t<decltype(*s)>;
            Text<C> t{s, text.size};
            Cleaner<C> cleaner(letters.kinds);
            split(clean ? cleaner.clean(t, clean > 1, removed) : t, singles, letters, part, now);
        });
        part.ends.push_back(int64_t(part.ids.size()));
    }

  private:
    static constexpr size_t AT_A_TIME = 32;
    struct Waiting {
        size_t begin, size;
        uint32_t hash;
    };
    Waiting waiting_[AT_A_TIME];
    size_t n_waiting_ = 0;
    std::vector<Block> words_;  // of those that wait, one after the other
    size_t used_ = 0;

    template <class C>
    void split(Text<C> t, bool singles, const Letters& letters, Part& part, int64_t now) {
        bool fresh = true;  // a sentence begins
        int64_t line = -3;  // the latest line end
        uint16_t before = 0;
        for (int64_t at = 0; at < t.n;) {
            const uint16_t kind = letters.kinds[t.s[at]];
            if (!(kind & WORD)) {
                fresh |= ends_sentence(t, at, kind, before, line, letters.kinds);
                before = kind;
                ++at;
                continue;
            }
            const int64_t begin = at;
            const size_t size = spell(t, at, letters);
            before = 0;
            if (!(at - begin > 1 ? kind & ALPHA : singles && (kind & SINGLE))) continue;
            if (fresh) part.sentences.push_back(int64_t(part.ids.size() + n_waiting_));
            fresh = false;
            wait(size);
            if (n_waiting_ == AT_A_TIME) number(part, now);
        }
        number(part, now);
    }

    // Words are looked up some at a time, so that memory has answered when their turn comes.
    void wait(size_t size) {
        const uint32_t hash = hash_of(words_.data() + used_, size);
        lexicon.expect(hash);
        waiting_[n_waiting_++] = {used_, size, hash};
        used_ += size;
    }

    void number(Part& part, int64_t now) {
        const size_t before = part.ids.size();
        part.ids.resize(before + n_waiting_);
        for (size_t i = 0; i < n_waiting_; ++i) {
            const Waiting& word = waiting_[i];
            const int32_t id = lexicon.number(words_.data() + word.begin, word.size, word.hash, now);
            ++lexicon.counts[size_t(id)];
            part.ids[before + i] = id;
        }
        n_waiting_ = used_ = 0;
    }

    // White space after a full stop, an ideographic full stop, or an empty line (which may hold one blank).
    template <class C>
    static bool ends_sentence(Text<C> t, int64_t at, uint16_t kind, uint16_t before, int64_t& line,
                              const uint16_t* kinds) {
        if (!(kind & SPACE)) return kind & END;
        if (t.s[at] != '\n') return before & MARK;
        const bool blank = line == at - 1 || (line == at - 2 && (kinds[t.s[at - 1]] & SPACE));
        line = at;
        return blank || (before & MARK);
    }

    // The word at `at`, which is where it ends afterwards, lower-cased in UTF-8 behind those that wait: its blocks.
    template <class C>
    size_t spell(Text<C> t, int64_t& at, const Letters& letters) {
        if constexpr (sizeof(C) == 1)
            if (letters.usual)
                if (const size_t size = spell_plain(t, at, letters.lowercase)) return size;
        const int64_t begin = at;
        while (at < t.n && (letters.kinds[t.s[at]] & WORD)) ++at;
        Block* const word = room(at - begin);
        char *const first = reinterpret_cast<char*>(word), *to = first;
        for (int64_t i = begin; i < at; ++i) to = put(letters.lower[t.s[i]], to);
        std::memset(to, 0, sizeof(Block));
        return (size_t(to - first) + 7) / 8;
    }

    // A word of a few blocks that is all ASCII; 0, and nothing done, if it is another one.
    size_t spell_plain(Text<uint8_t> t, int64_t& at, bool lowercase) {
        constexpr size_t MOST = 4;
        Block* const word = room(8 * MOST);
        int64_t end = at;
        for (size_t size = 1; size <= MOST; ++size, end += 8) {
            const Eight next(t.s + end, t.n - end, lowercase);
            if (!next.plain) return 0;
            word[size - 1] = next.bytes;
            if (next.n == 8) continue;
            at = end + next.n;
            return next.n ? size : size - 1;
        }
        return 0;
    }

    // for n characters of four bytes at most, and zeros
    Block* room(int64_t n) {
        const size_t needed = used_ + size_t(n) / 2 + 2;
        if (needed > words_.size()) words_.resize(2 * needed);
        return words_.data() + used_;
    }

    static char* put(uint32_t c, char* to) {
        if (c < 0x80) {
            *to = char(c);
            return to + 1;
        }
        if (c < 0x800) {
            to[0] = char(0xc0 | (c >> 6)), to[1] = last(c);
            return to + 2;
        }
        if (c < 0x10000) {
            to[0] = char(0xe0 | (c >> 12)), to[1] = last(c >> 6), to[2] = last(c);
            return to + 3;
        }
        to[0] = char(0xf0 | ((c >> 18) & 7)), to[1] = last(c >> 12), to[2] = last(c >> 6), to[3] = last(c);
        return to + 4;
    }
    static char last(uint32_t c) { return char(0x80 | (c & 0x3f)); }
};

}  // namespace cotext
