// Texts as the engine sees them: Python's strings where they lie, or UTF-8 one after the other.
#pragma once
#include <cstring>
#include <string>
#include <vector>

#include "checks.h"
#include "letters.h"
#include "workers.h"

namespace cotext {

class Texts {
  public:
    std::vector<View> views;

    explicit Texts(const nb::list& strings) {
        for (nb::handle text : strings) views.push_back(seen(text));
    }

    // Text i is bytes[bounds[i]] to bytes[bounds[i + 1]]. What is beyond ASCII is decoded here.
    Texts(Given bytes, Given bounds) : bytes_(bytes) {
        const char* from = reinterpret_cast<const char*>(numbers<uint8_t>(bytes, "bytes", {ANY}));
        const int64_t* bound = numbers<int64_t>(bounds, "bounds", {ANY});
        require(bounds.size() > 0, "bounds is empty, expected one number more than there are texts");
        const int64_t n = int64_t(bounds.size()) - 1;
        require_cuts(bound, n, int64_t(bytes.size()), "bounds");
        nb::gil_scoped_release free;
        with_memory(4.0 * double(bytes.size()), "the characters of some texts", [&] {
            for (int64_t i = 0; i < n; ++i) {
                const int64_t size = bound[i + 1] - bound[i];
                views.push_back({from + bound[i], size, 1, is_ascii(from + bound[i], size)});
            }
            decode();
        });
    }

    // Another text in the place of one.
    void replace(int64_t row, nb::object text) {
        require_within(row, 0, size() - 1, "row");
        views[size_t(row)] = seen(text);
    }

    int64_t size() const { return int64_t(views.size()); }
    int64_t total() const {
        int64_t n = 0;
        for (const View& text : views) n += text.size;
        return n;
    }

    // Where pieces of work begin: by the texts alone.
    std::vector<int64_t> pieces() const {
        constexpr int64_t PIECE = 1 << 18;  // characters a thread takes at a time
        std::vector<int64_t> cuts = {0};
        int64_t room = PIECE;
        for (int64_t i = 0; i < size(); ++i) {
            room -= views[size_t(i)].size + 16;
            if (room <= 0 || i + 1 == size()) cuts.push_back(i + 1), room = PIECE;
        }
        return cuts;
    }

  private:
    std::vector<nb::object> held_;  // what the views look at
    Given bytes_;
    std::vector<uint32_t> characters_;

    View seen(nb::handle text) {
        if (!PyUnicode_Check(text.ptr()))
            throw std::invalid_argument("texts holds a " + std::string(Py_TYPE(text.ptr())->tp_name) +
                                        ", expected str");
#if PY_VERSION_HEX < 0x030c0000
        if (PyUnicode_READY(text.ptr())) throw nb::python_error();
#endif
        held_.push_back(nb::borrow(text));
        return {PyUnicode_DATA(text.ptr()), int64_t(PyUnicode_GET_LENGTH(text.ptr())),
                int(PyUnicode_KIND(text.ptr())), bool(PyUnicode_IS_ASCII(text.ptr()))};
    }

    static bool is_ascii(const char* s, int64_t n) {
        uint64_t seen = 0, block;
        for (; n >= 8; n -= 8, s += 8) {
            std::memcpy(&block, s, 8);
            seen |= block;
        }
        for (; n > 0; --n, ++s) seen |= uint64_t(uint8_t(*s));
        return !(seen & 0x8080808080808080u);
    }

    void decode() {
        size_t n = 0;
        for (const View& text : views) n += text.ascii ? 0 : size_t(text.size);
        characters_.resize(n);  // one for each byte at most; never moved again
        uint32_t* to = characters_.data();
        for (View& text : views) {
            if (text.ascii) continue;
            const uint32_t* begin = to;
            const auto* s = static_cast<const uint8_t*>(text.data);
            for (const uint8_t* end = s + text.size; s < end;) s = next(s, end, *to++);
            text = {begin, to - begin, 4, false};
        }
    }

    // One character of UTF-8; the place of the next one.
    static const uint8_t* next(const uint8_t* s, const uint8_t* end, uint32_t& c) {
        const int more = *s < 0x80 ? 0 : *s < 0xc2 ? -1 : *s < 0xe0 ? 1 : *s < 0xf0 ? 2 : *s < 0xf5 ? 3 : -1;
        bool fits = more >= 0 && end - s > more;
        c = more <= 0 ? *s : uint32_t(*s & (0x3f >> more));
        for (int i = 1; fits && i <= more; ++i) {
            fits = (s[i] & 0xc0) == 0x80;
            c = c << 6 | (s[i] & 0x3f);
        }
        require(fits && c < N_CHARACTERS, "bytes is not UTF-8");
        return s + more + 1;
    }
};

// work(worker, t, first, last) for every piece t, the texts from first to last
template <class F>
void each_piece(const Texts& texts, int64_t n_threads, const F& work) {
    const auto cuts = texts.pieces();
    const int64_t n = int64_t(cuts.size()) - 1;
    std::atomic<int64_t> seats{0};
    parallel_workers<char>(n, n_threads, 0, [&](auto next, char*) {
        const int64_t worker = seats.fetch_add(1);
        for (int64_t t; (t = next()) < n;) work(worker, t, cuts[size_t(t)], cuts[size_t(t) + 1]);
    });
}

}  // namespace cotext
