// Word ids counted: documents x words, in how many documents a word is, words x words in windows.
#include <algorithm>
#include <vector>

#include "checks.h"
#include "order.h"
#include "text.h"
#include "workers.h"

using namespace cotext;
using namespace nb::literals;

namespace {

// Word ids of stretches bounds[i] to bounds[i + 1], and the column of each id or -1.
struct Tokens {
    const int32_t *ids, *columns;
    const int64_t* bounds;
    int64_t n, n_types, n_columns;

    Tokens(const Given& ids_, const Given& bounds_, const Given& columns_, int64_t n_columns_) : n_columns(n_columns_) {
        ids = numbers<int32_t>(ids_, "ids", {ANY});
        bounds = numbers<int64_t>(bounds_, "bounds", {ANY});
        columns = numbers<int32_t>(columns_, "columns", {ANY});
        n = int64_t(bounds_.size()) - 1, n_types = int64_t(columns_.size());
        require_within(n, 0, INT32_MAX - 1, "the number of stretches in bounds");
        require_within(n_columns, 0, INT32_MAX, "n_columns");
        require_cuts(bounds, n, int64_t(ids_.size()), "bounds");
        require_below(ids, int64_t(ids_.size()), n_types, "ids");
        if (!n_types) return;
        const auto ends = std::minmax_element(columns, columns + n_types);
        require_within(*ends.first, -1, n_columns - 1, "the least of columns");
        require_within(*ends.second, -1, n_columns - 1, "the largest of columns");
    }
    int64_t size() const { return bounds[n]; }
};

// each(i, counts, order) for every stretch; counts is room for a number per column, zero before and to be zero after
template <class F>
void each_stretch(const Tokens& tokens, int64_t n_threads, const F& each) {
    const int64_t n_tasks = (tokens.n + CHUNK - 1) / CHUNK;
    parallel_workers<int32_t>(n_tasks, n_threads, tokens.n_columns, [&](auto next, int32_t* counts) {
        std::fill_n(counts, tokens.n_columns, 0);
        Order order(tokens.n_columns);
        for (int64_t t; (t = next()) < n_tasks;)
            for (int64_t i = t * CHUNK; i < std::min(tokens.n, (t + 1) * CHUNK); ++i) each(i, counts, order);
    });
}

// how many columns each stretch has
void row_sizes(Given ids, Given bounds, Given columns, int64_t n_columns, Target sizes, int64_t n_threads) {
    const Tokens tokens(ids, bounds, columns, n_columns);
    int64_t* to = numbers<int64_t>(sizes, "sizes", {tokens.n});
    nb::gil_scoped_release free;
    each_stretch(tokens, n_threads, [&](int64_t i, int32_t* latest, Order&) {
        int64_t n = 0;  // here the room holds the latest stretch that had a column, which may stay
        for (int64_t p = tokens.bounds[i]; p < tokens.bounds[i + 1]; ++p) {
            const int32_t c = tokens.columns[tokens.ids[p]];
            if (c < 0 || latest[c] == int32_t(i + 1)) continue;
            latest[c] = int32_t(i + 1);
            ++n;
        }
        to[i] = n;
    });
}

// the columns of each stretch in order and how often each occurs; rows begin where row_sizes tells
void fill_rows(Given ids, Given bounds, Given columns, int64_t n_columns, Given starts, Target indices, Target values,
               int64_t n_threads) {
    const Tokens tokens(ids, bounds, columns, n_columns);
    const int64_t* start = numbers<int64_t>(starts, "starts", {tokens.n + 1});
    int32_t* index = numbers<int32_t>(indices, "indices", {ANY});
    require_cuts(start, tokens.n, int64_t(indices.size()), "starts");
    int32_t* value = numbers<int32_t>(values, "values", {int64_t(indices.size())});
    nb::gil_scoped_release free;
    each_stretch(tokens, n_threads, [&](int64_t i, int32_t* counts, Order& order) {
        int64_t k = start[i];
        for (int64_t p = tokens.bounds[i]; p < tokens.bounds[i + 1]; ++p) {
            const int32_t c = tokens.columns[tokens.ids[p]];
            if (c < 0 || counts[c]++) continue;
            if (k == start[i + 1]) throw std::invalid_argument("starts has too little room for a stretch");
            index[k++] = c;
        }
        if (k < start[i + 1]) throw std::invalid_argument("starts has too much room for a stretch");
        order.sort(index + start[i], index + k);
        for (k = start[i]; k < start[i + 1]; ++k) {
            value[k] = counts[index[k]];
            counts[index[k]] = 0;
        }
    });
}

// in how many stretches each column is
void spread(Given ids, Given bounds, Given columns, int64_t n_columns, Target found, int64_t n_threads) {
    const Tokens tokens(ids, bounds, columns, n_columns);
    int64_t* to = numbers<int64_t>(found, "found", {n_columns});
    nb::gil_scoped_release free;
    std::fill_n(to, n_columns, 0);
    const int64_t n_tasks = (tokens.n + CHUNK - 1) / CHUNK;
    std::mutex adding;
    parallel_workers<int64_t>(n_tasks, n_threads, 2 * n_columns, [&](auto next, int64_t* room) {
        std::fill_n(room, 2 * n_columns, 0);
        int64_t *latest = room, *counts = room + n_columns;
        for (int64_t t; (t = next()) < n_tasks;)
            for (int64_t i = t * CHUNK; i < std::min(tokens.n, (t + 1) * CHUNK); ++i)
                for (int64_t p = tokens.bounds[i]; p < tokens.bounds[i + 1]; ++p) {
                    const int32_t c = tokens.columns[tokens.ids[p]];
                    if (c < 0 || latest[c] == i + 1) continue;
                    latest[c] = i + 1;
                    ++counts[c];
                }
        const std::lock_guard<std::mutex> alone(adding);
        for (int64_t c = 0; c < n_columns; ++c) to[c] += counts[c];
    });
}

// Words x words: how often two are less than `length` positions apart in one stretch; some rows at a time, as all
// pairs are many more than the words.
class Windows {
  public:
    Windows(Given ids, Given bounds, Given columns, int64_t n_columns, int64_t length, int64_t n_threads) {
        const Tokens tokens(ids, bounds, columns, n_columns);
        require_within(length, 2, INT32_MAX, "length");
        require_within(tokens.size(), 0, INT32_MAX - 1, "the number of ids");
        length_ = uint32_t(std::min(length, tokens.size() + 1));  // so that positions differ by less than 2**32
        n_rows_ = n_columns, n_threads_ = n_threads;
        nb::gil_scoped_release free;
        with_memory(12.0 * double(tokens.size()), "the places of the words", [&] {
            look_up(tokens, length_);
            cut();
        });
    }

    // Counts the pairs of the next rows, which have about so many places: their numbers, 0 and 0 after the last.
    nb::tuple count(int64_t places) {
        require_within(places, 1, INT64_MAX, "places");
        int64_t n_rows = 0, n = 0;
        {
            nb::gil_scoped_release free;
            with_memory(16.0 * double(places), "the pairs of some words", [&] { count_rows(places); });
            for (const auto& rows : tables_) n_rows += int64_t(rows.sizes.size()), n += int64_t(rows.columns.size());
        }
        return nb::make_tuple(n_rows, n);
    }

    // Writes these rows and forgets them.
    void lay_out(Target starts, Target indices, Target values) {
        int64_t n_rows = 0, n = 0;
        for (const auto& rows : tables_) n_rows += int64_t(rows.sizes.size()), n += int64_t(rows.columns.size());
        int64_t* start = numbers<int64_t>(starts, "starts", {n_rows + 1});
        int32_t* index = numbers<int32_t>(indices, "indices", {n});
        int32_t* value = numbers<int32_t>(values, "values", {n});
        nb::gil_scoped_release free;
        int64_t k = 0;
        *start++ = 0;
        for (Table& rows : tables_) {
            for (const int64_t size : rows.sizes) *start++ = k += size;
            index = std::copy(rows.columns.begin(), rows.columns.end(), index);
            value = std::copy(rows.counts.begin(), rows.counts.end(), value);
        }
        tables_ = {};
    }

  private:
    static constexpr int64_t AHEAD = 8;  // places whose words are asked for before their turn
    struct Word {
        uint32_t column;
        uint32_t at;  // its position, a window further for every change of stretch
    };
    struct Table {
        std::vector<int64_t> sizes;
        std::vector<int32_t> columns, counts;
    };
    std::vector<Word> words_;
    std::vector<uint32_t> places_;  // of each column in words_, one after the other
    std::vector<int64_t> begins_;   // of each column, in places_
    std::vector<int64_t> cuts_;     // rows at which pieces of work begin
    std::vector<Table> tables_;     // of the pieces counted last
    int64_t n_rows_ = 0, n_threads_ = 1;
    size_t done_ = 0;  // pieces
    uint32_t length_ = 2;

    void look_up(const Tokens& tokens, int64_t length) {
        begins_.assign(size_t(tokens.n_columns) + 1, 0);
        int64_t apart = 0, latest = -1;
        for (int64_t i = 0; i < tokens.n; ++i)
            for (int64_t p = tokens.bounds[i]; p < tokens.bounds[i + 1]; ++p) {
                const int32_t c = tokens.columns[tokens.ids[p]];
                if (c < 0) continue;
                if (latest != i) apart += length, latest = i;
                words_.push_back({uint32_t(c), uint32_t(p + apart)});
                ++begins_[size_t(c) + 1];
            }
        for (int64_t c = 0; c < tokens.n_columns; ++c) begins_[size_t(c) + 1] += begins_[size_t(c)];
        places_.resize(words_.size());
        std::vector<int64_t> next(begins_.begin(), begins_.end() - 1);
        for (size_t k = 0; k < words_.size(); ++k) places_[size_t(next[words_[k].column]++)] = uint32_t(k);
    }

    // Pieces of work have about as many places each.
    void cut() {
        constexpr int64_t EACH = 1 << 14;
        cuts_ = {0};
        for (int64_t row = 1; row <= n_rows_; ++row)
            if (row == n_rows_ || begins_[size_t(row)] - begins_[size_t(cuts_.back())] >= EACH) cuts_.push_back(row);
    }

    void count_rows(int64_t places) {
        const size_t first = done_;
        const int64_t from = begins_[size_t(cuts_[first])];
        while (done_ + 1 < cuts_.size() && begins_[size_t(cuts_[done_])] - from < places) ++done_;
        const int64_t n_tasks = int64_t(done_ - first);
        tables_ = std::vector<Table>(size_t(n_tasks));
        parallel_workers<int32_t>(n_tasks, n_threads_, n_rows_, [&](auto next, int32_t* counts) {
            std::fill_n(counts, n_rows_, 0);
            std::vector<int32_t> touched;
            Order order(n_rows_);
            for (int64_t t; (t = next()) < n_tasks;)
                for (int64_t row = cuts_[first + size_t(t)]; row < cuts_[first + size_t(t) + 1]; ++row)
                    add_row(row, length_, counts, touched, order, tables_[size_t(t)]);
        });
        if (done_ + 1 == cuts_.size()) words_ = {}, places_ = {};
    }

    void add_row(int64_t row, uint32_t length, int32_t* counts, std::vector<int32_t>& touched, Order& order,
                 Table& into) const {
        touched.clear();
        const auto meet = [&](const Word& word) {
            if (!counts[word.column]++) touched.push_back(int32_t(word.column));
        };
        const Word *first = words_.data(), *last = first + words_.size();
        for (int64_t k = begins_[size_t(row)]; k < begins_[size_t(row) + 1]; ++k) {
            if (k + AHEAD < begins_[size_t(row) + 1]) COTEXT_PREFETCH(first + places_[size_t(k + AHEAD)]);
            const Word* own = first + places_[size_t(k)];
            for (const Word* w = own; w > first && own->at - w[-1].at < length; --w) meet(w[-1]);
            for (const Word* w = own + 1; w < last && w->at - own->at < length; ++w) meet(*w);
        }
        order.sort(touched.data(), touched.data() + touched.size());
        const size_t before = into.columns.size();
        for (const int32_t c : touched) {
            if (c != row) into.columns.push_back(c), into.counts.push_back(counts[c]);
            counts[c] = 0;
        }
        into.sizes.push_back(int64_t(into.columns.size() - before));
    }
};

}  // namespace

void cotext::bind_counts(nb::module_& m) {
    m.def("row_sizes", row_sizes, "ids"_a, "bounds"_a, "columns"_a, "n_columns"_a, "sizes"_a, "n_threads"_a);
    m.def("fill_rows", fill_rows, "ids"_a, "bounds"_a, "columns"_a, "n_columns"_a, "starts"_a, "indices"_a,
          "values"_a, "n_threads"_a);
    m.def("spread", spread, "ids"_a, "bounds"_a, "columns"_a, "n_columns"_a, "found"_a, "n_threads"_a);
    nb::class_<Windows>(m, "Windows")
        .def(nb::init<Given, Given, Given, int64_t, int64_t, int64_t>(), "ids"_a, "bounds"_a, "columns"_a,
             "n_columns"_a, "length"_a, "n_threads"_a)
        .def("count", &Windows::count, "places"_a)
        .def("lay_out", &Windows::lay_out, "starts"_a, "indices"_a, "values"_a);
}
