// Similarities of all pairs: products in tiles that stay in the cache, and what is done to S row by row.
#pragma once
#include <algorithm>
#include <mutex>

#include "checks.h"
#include "table.h"
#include "workers.h"

namespace cotext {

constexpr int64_t SIDE = 64;          // columns of a tile: as many as one pass of the gather kernel takes
constexpr int64_t FEWEST = 4;           // rows and columns: the kernel's narrowest tile, 16 bytes of float
constexpr int64_t FEWEST_ROWS = 1024;  // rows that share a tile of S: copying it must pay

// 0 = cut(0) < cut(1) < ... = n, as even as can be, so that no tile is too narrow for the kernel
struct Cut {
    int64_t n, pieces;
    Cut(int64_t n, int64_t size) : n(n), pieces((n + size - 1) / size) {}
    int64_t operator()(int64_t t) const { return t * n / pieces; }
};

// H = (Y S)' for some rows of Y, those of each piece of `rows` together: pieces x d x SIDE. Tiles of S are
// copied to lie together and stay in the cache.
template <class T>
void half_product(const Csr<T>& Y, const T* S, int64_t begin, const Cut& rows, T* H, int64_t n_threads) {
    const Cut columns(Y.d, SIDE);
    parallel_workers<T>(columns.pieces, n_threads, (Y.d + SIDE) * SIDE, [&](auto next, T* tile) {
        T* some = tile + Y.d * SIDE;
        for (int64_t t; (t = next()) < columns.pieces;) {
            const int64_t c = columns(t), width = columns(t + 1) - c;
            kernels<T>().pack(S + c, Y.d, Y.d, width, tile, SIDE);
            for (int64_t k = 0; k < rows.pieces; ++k) {
                const int64_t first = begin + rows(k), last = begin + rows(k + 1);
                kernels<T>().gather(Y, tile, SIDE, width, some, SIDE, first, last);
                kernels<T>().transpose(some, SIDE, last - first, width, H + (k * Y.d + c) * SIDE, SIDE);
            }
        }
    });
}

// the same for S = I and one piece
template <class T>
void rows_as_columns(const Csr<T>& Y, int64_t first, int64_t last, T* half) {
    std::fill_n(half, Y.d * SIDE, T(0));
    for (int64_t i = first; i < last; ++i)
        for (int64_t p = Y.starts[i]; p < Y.starts[i + 1]; ++p)
            half[Y.words[p] * SIDE + (i - first)] = Y.values[p];
}

template <class T>
void mirror(T* S, int64_t n, int64_t n_threads) {
    const Cut cut(n, SIDE);
    parallel<T>(cut.pieces, n_threads, 0, [&](int64_t t, T*) {
        const int64_t first = cut(t), last = cut(t + 1);
        for (int64_t j = last; j < n; j += SIDE)
            kernels<T>().transpose(S + j * n + first, n, std::min(SIDE, n - j), last - first, S + first * n + j,
                                   n);
        for (int64_t i = first; i < last; ++i)
            for (int64_t j = i + 1; j < last; ++j) S[i * n + j] = S[j * n + i];
    });
}

// out = Y S Y': the lower triangle, and then its mirror image
template <class T>
void sandwich(const Rows& documents, Given S, Target out, int64_t n_threads) {
    const Csr<T> Y = documents.csr<T>();
    const int64_t n = Y.n, d = Y.d;
    require_within(std::min(n, d), FEWEST, INT32_MAX, "the shorter side of rows");
    const T* inner = maybe<T>(S, "S", {d, d});
    T* to = numbers<T>(out, "out", {n, n});
    nb::gil_scoped_release free;
    const Cut large(n, inner ? std::max(FEWEST_ROWS, d / 4) : n);
    const auto H = take<T>(inner ? (n / large.pieces / SIDE + 2) * SIDE * d : 0, "half of the product Y S Y'");
    for (int64_t l = 0; l < large.pieces; ++l) {
        const int64_t begin = large(l);
        const Cut rows(large(l + 1) - begin, SIDE);
        if (inner) half_product(Y, inner, begin, rows, H.get(), n_threads);
        parallel_workers<T>(rows.pieces, n_threads, inner ? 0 : d * SIDE, [&](auto next, T* own) {
            for (int64_t t; (t = next()) < rows.pieces;) {
                const int64_t first = begin + rows(t), last = begin + rows(t + 1);
                if (!inner) rows_as_columns(Y, first, last, own);
                const T* half = inner ? H.get() + t * d * SIDE : own;
                kernels<T>().gather(Y, half, SIDE, last - first, to + first * n + first, n, first, n);
            }
        });
    }
    mirror(to, n, n_threads);
}

template <class T>
void power_by(Target S, double power, Given scale, int64_t n_threads) {
    const T* by = numbers<T>(scale, "scale", {ANY});
    const int64_t n = int64_t(scale.size());
    T* rows = numbers<T>(S, "S", {n, n});
    nb::gil_scoped_release free;
    parallel<T>(n, n_threads, 0, [&](int64_t i, T*) { kernels<T>().power_by(rows + i * n, n, power, by[i], by); });
}

template <class T>
void below(Target S, double threshold, int64_t n_threads) {
    T* rows = numbers<T>(S, "S", {ANY, ANY});
    const int64_t n = int64_t(S.shape(0)), width = int64_t(S.shape(1));
    nb::gil_scoped_release free;
    parallel<T>(n, n_threads, 0, [&](int64_t i, T*) { kernels<T>().below(rows + i * width, width, T(threshold)); });
}

// counts (2^16) of the 16 bits at `shift` among entries whose higher bits are `found`
template <class T>
void count(Given S, int shift, uint64_t found, Target counts, int64_t n_threads) {
    constexpr int64_t kinds = 1 << 16;
    const T* rows = numbers<T>(S, "S", {ANY, ANY});
    const int64_t n = int64_t(S.shape(0)), width = int64_t(S.shape(1));
    require_within(shift, 0, 8 * int64_t(sizeof(T)) - 16, "shift");
    int64_t* all = numbers<int64_t>(counts, "counts", {kinds});
    nb::gil_scoped_release free;
    std::mutex adding;
    parallel_workers<int64_t>(n, n_threads, kinds, [&](auto next, int64_t* own) {
        std::fill_n(own, kinds, 0);
        for (int64_t t; (t = next()) < n;) kernels<T>().count(rows + t * width, width, shift, found, own);
        const std::lock_guard<std::mutex> alone(adding);
        for (int64_t k = 0; k < kinds; ++k) all[k] += own[k];
    });
}

}  // namespace cotext
