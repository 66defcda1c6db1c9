// Texts as Python functions: threads share them, words get their numbers in the order of the texts whatever the
// number of threads.
#include "text.h"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "cut.h"
#include "texts.h"

using namespace cotext;
using namespace nb::literals;

namespace {

// which blocks of 256 characters occur
void blocks(const Texts& texts, Target found) {
    uint8_t* to = numbers<uint8_t>(found, "found", {N_CHARACTERS >> 8});
    nb::gil_scoped_release free;
    if (texts.size()) to[0] = 1;
    for (const View& text : texts.views)
        if (text.width > 1)
            with_characters(text, [&](auto* s) {
                for (int64_t i = 0; i < text.size; ++i) to[s[i] >> 8] = 1;
            });
}

// 1 for texts that have characters of the kinds in `mask`, 2 for others that may have markup of one of the
// elements, if there are any
void sift(const Texts& texts, Given kinds, int64_t mask, const nb::list& elements, Target found, int64_t n_threads) {
    const uint16_t* kind = numbers<uint16_t>(kinds, "kinds", {N_CHARACTERS});
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
                if (seen & mask) return uint8_t(1);
                return uint8_t(!names.empty() && may_have_markup(Text<C>{s, text.size}, names) ? 2 : 0);
            });
        }
    });
}

// Words of texts that come in batches, each of which is taken before the next one comes.
class Words {
  public:
    Words(Given kinds, Given lower, bool singles, int64_t n_threads)
        : kinds_(kinds), lower_(lower), singles_(singles), n_threads_(n_threads) {
        numbers<uint16_t>(kinds_, "kinds", {N_CHARACTERS});
        numbers<uint32_t>(lower_, "lower", {N_CHARACTERS});
        require_within(n_threads, 1, 1 << 16, "n_threads");
        cutters_.resize(size_t(n_threads));
        places_.resize(size_t(n_threads));
    }

    // The texts, those with a 1 in `clean` without addresses if they have any sign of debris, those with a 2 in
    // any case. How many tokens, texts and sentences they have.
    nb::tuple add(const Texts& texts, Given clean) {
        const uint8_t* cleaned = numbers<uint8_t>(clean, "clean", {texts.size()});
        require(parts_.empty(), "the batch before is still here: take it first");
        {
            nb::gil_scoped_release free;
            with_memory(double(texts.total()), "the words of some texts", [&] {
                cut(texts, cleaned);
                number();
            });
        }
        const Sizes sizes = measured();
        return nb::make_tuple(sizes.tokens, sizes.texts, sizes.sentences);
    }

    // Writes the latest batch and forgets it: the ids, where each text ends, where each sentence begins.
    void take(Target ids, Target ends, Target sentences) {
        const Sizes sizes = measured();
        int32_t* id = numbers<int32_t>(ids, "ids", {sizes.tokens});
        int64_t* end = numbers<int64_t>(ends, "ends", {sizes.texts});
        int64_t* sentence = numbers<int64_t>(sentences, "sentences", {sizes.sentences});
        nb::gil_scoped_release free;
        for (const Part& part : parts_) {
            const auto& place = places_[size_t(part.worker)];
            for (const int32_t own : part.ids) *id++ = place[size_t(own)];
            for (const int64_t own : part.ends) *end++ = done_ + own;
            for (const int64_t own : part.sentences) *sentence++ = done_ + own;
            done_ += int64_t(part.ids.size());
        }
        parts_.clear();
    }

    int64_t size() const { return all_.size(); }

    void counts(Target found) const {
        int64_t* count = numbers<int64_t>(found, "found", {size()});
        nb::gil_scoped_release free;
        std::fill_n(count, size(), 0);
        for (size_t w = 0; w < cutters_.size(); ++w)
            for (size_t i = 0; i < places_[w].size(); ++i)
                count[places_[w][i]] += cutters_[w].lexicon.counts[i];
    }

    nb::list names() const {
        nb::list found;
        for (int64_t i = 0; i < size(); ++i) found.append(nb::steal(spelled(all_.word(i), all_.length(i))));
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
    struct Sizes {
        int64_t tokens = 0, texts = 0, sentences = 0;
    };
    struct Birth {
        int64_t piece;
        int32_t id, worker;
    };
    Given kinds_, lower_;
    bool singles_;
    int64_t n_threads_, done_ = 0;
    std::vector<Cutter> cutters_;
    std::vector<std::vector<int32_t>> places_;  // per thread: the number of each of its words
    std::vector<Part> parts_;                   // of the latest batch
    Lexicon all_;

    static PyObject* spelled(const Block* word, size_t n) {
        const char* letters = reinterpret_cast<const char*>(word);
        size_t size = 8 * n;
        while (size && !letters[size - 1]) --size;
        PyObject* made = PyUnicode_DecodeUTF8(letters, Py_ssize_t(size), "strict");
        if (!made) throw nb::python_error();
        return made;
    }

    Sizes measured() const {
        Sizes sizes;
        for (const Part& part : parts_) {
            sizes.tokens += int64_t(part.ids.size()), sizes.texts += int64_t(part.ends.size());
            sizes.sentences += int64_t(part.sentences.size());
        }
        return sizes;
    }

    void cut(const Texts& texts, const uint8_t* cleaned) {
        const Letters letters(static_cast<const uint16_t*>(kinds_.data()), static_cast<const uint32_t*>(lower_.data()));
        parts_.resize(texts.pieces().size() - 1);
        each_piece(texts, n_threads_, [&](int64_t worker, int64_t t, int64_t first, int64_t last) {
            Part& part = parts_[size_t(t)];
            part.worker = worker;
            for (int64_t i = first; i < last; ++i)
                cutters_[size_t(worker)].cut(texts.views[size_t(i)], cleaned[i], singles_, letters, part, t);
        });
    }

    // Every piece of work was one thread's, so new words in the order of pieces are in the order of the texts.
    void number() {
        std::vector<Birth> births;
        const auto earlier = [](const Birth& a, const Birth& b) { return a.piece < b.piece; };
        for (size_t w = 0; w < cutters_.size(); ++w) {
            const auto middle = int64_t(births.size());
            const Lexicon& own = cutters_[w].lexicon;
            for (size_t i = places_[w].size(); i < size_t(own.size()); ++i)
                births.push_back({own.born[i], int32_t(i), int32_t(w)});
            std::inplace_merge(births.begin(), births.begin() + middle, births.end(), earlier);
            places_[w].resize(size_t(own.size()));
        }
        for (const Birth& birth : births) {
            const Lexicon& own = cutters_[size_t(birth.worker)].lexicon;
            const Block* word = own.word(birth.id);
            const size_t n = own.length(birth.id);
            places_[size_t(birth.worker)][size_t(birth.id)] = all_.number(word, n, hash_of(word, n), 0);
        }
    }
};

}  // namespace

void cotext::bind_text(nb::module_& m) {
    nb::class_<Texts>(m, "Texts")
        .def(nb::init<const nb::list&>(), "texts"_a)
        .def(nb::init<Given, Given>(), "bytes"_a, "bounds"_a)
        .def("__len__", &Texts::size)
        .def("replace", &Texts::replace, "row"_a, "text"_a);
    m.def("blocks", blocks, "texts"_a, "found"_a);
    m.def("sift", sift, "texts"_a, "kinds"_a, "mask"_a, "elements"_a, "found"_a, "n_threads"_a);
    nb::class_<Words>(m, "Words")
        .def(nb::init<Given, Given, bool, int64_t>(), "kinds"_a, "lower"_a, "singles"_a, "n_threads"_a)
        .def("add", &Words::add, "texts"_a, "clean"_a)
        .def("take", &Words::take, "ids"_a, "ends"_a, "sentences"_a)
        .def("__len__", &Words::size)
        .def("counts", &Words::counts, "found"_a)
        .def("names", &Words::names)
        .def("removed", &Words::removed);
}
