// The kernels as Python functions: choose the instruction set once, share work among threads, let go of the
// GIL. Work is cut by the data alone and added in order, so threads never change a bit of the result.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "kernels.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace cotext;

namespace {

const Table& chosen() {
#ifdef COTEXT_X86
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return avx512_table();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return avx2_table();
#endif
    return baseline_table();
}

const Table& table = chosen();

template <class T>
const Kernels<T>& kernels();
template <>
const Kernels<float>& kernels<float>() { return table.f32; }
template <>
const Kernels<double>& kernels<double>() { return table.f64; }

// Threads that live for one call: a pool would have to survive forks.
template <class F>
void parallel_workers(int64_t n_tasks, int64_t n_threads, const F& work) {
    std::atomic<int64_t> next{0};
    const auto run = [&] { work([&] { return next.fetch_add(1); }); };
    std::vector<std::thread> others;
    try {
        for (int64_t t = 1; t < std::min(n_threads, n_tasks); ++t) others.emplace_back(run);
    } catch (const std::system_error&) {
        // no more threads to be had: those at hand do the rest
    }
    run();
    for (auto& other : others) other.join();
}

template <class F>
void parallel(int64_t n_tasks, int64_t n_threads, const F& task) {
    parallel_workers(n_tasks, n_threads, [&](auto next) {
        for (int64_t t; (t = next()) < n_tasks;) task(t);
    });
}

constexpr int64_t CHUNK = 1 << 10;  // rows or words a thread takes at a time

template <class F>
void parallel_rows(int64_t n, int64_t n_threads, const F& rows) {
    parallel((n + CHUNK - 1) / CHUNK, n_threads,
             [&](int64_t t) { rows(t * CHUNK, std::min(n, (t + 1) * CHUNK)); });
}

template <class T>
using In = nb::ndarray<const T, nb::c_contig, nb::device::cpu>;
template <class T>
using Out = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

template <class T>
Csr<T> csr(const In<int64_t>& starts, const In<int32_t>& words, const In<T>& values, int64_t d) {
    return {starts.data(), words.data(), values.data(), int64_t(starts.shape(0)) - 1, d};
}

template <class T>
std::unique_ptr<T[]> scratch(const Sweep<T>& job) {
    return std::unique_ptr<T[]>(new T[size_t(kernels<T>().scratch_size(job))]);
}

// out (n x w) = X W; w is a multiple of 16 bytes
template <class T>
void gather(In<int64_t> starts, In<int32_t> words, In<T> values, In<T> W, Out<T> out, int64_t n_threads) {
    const Csr<T> X = csr(starts, words, values, int64_t(W.shape(0)));
    const T* from = W.data();
    T* to = out.data();
    const int64_t w = int64_t(W.shape(1));
    nb::gil_scoped_release free;
    parallel_rows(X.n, n_threads, [&](int64_t first, int64_t last) {
        kernels<T>().gather(X, from, w, w, to + first * w, w, first, last);
    });
}

// X'Z and Z'Z of all parts, each swept or scattered by `visit`
template <class T, class F>
void add_up(const Sweep<T>& job, const int64_t* cuts, int64_t n_parts, T* parts, T* sums, double* squares,
            int64_t n_threads, const F& visit) {
    const int64_t rg = job.restarts * job.g, width = padded(rg, sizeof(T));
    std::vector<double> own(size_t(n_parts * rg * job.g));
    parallel(n_parts, n_threads, [&](int64_t p) {
        auto room = scratch(job);
        visit(job, cuts[p], cuts[p + 1], parts + p * job.X.d * width, own.data() + p * rg * job.g, room.get());
    });
    parallel_rows(job.X.d, n_threads, [&](int64_t first, int64_t last) {
        kernels<T>().add(parts, n_parts, job, sums, first, last);
    });
    std::fill_n(squares, rg * job.g, 0.0);
    for (int64_t i = 0; i < n_parts * rg * job.g; ++i) squares[i % (rg * job.g)] += own[size_t(i)];
}

template <class T>
Rule<T> rule_of(int kind, int inner, double power, const In<T>& G, const In<T>& A, const In<T>& H,
                const In<T>& pull, const In<T>& drag, const In<T>& offset) {
    auto at = [](const In<T>& a) -> const T* { return a.is_valid() ? a.data() : nullptr; };
    return {kind, inner, power, at(G), at(A), at(H), at(pull), at(drag), at(offset)};
}

// gather and decide, and scatter too if there are parts to scatter into
template <class T>
void sweep(In<int64_t> starts, In<int32_t> words, In<T> values, In<int64_t> cuts, In<T> W, In<T> Z, int kind,
           int inner, double power, In<T> G, In<T> A, In<T> H, In<T> pull, In<T> drag, In<T> offset, int64_t s,
           Out<T> answers, Out<int32_t> labels, Out<T> best, Out<T> parts, Out<T> sums, Out<double> squares,
           int64_t n_threads) {
    Sweep<T> job{};
    job.X = csr(starts, words, values, int64_t(W.shape(0)));
    job.rule = rule_of<T>(kind, inner, power, G, A, H, pull, drag, offset);
    job.restarts = int64_t(Z.shape(0)), job.s = s, job.g = int64_t(Z.shape(2));
    job.W = W.data(), job.Z = Z.data(), job.answers = answers.data();
    if (kind == argmax) job.labels = labels.data(), job.best = best.data();
    const int64_t n_parts = int64_t(cuts.shape(0)) - 1;
    T* buffers = parts.is_valid() ? parts.data() : nullptr;
    T* XtZ = buffers ? sums.data() : nullptr;
    double* ZtZ = buffers ? squares.data() : nullptr;
    const int64_t* bounds = cuts.data();
    nb::gil_scoped_release free;
    if (buffers)
        add_up(job, bounds, n_parts, buffers, XtZ, ZtZ, n_threads, kernels<T>().sweep);
    else
        parallel_rows(job.X.n, n_threads, [&](int64_t first, int64_t last) {
            kernels<T>().sweep(job, first, last, nullptr, nullptr, scratch(job).get());
        });
}

// scatter answers, or 0/1 answers given by their labels
template <class T>
void scatter(In<int64_t> starts, In<int32_t> words, In<T> values, In<int64_t> cuts, Out<T> Z,
             Out<int32_t> labels, Out<T> parts, Out<T> sums, Out<double> squares, int64_t n_threads) {
    Sweep<T> job{};
    job.X = csr(starts, words, values, int64_t(sums.shape(1)));
    job.restarts = int64_t(sums.shape(0)), job.g = job.s = int64_t(sums.shape(2));
    if (labels.is_valid()) job.labels = labels.data();
    else job.answers = Z.data();
    const int64_t n_parts = int64_t(cuts.shape(0)) - 1;
    T *buffers = parts.data(), *XtZ = sums.data();
    double* ZtZ = squares.data();
    const int64_t* bounds = cuts.data();
    nb::gil_scoped_release free;
    add_up(job, bounds, n_parts, buffers, XtZ, ZtZ, n_threads, kernels<T>().scatter);
}

// the rule for rows whose scores are at hand
template <class T>
void decide(In<T> scores, In<T> Z, int kind, int inner, double power, In<T> G, Out<T> answers,
            int64_t n_threads) {
    Sweep<T> job{};
    job.rule = {kind, inner, power, G.data(), nullptr, nullptr, nullptr, nullptr, nullptr};
    job.X.n = int64_t(Z.shape(1));
    job.restarts = int64_t(Z.shape(0)), job.g = job.s = int64_t(Z.shape(2));
    job.scores = scores.data(), job.Z = Z.data(), job.answers = answers.data();
    nb::gil_scoped_release free;
    parallel_rows(job.X.n, n_threads, [&](int64_t first, int64_t last) {
        kernels<T>().sweep(job, first, last, nullptr, nullptr, scratch(job).get());
    });
}

template <class T>
double dot(In<T> a, In<T> b, int64_t n_threads) {
    constexpr int64_t block = 1 << 16;
    const T *x = a.data(), *y = b.data();
    const int64_t n = int64_t(a.size()), n_blocks = (n + block - 1) / block;
    nb::gil_scoped_release free;
    std::vector<double> own(static_cast<size_t>(n_blocks));
    parallel(n_blocks, n_threads, [&](int64_t k) {
        own[size_t(k)] = kernels<T>().dot(x + k * block, y + k * block, std::min(block, n - k * block));
    });
    double total = 0;
    for (double one : own) total += one;
    return total;
}

// --- similarities of all pairs ------------------------------------------------------------------------------

constexpr int64_t SIDE = 64;          // columns of a tile: as many as one pass of the gather kernel takes
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
    parallel_workers(columns.pieces, n_threads, [&](auto next) {
        std::unique_ptr<T[]> tile(new T[size_t(Y.d * SIDE)]), some(new T[size_t(SIDE * SIDE)]);
        for (int64_t t; (t = next()) < columns.pieces;) {
            const int64_t c = columns(t), width = columns(t + 1) - c;
            kernels<T>().pack(S + c, Y.d, Y.d, width, tile.get(), SIDE);
            for (int64_t k = 0; k < rows.pieces; ++k) {
                const int64_t first = begin + rows(k), last = begin + rows(k + 1);
                kernels<T>().gather(Y, tile.get(), SIDE, width, some.get(), SIDE, first, last);
                kernels<T>().transpose(some.get(), SIDE, last - first, width, H + (k * Y.d + c) * SIDE, SIDE);
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
    parallel(cut.pieces, n_threads, [&](int64_t t) {
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
void sandwich(In<int64_t> starts, In<int32_t> words, In<T> values, int64_t d, In<T> S, Out<T> out,
              int64_t n_threads) {
    const Csr<T> Y = csr(starts, words, values, d);
    const T* inner = S.is_valid() ? S.data() : nullptr;
    T* to = out.data();
    nb::gil_scoped_release free;
    const int64_t n = Y.n;
    const Cut large(n, inner ? std::max(FEWEST_ROWS, d / 4) : n);
    std::unique_ptr<T[]> H(inner ? new T[size_t((n / large.pieces / SIDE + 2) * SIDE * d)] : nullptr);
    for (int64_t l = 0; l < large.pieces; ++l) {
        const int64_t begin = large(l);
        const Cut rows(large(l + 1) - begin, SIDE);
        if (inner) half_product(Y, inner, begin, rows, H.get(), n_threads);
        parallel_workers(rows.pieces, n_threads, [&](auto next) {
            std::unique_ptr<T[]> own(inner ? nullptr : new T[size_t(d * SIDE)]);
            for (int64_t t; (t = next()) < rows.pieces;) {
                const int64_t first = begin + rows(t), last = begin + rows(t + 1);
                if (!inner) rows_as_columns(Y, first, last, own.get());
                const T* half = inner ? H.get() + t * d * SIDE : own.get();
                kernels<T>().gather(Y, half, SIDE, last - first, to + first * n + first, n, first, n);
            }
        });
    }
    mirror(to, n, n_threads);
}

template <class T>
void power_by(Out<T> S, double power, In<T> scale, int64_t n_threads) {
    const int64_t n = int64_t(S.shape(0));
    T* rows = S.data();
    const T* by = scale.data();
    nb::gil_scoped_release free;
    parallel(n, n_threads, [&](int64_t i) { kernels<T>().power_by(rows + i * n, n, power, by[i], by); });
}

template <class T>
void below(Out<T> S, T threshold, int64_t n_threads) {
    const int64_t n = int64_t(S.shape(0)), width = int64_t(S.shape(1));
    T* rows = S.data();
    nb::gil_scoped_release free;
    parallel(n, n_threads, [&](int64_t i) { kernels<T>().below(rows + i * width, width, threshold); });
}

// counts (2^16) of the 16 bits at `shift` among entries whose higher bits are `found`
template <class T>
void count(In<T> S, int shift, uint64_t found, Out<int64_t> counts, int64_t n_threads) {
    const int64_t n = int64_t(S.shape(0)), width = int64_t(S.shape(1));
    const T* rows = S.data();
    int64_t* all = counts.data();
    nb::gil_scoped_release free;
    std::mutex adding;
    parallel_workers(n, n_threads, [&](auto next) {
        std::vector<int64_t> own(1 << 16);
        for (int64_t t; (t = next()) < n;) kernels<T>().count(rows + t * width, width, shift, found, own.data());
        const std::lock_guard<std::mutex> alone(adding);
        for (size_t k = 0; k < own.size(); ++k) all[k] += own[k];
    });
}

template <class T>
void bind(nb::module_& m) {
    const auto in = [](const char* name) { return nb::arg(name).noconvert(); };
    const auto maybe = [](const char* name) { return nb::arg(name).noconvert().none(); };
    m.def("gather", &gather<T>, in("starts"), in("words"), in("values"), in("W"), in("out"), "n_threads"_a);
    m.def("sweep", &sweep<T>, in("starts"), in("words"), in("values"), in("cuts"), in("W"), in("Z"), "kind"_a,
          "inner"_a, "power"_a, maybe("G"), maybe("A"), maybe("H"), maybe("pull"), maybe("drag"),
          maybe("offset"), "s"_a, in("answers"), maybe("labels"), maybe("best"), maybe("parts"), maybe("sums"),
          maybe("squares"), "n_threads"_a);
    m.def("scatter", &scatter<T>, in("starts"), in("words"), in("values"), in("cuts"), maybe("Z"),
          maybe("labels"), in("parts"), in("sums"), in("squares"), "n_threads"_a);
    m.def("decide", &decide<T>, in("scores"), in("Z"), "kind"_a, "inner"_a, "power"_a, in("G"), in("answers"),
          "n_threads"_a);
    m.def("dot", &dot<T>, in("a"), in("b"), "n_threads"_a);
    m.def("sandwich", &sandwich<T>, in("starts"), in("words"), in("values"), "d"_a, maybe("S"), in("out"),
          "n_threads"_a);
    m.def("power_by", &power_by<T>, in("S"), "power"_a, in("scale"), "n_threads"_a);
    m.def("below", &below<T>, in("S"), "threshold"_a, "n_threads"_a);
    m.def("count", &count<T>, in("S"), "shift"_a, "found"_a, in("counts"), "n_threads"_a);
}

}  // namespace

NB_MODULE(_kernels, m) {
    m.attr("instruction_set") = table.name;
    bind<float>(m);
    bind<double>(m);
}
