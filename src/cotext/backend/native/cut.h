// One text cut into words and sentences, as tokens/split.py says.
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

    // What comes goes into `part`, the piece of work `now`.
    void cut(const View& text, bool clean, bool singles, Letters letters, Part& part, int64_t now) {
        with_characters(text, [&](auto* s) {
            using C = std::decay_t<decltype(*s)>;
            Text<C> t{s, text.size};
            Cleaner<C> cleaner(letters.kinds);
            split(clean ? cleaner.clean(t, removed) : t, singles, letters, part, now);
        });
        part.ends.push_back(int64_t(part.ids.size()));
    }

  private:
    static constexpr size_t AT_A_TIME = 32;
    struct Waiting {
        size_t begin, size;
        uint32_t hash;
    };
    std::vector<Waiting> waiting_;
    std::vector<Block> words_;  // of those that wait, one after the other
    size_t used_ = 0;

    template <class C>
    void split(Text<C> t, bool singles, Letters letters, Part& part, int64_t now) {
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
            while (++at < t.n && (letters.kinds[t.s[at]] & WORD)) {}
            before = 0;
            if (!(at - begin > 1 ? kind & ALPHA : singles && (kind & SINGLE))) continue;
            if (fresh) part.sentences.push_back(int64_t(part.ids.size() + waiting_.size()));
            fresh = false;
            spell(t.s + begin, at - begin, letters.lower);
            if (waiting_.size() == AT_A_TIME) number(part, now);
        }
        number(part, now);
    }

    // Words are looked up some at a time, so that memory has answered when their turn comes.
    void number(Part& part, int64_t now) {
        for (const Waiting& word : waiting_) {
            const int32_t id = lexicon.number(words_.data() + word.begin, word.size, word.hash, now);
            ++lexicon.counts[size_t(id)];
            part.ids.push_back(id);
        }
        waiting_.clear();
        used_ = 0;
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

    // The lower-cased word in UTF-8 waits for its number.
    template <class C>
    void spell(const C* s, int64_t n, const uint32_t* lower) {
        const size_t room = used_ + size_t(n) / 2 + 2;  // four bytes each at most, and zeros
        if (room > words_.size()) words_.resize(2 * room);
        Block* const word = words_.data() + used_;
        char* const begin = reinterpret_cast<char*>(word);
        char* to = begin;
        for (int64_t i = 0; i < n; ++i) to = put(lower[s[i]], to);
        std::memset(to, 0, sizeof(Block));
        const size_t size = (size_t(to - begin) + 7) / 8;
        waiting_.push_back({used_, size, hash_of(word, size)});
        lexicon.expect(waiting_.back().hash);
        used_ += size;
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
