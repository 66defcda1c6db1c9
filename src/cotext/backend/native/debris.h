// Addresses and encoded attachments taken out of a text: tokens/markup.py, which says what is what, in C++.
// Entities and tags are only looked for; texts that may have some are left to Python.
#pragma once
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "letters.h"

namespace cotext {

constexpr int64_t AHEAD = 64, LONGEST = 2000;

template <class C>
bool is_digit(C c) { return c >= '0' && c <= '9'; }
template <class C>
bool is_upper(C c) { return c >= 'A' && c <= 'Z'; }
template <class C>
bool is_lower(C c) { return c >= 'a' && c <= 'z'; }
template <class C>
bool is_letter(C c) { return is_upper(c) || is_lower(c); }
template <class C>
bool is_plain(C c) { return is_letter(c) || is_digit(c); }
template <class C>
bool is_encoded(C c) { return is_plain(c) || c == '+' || c == '/'; }

template <class C>
struct Text {
    const C* s;
    int64_t n;

    int64_t find(char c, int64_t from) const {
        if constexpr (sizeof(C) == 1) {
            if (from >= n) return n;
            const void* at = std::memchr(s + from, c, size_t(n - from));
            return at ? static_cast<const C*>(at) - s : n;
        } else {
            return std::find(s + std::min(from, n), s + n, C(c)) - s;
        }
    }

    bool has(const char* what, int64_t at) const {
        for (; *what; ++what, ++at)
            if (at < 0 || at >= n || s[at] != C(*what)) return false;
        return true;
    }

    // where `what` begins, found by its rarest character, the one at `rare`
    int64_t find(const char* what, int64_t rare, int64_t from) const {
        for (int64_t at = find(what[rare], from + rare); at < n; at = find(what[rare], at + 1))
            if (has(what, at - rare)) return at - rare;
        return n;
    }
};

// &name; or &#..., as far as the letters tell
template <class C>
bool may_be_entity(Text<C> t, int64_t at) {
    if (t.has("#", at + 1)) return true;
    int64_t end = at + 1;
    while (end < t.n && end < at + 33 && is_plain(t.s[end])) ++end;
    return t.has(";", end);
}

using Names = std::vector<std::string>;

// <name or </name or <!, as far as the letters tell
template <class C>
bool may_be_tag(Text<C> t, int64_t at, const Names& elements) {
    const int64_t begin = at + (t.has("/", at + 1) ? 2 : 1);
    if (t.has("!", begin)) return true;
    std::string name;
    for (int64_t end = begin; end < t.n && (is_plain(t.s[end]) || t.s[end] >= 0x80); ++end) {
        if (t.s[end] >= 0x80) return true;  // some are equal to a letter where case is ignored
        name += char(is_upper(t.s[end]) ? t.s[end] + 32 : t.s[end]);
    }
    return std::find(elements.begin(), elements.end(), name) != elements.end();
}

template <class C>
bool may_have_markup(Text<C> t, const Names& elements) {
    for (int64_t at = t.find('&', 0); at < t.n; at = t.find('&', at + 1))
        if (may_be_entity(t, at)) return true;
    for (int64_t at = t.find('<', 0); at < t.n; at = t.find('<', at + 1))
        if (may_be_tag(t, at, elements)) return true;
    return false;
}

struct Removed {
    int64_t urls = 0, mails = 0, lines = 0;
};

template <class C>
class Cleaner {
  public:
    explicit Cleaner(const uint16_t* kinds) : kinds_(kinds) {}

    // The text itself, or what is left of it, which lives until the next one is cleaned.
    // It is not looked at any closer unless it has some sign of debris, or had one.
    Text<C> clean(Text<C> t, bool had, Removed& removed) {
        if (!had && !suspicious(t)) return t;
        t = without(t, [&](Text<C> u) { addresses(u); }, removed.urls);
        t = without(t, [&](Text<C> u) { sites(u); }, removed.urls);
        t = without(t, [&](Text<C> u) { mails(u); }, removed.mails);
        if (t.find("\nM", 1, 0) < t.n) t = without(t, [&](Text<C> u) { attached(u); }, removed.lines);
        return without(t, [&](Text<C> u) { encoded(u); }, removed.lines);
    }

  private:
    struct Span {
        int64_t begin, end;
    };
    const uint16_t* kinds_;
    std::vector<Span> found_;
    std::vector<C> text_, next_;

    static bool suspicious(Text<C> t) {
        return t.find('@', 0) < t.n || t.find('<', 0) < t.n || t.find('&', 0) < t.n ||
               t.find("://", 0, 0) < t.n || t.find("www.", 3, 0) < t.n;
    }

    // A blank instead of each stretch that `look` finds.
    template <class F>
    Text<C> without(Text<C> t, const F& look, int64_t& count) {
        found_.clear();
        look(t);
        if (found_.empty()) return t;
        count += int64_t(found_.size());
        next_.clear();
        int64_t end = 0;
        for (const Span& span : found_) {
            next_.insert(next_.end(), t.s + end, t.s + span.begin);
            next_.push_back(C(' '));
            end = span.end;
        }
        next_.insert(next_.end(), t.s + end, t.s + t.n);
        text_.swap(next_);
        return {text_.data(), int64_t(text_.size())};
    }

    int64_t lowest(int64_t at) const { return std::max(found_.empty() ? 0 : found_.back().end, at - AHEAD); }

    // the end of an address whose fixed part ends at `begin`; at least that
    int64_t address_end(Text<C> t, int64_t begin) const {
        int64_t end = begin;
        while (end < t.n && end < begin + LONGEST && !(kinds_[t.s[end]] & OUTSIDE)) ++end;
        while (end > begin && !(kinds_[t.s[end - 1]] & NAME) && t.s[end - 1] != '/') --end;
        return end;
    }

    void addresses(Text<C> t) {
        for (int64_t next = 0, at; (at = t.find("://", 0, next)) < t.n;) {
            next = address_end(t, at + 3);
            int64_t begin = at;
            const int64_t low = lowest(at);
            while (begin > low && scheme(t.s[begin - 1])) --begin;
            while (begin < at && !is_letter(t.s[begin])) ++begin;
            if (begin < at) found_.push_back({begin, next});
        }
    }
    static bool scheme(C c) { return is_plain(c) || c == '+' || c == '.' || c == '-'; }

    void sites(Text<C> t) {
        for (int64_t next = 0, at; (at = t.find("www.", 3, next)) < t.n;) {
            const int64_t end = address_end(t, at + 4);
            if (end == at + 4) {
                next = at + 1;
                continue;
            }
            next = end;
            if (at == 0 || !is_plain(t.s[at - 1])) found_.push_back({at, end});
        }
    }

    static int64_t label_end(Text<C> t, int64_t begin) {
        int64_t end = begin;
        while (end < t.n && end < begin + 63 && (is_plain(t.s[end]) || t.s[end] == '-')) ++end;
        return end;
    }

    void mails(Text<C> t) {
        for (int64_t next = 0, at; (at = t.find('@', next)) < t.n;) {
            next = at + 1;
            int64_t end = label_end(t, at + 1), labels = 0;
            if (end == at + 1) continue;
            for (; labels < 8 && t.has(".", end); ++labels) {
                const int64_t further = label_end(t, end + 1);
                if (further == end + 1) break;
                end = further;
            }
            if (!labels) continue;
            next = end;
            int64_t begin = at;
            const int64_t low = lowest(at);
            while (begin > low && mailbox(t.s[begin - 1])) --begin;
            if (begin < at) found_.push_back({begin, end});
        }
    }
    static bool mailbox(C c) { return is_plain(c) || c == '_' || c == '.' || c == '+' || c == '%' || c == '-'; }

    void attached(Text<C> t) {
        for (int64_t begin = 0, end; begin < t.n; begin = end + 1) {
            end = t.find('\n', begin);
            if (end - begin != 61 || t.s[begin] != 'M') continue;
            if (std::all_of(t.s + begin + 1, t.s + end, [](C c) { return c >= '!' && c <= '`'; }))
                found_.push_back({begin, end});
        }
    }

    void encoded(Text<C> t) {
        int64_t sign = t.find("base64,", 6, 0);
        for (int64_t begin = 0, end; begin < t.n; begin = end + 1) {
            end = t.find('\n', begin);
            if (end - begin >= 40 && is_encoded_line(t, begin, end)) {
                if (is_blob(t, begin, end)) found_.push_back({begin, end});
                continue;
            }
            while (sign < end) {
                int64_t last = sign + 7;
                while (last < t.n && (is_encoded(t.s[last]) || t.s[last] == '=')) ++last;
                const bool long_enough = last - sign - 7 >= 20;
                if (long_enough && is_blob(t, sign, last)) found_.push_back({sign, last});
                sign = t.find("base64,", 6, long_enough ? last : sign + 1);
            }
        }
    }

    bool is_encoded_line(Text<C> t, int64_t begin, int64_t end) const {
        int64_t at = begin;
        while (at < end && is_encoded(t.s[at])) ++at;
        if (at - begin < 40) return false;
        for (int i = 0; i < 2 && at < end && t.s[at] == '='; ++i) ++at;
        while (at < end && (kinds_[t.s[at]] & SPACE)) ++at;
        return at == end;
    }

    static bool is_blob(Text<C> t, int64_t begin, int64_t end) {
        const C *from = t.s + begin, *to = t.s + end;
        return std::any_of(from, to, is_upper<C>) && std::any_of(from, to, is_lower<C>) &&
               std::any_of(from, to, is_digit<C>);
    }
};

}  // namespace cotext
