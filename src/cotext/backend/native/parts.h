// Some rows and columns of a CSR matrix, in order: what SciPy does for X[rows][:, columns], by several threads.
#pragma once
#include "checks.h"
#include "workers.h"

namespace cotext {

// each(i, row) for every wanted row: its place in the part and in the matrix
template <class F>
void each_wanted(const int64_t* wanted, int64_t n, int64_t n_threads, const F& each) {
    constexpr int64_t chunk = 64;
    parallel<int8_t>((n + chunk - 1) / chunk, n_threads, 0, [&](int64_t t, int8_t*) {
        for (int64_t i = t * chunk; i < std::min(n, (t + 1) * chunk); ++i) each(i, wanted[i]);
    });
}

inline const int64_t* wanted_rows(const Given& wanted, int64_t n) {
    const int64_t* rows = numbers<int64_t>(wanted, "wanted", {ANY});
    for (size_t i = 0; i < wanted.size(); ++i) require_within(rows[i], 0, n - 1, "a number in wanted");
    return rows;
}

// how many entries of each wanted row are in a column that has a place; -1 is none
template <class T>
void part_sizes(const Rows& rows, Given wanted, Given places, Target sizes, int64_t n_threads) {
    const Csr<T> X = rows.csr<T>();
    const int64_t* from = wanted_rows(wanted, X.n);
    const int32_t* place = numbers<int32_t>(places, "places", {X.d});
    int64_t* to = numbers<int64_t>(sizes, "sizes", {int64_t(wanted.size())});
    nb::gil_scoped_release free;
    each_wanted(from, int64_t(wanted.size()), n_threads, [&](int64_t i, int64_t row) {
        int64_t n = 0;
        for (int64_t p = X.starts[row]; p < X.starts[row + 1]; ++p) n += place[X.words[p]] >= 0;
        to[i] = n;
    });
}

// these entries; rows begin where part_sizes tells
template <class T>
void fill_part(const Rows& rows, Given wanted, Given places, Given starts, Target words, Target values,
               int64_t n_threads) {
    const Csr<T> X = rows.csr<T>();
    const int64_t n = int64_t(wanted.size());
    const int64_t* from = wanted_rows(wanted, X.n);
    const int32_t* place = numbers<int32_t>(places, "places", {X.d});
    const int64_t* start = numbers<int64_t>(starts, "starts", {n + 1});
    int32_t* word = numbers<int32_t>(words, "words", {ANY});
    T* value = numbers<T>(values, "values", {int64_t(words.size())});
    require_cuts(start, n, int64_t(words.size()), "starts");
    nb::gil_scoped_release free;
    each_wanted(from, n, n_threads, [&](int64_t i, int64_t row) {
        int64_t at = start[i];
        for (int64_t p = X.starts[row]; p < X.starts[row + 1] && at < start[i + 1]; ++p) {
            const int32_t j = place[X.words[p]];
            if (j < 0) continue;
            word[at] = j, value[at] = X.values[p], ++at;
        }
    });
}

}  // namespace cotext
