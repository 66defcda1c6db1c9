// Texts as Python functions: strings are looked at in place, threads share texts, words get their numbers in
// the order of the texts whatever the number of threads.
#include "text.h"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "checks.h"
#include "cut.h"
#include "workers.h"

using namespace cotext;
using namespace nb::literals;

namespace {

constexpr int64_t PIECE = 1 << 18;  // characters a thread takes at a time

// Strings that are kept alive, and where their characters are.
struct Texts {
    std::vector<nb::object> held;
    std::vector<View> views;

    explicit Texts(const nb::list& texts) {
        for (nb::handle text : texts) {
            if (!PyUnicode_Check(text.ptr()))
                throw std::invalid_argument("texts holds a " + std::string(Py_TYPE(text.ptr())->tp_name) +
                                            ", expected str");
#if PY_VERSION_HEX < 0x030c0000
            if (PyUnicode_READY(text.ptr())) throw nb::python_error();
#endif
            views.push_back({PyUnicode_DATA(text.ptr()), int64_t(PyUnicode_GET_LENGTH(text.ptr())),
                             int(PyUnicode_KIND(text.ptr())), bool(PyUnicode_IS_ASCII(text.ptr()))});
            held.push_back(nb::borrow(text));
        }
    }

    int64_t size() const { return int64_t(views.size()); }
    int64_t total() const {
        int64_t n = 0;
        for (const View& text : views) n += text.size;
        return n;
    }

    // Where pieces of work begin: by the texts alone.
    std::vector<int64_t> pieces() const {
        std::vector<int64_t> cuts = {0};
        int64_t room = PIECE;
        for (int64_t i = 0; i < size(); ++i) {
            room -= views[size_t(i)].size + 16;
            if (room <= 0 || i + 1 == size()) cuts.push_back(i + 1), room = PIECE;
        }
        return cuts;
    }
};

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

// which blocks of 256 characters occur
void blocks(const nb::list& strings, Target found) {
    uint8_t* to = numbers<uint8_t>(found, "found", {N_CHARACTERS >> 8});
    const Texts texts(strings);
    nb::gil_scoped_release free;
    if (texts.size()) to[0] = 1;
    for (const View& text : texts.views)
        if (text.width > 1)
            with_characters(text, [&](auto* s) {
                for (int64_t i = 0; i < text.size; ++i) to[s[i] >> 8] = 1;
            });
}

// which texts have characters of the kinds in `mask`, or may have markup of one of the elements, if there are any
void sift(const nb::list& strings, Given kinds, int64_t mask, const nb::list& elements, Target found, int64_t n_threads) {
    const uint16_t* kind = numbers<uint16_t>(kinds, "kinds", {N_CHARACTERS});
    const Texts texts(strings);
    uint8_t* to = numbers<uint8_t>(found, "found", {texts.size()});
    Names names;
    for (nb::handle element : elements) names.push_back(nb::cast<std::string>(element));
    nb::gil_scoped_release free;
    each_piece(texts, n_threads, [&](int64_t, int64_t, int64_t first, int64_t last) {
        for (int64_t i = first; i < last; ++i) {
            const View& text = texts.views[size_t(i)];
            to[i] = with_characters(text, [&](auto* s) {
                using C = std::decay_t<decltype(*s)>;
                uint16_t seen = 0;
                for (int64_t j = 0; j < text.size && !text.ascii; ++j) seen |= kind[s[j]];
                return (seen & mask) || (!names.empty() && may_have_markup(Text<C>{s, text.size}, names));
            });
        }
    });
}

// Words of texts that come in batches.
class Words {
  public:
    Words(Given kinds, Given lower, bool singles, int64_t n_threads)
        : kinds_(kinds), lower_(lower), singles_(singles), n_threads_(n_threads) {
        letters_ = {numbers<uint16_t>(kinds_, "kinds", {N_CHARACTERS}),
                    numbers<uint32_t>(lower_, "lower", {N_CHARACTERS})};
        require_within(n_threads, 1, 1 << 16, "n_threads");
        cutters_.resize(size_t(n_threads));
    }

    // the texts, those with a 1 in `clean` without addresses
    void add(const nb::list& strings, Given clean) {
        const Texts texts(strings);
        const uint8_t* cleaned = numbers<uint8_t>(clean, "clean", {texts.size()});
        require(!merged_, "these words are numbered already: begin anew");
        nb::gil_scoped_release free;
        with_memory(double(texts.total()), "the words of some texts", [&] { cut(texts, cleaned); });
    }

    // how many tokens, texts, sentences and words there are; words have their numbers from now on
    nb::tuple sizes() {
        if (!merged_) {
            nb::gil_scoped_release free;
            double words = 0;
            for (const Cutter& cutter : cutters_) words += double(cutter.lexicon.size());
            with_memory(words * 64, "the words of all texts", [&] { merge(); });
        }
        int64_t tokens = 0, texts = 0, sentences = 0;
        for (const Part& part : parts_) {
            tokens += int64_t(part.ids.size()), texts += int64_t(part.ends.size());
            sentences += int64_t(part.sentences.size());
        }
        return nb::make_tuple(tokens, texts, sentences, merged_->size());
    }

    // Writes what `sizes` has told and forgets it.
    void lay_out(Target ids, Target offsets, Target sentences, Target counts) {
        require(bool(merged_), "the words have no numbers yet: ask for the sizes first");
        int64_t tokens = 0, texts = 0, n_sentences = 0;
        for (const Part& part : parts_) {
            tokens += int64_t(part.ids.size()), texts += int64_t(part.ends.size());
            n_sentences += int64_t(part.sentences.size());
        }
        int32_t* id = numbers<int32_t>(ids, "ids", {tokens});
        int64_t* end = numbers<int64_t>(offsets, "offsets", {texts + 1});
        int64_t* sentence = numbers<int64_t>(sentences, "sentences", {n_sentences + 1});
        int64_t* count = numbers<int64_t>(counts, "counts", {merged_->size()});
        nb::gil_scoped_release free;
        std::copy(merged_->counts.begin(), merged_->counts.end(), count);
        int64_t base = 0;
        *end++ = 0;
        for (Part& part : parts_) {
            const auto& place = places_[size_t(part.worker)];
            for (const int32_t own : part.ids) *id++ = place[size_t(own)];
            for (const int64_t own : part.ends) *end++ = base + own;
            for (const int64_t own : part.sentences) *sentence++ = base + own;
            base += int64_t(part.ids.size());
            part = Part();
        }
        *sentence = base;
        parts_.clear();
    }

    nb::list names() const {
        require(bool(merged_), "the words have no numbers yet: ask for the sizes first");
        nb::list found;
        for (int64_t i = 0; i < merged_->size(); ++i)
            found.append(nb::steal(spelled(merged_->word(i), merged_->length(i))));
        return found;
    }

    // URLs, e-mail addresses and encoded lines that were taken out
    nb::tuple removed() const {
        Removed sum;
        for (const Cutter& cutter : cutters_) {
            sum.urls += cutter.removed.urls, sum.mails += cutter.removed.mails;
            sum.lines += cutter.removed.lines;
        }
        return nb::make_tuple(sum.urls, sum.mails, sum.lines);
    }

  private:
    Given kinds_, lower_;
    Letters letters_;
    bool singles_;
    int64_t n_threads_;
    std::vector<Cutter> cutters_;
    std::vector<Part> parts_;
    std::vector<std::vector<int32_t>> places_;  // per thread: the number of each of its words
    std::unique_ptr<Lexicon> merged_;

    static PyObject* spelled(const Block* word, size_t n) {
        const char* letters = reinterpret_cast<const char*>(word);
        size_t size = 8 * n;
        while (size && !letters[size - 1]) --size;
        PyObject* made = PyUnicode_DecodeUTF8(letters, Py_ssize_t(size), "strict");
        if (!made) throw nb::python_error();
        return made;
    }

    void cut(const Texts& texts, const uint8_t* cleaned) {
        const int64_t done = int64_t(parts_.size());
        parts_.resize(size_t(done) + texts.pieces().size() - 1);
        each_piece(texts, n_threads_, [&](int64_t worker, int64_t t, int64_t first, int64_t last) {
            Part& part = parts_[size_t(done + t)];
            part.worker = worker;
            for (int64_t i = first; i < last; ++i)
                cutters_[size_t(worker)].cut(texts.views[size_t(i)], cleaned[i], singles_, letters_, part, done + t);
            part.ids.shrink_to_fit();
        });
    }

    // Every piece of work was one thread's, so words in the order of pieces are in the order of the texts.
    void merge() {
        struct Birth {
            int64_t piece;
            int32_t id, worker;
        };
        std::vector<Birth> births;
        places_.resize(cutters_.size());
        for (size_t w = 0; w < cutters_.size(); ++w) {
            const Lexicon& own = cutters_[w].lexicon;
            places_[w].resize(size_t(own.size()));
            for (int64_t i = 0; i < own.size(); ++i)
                births.push_back({own.born[size_t(i)], int32_t(i), int32_t(w)});
        }
        std::sort(births.begin(), births.end(), [](const Birth& a, const Birth& b) {
            return std::make_pair(a.piece, a.id) < std::make_pair(b.piece, b.id);
        });
        auto all = std::make_unique<Lexicon>();
        for (const Birth& birth : births) {
            const Lexicon& own = cutters_[size_t(birth.worker)].lexicon;
            const Block* word = own.word(birth.id);
            const size_t n = own.length(birth.id);
            const int32_t id = all->number(word, n, hash_of(word, n), 0);
            all->counts[size_t(id)] += own.counts[size_t(birth.id)];
            places_[size_t(birth.worker)][size_t(birth.id)] = id;
        }
        for (Cutter& cutter : cutters_) cutter.lexicon = Lexicon();
        merged_ = std::move(all);
    }
};

}  // namespace

void cotext::bind_text(nb::module_& m) {
    m.def("blocks", blocks, "texts"_a, "found"_a);
    m.def("sift", sift, "texts"_a, "kinds"_a, "mask"_a, "elements"_a, "found"_a, "n_threads"_a);
    nb::class_<Words>(m, "Words")
        .def(nb::init<Given, Given, bool, int64_t>(), "kinds"_a, "lower"_a, "singles"_a, "n_threads"_a)
        .def("add", &Words::add, "texts"_a, "clean"_a)
        .def("sizes", &Words::sizes)
        .def("lay_out", &Words::lay_out, "ids"_a, "offsets"_a, "sentences"_a, "counts"_a)
        .def("names", &Words::names)
        .def("removed", &Words::removed);
}
