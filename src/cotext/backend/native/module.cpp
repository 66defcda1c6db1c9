// The kernels as Python functions: measure the arguments, let go of the GIL, share work among
// threads. Work is cut by the data alone and added in order, so threads never change a bit of the result.
#include <algorithm>

#include "checks.h"
#include "parts.h"
#include "similarities.h"
#include "table.h"
#include "text.h"
#include "workers.h"

using namespace cotext;
using namespace nb::literals;

namespace {

// out (n x w) = X W; w is a multiple of 16 bytes
template <class T>
void gather(const Rows& rows, Given W, Target out, int64_t n_threads) {
    const Csr<T> X = rows.csr<T>();
    const T* from = numbers<T>(W, "W", {X.d, ANY});
    const int64_t w = int64_t(W.shape(1));
    require(w == padded(w, sizeof(T)), "W has " + std::to_string(w) + " columns, expected a multiple of 16 bytes");
    T* to = numbers<T>(out, "out", {X.n, w});
    nb::gil_scoped_release free;
    parallel_rows<T>(X.n, n_threads, 0, [&](int64_t first, int64_t last, T*) {
        kernels<T>().gather(X, from, w, w, to + first * w, w, first, last);
    });
}

// Where the sums of a sweep go: each part has d x padded(R g) of its own.
template <class T>
struct Sums {
    const int64_t* cuts;
    int64_t n_parts;
    T *parts, *XtZ;
    double* ZtZ;

    Sums(const Sweep<T>& job, const Given& bounds, const Target& room, const Target& sums, const Target& squares) {
        cuts = numbers<int64_t>(bounds, "cuts", {ANY});
        n_parts = int64_t(bounds.size()) - 1;
        require_within(n_parts, 1, INT32_MAX, "the number of parts in cuts");
        require_cuts(cuts, n_parts, job.X.n, "cuts");
        XtZ = numbers<T>(sums, "sums", {job.restarts, job.X.d, job.g});
        ZtZ = numbers<double>(squares, "squares", {job.restarts, job.g, job.g});
        parts = numbers<T>(room, "parts", {ANY});
        const int64_t each = n_parts * padded(job.restarts * job.g, sizeof(T));
        require(int64_t(room.size()) / each >= job.X.d,
                "parts has room for " + std::to_string(room.size()) + " numbers, expected " +
                    std::to_string(each) + " for each of " + std::to_string(job.X.d) + " words");
    }
};

// X'Z and Z'Z of all parts, each swept or scattered by `visit`
template <class T, class F>
void add_up(const Sweep<T>& job, const Sums<T>& into, int64_t n_threads, const F& visit) {
    const int64_t rg = job.restarts * job.g, width = padded(rg, sizeof(T)), n_squares = rg * job.g;
    const auto own = take<double>(into.n_parts * n_squares, "the squares of every part");
    parallel<T>(into.n_parts, n_threads, kernels<T>().scratch_size(job), [&](int64_t p, T* room) {
        visit(job, into.cuts[p], into.cuts[p + 1], into.parts + p * job.X.d * width, own.get() + p * n_squares, room);
    });
    parallel_rows<T>(job.X.d, n_threads, 0, [&](int64_t first, int64_t last, T*) {
        kernels<T>().add(into.parts, into.n_parts, job, into.XtZ, first, last);
    });
    std::fill_n(into.ZtZ, n_squares, 0.0);
    for (int64_t i = 0; i < into.n_parts * n_squares; ++i) into.ZtZ[i % n_squares] += own[size_t(i)];
}

// restarts and answers, as the last and the first axis of an array tell them
template <class T, class A>
void measure(Sweep<T>& job, const A& array, const char* name) {
    numbers<T>(array, name, {ANY, ANY, ANY});
    job.restarts = int64_t(array.shape(0)), job.g = int64_t(array.shape(2));
    require_within(job.restarts, 1, INT32_MAX, std::string("the number of restarts in ") + name);
    require_within(job.g, 1, INT32_MAX, std::string("the number of clusters in ") + name);
}

template <class T>
void decide_rows(const Sweep<T>& job, int64_t n_threads) {
    parallel_rows<T>(job.X.n, n_threads, kernels<T>().scratch_size(job),
                     [&](int64_t first, int64_t last, T* room) {
                         kernels<T>().sweep(job, first, last, nullptr, nullptr, room);
                     });
}

// gather and decide, and scatter too if there are parts to scatter into
template <class T>
void sweep(const Rows& rows, Given cuts, Given W, Given Z, int kind, int inner, double power, Given G, Given A,
           Given H, Given pull, Given drag, Given offset, int64_t s, Target answers, Target labels, Target best,
           Target parts, Target sums, Target squares, int64_t n_threads) {
    Sweep<T> job{};
    job.X = rows.csr<T>();
    measure(job, Z, "Z");
    const int64_t R = job.restarts, n = job.X.n, g = job.g;
    require_within(kind, multiplicative, argmax, "kind");
    require_within(s, 1, INT32_MAX, "s");
    require(s == g || (kind != argmax && A.is_valid()),
            "s is " + std::to_string(s) + ", expected " + std::to_string(g) + ", or A to turn scores into answers");
    job.s = s;
    job.W = numbers<T>(W, "W", {job.X.d, padded(R * s, sizeof(T))});
    job.Z = numbers<T>(Z, "Z", {R, n, g});
    job.rule = {kind, inner, power,
                kind == argmax ? nullptr : numbers<T>(G, "G", {R, g, g}),
                maybe<T>(A, "A", {R, s, g}), maybe<T>(H, "H", {R, s, g}), maybe<T>(pull, "pull", {R, n, g}),
                maybe<T>(drag, "drag", {n, 1}), maybe<T>(offset, "offset", {R, 1, g})};
    job.answers = numbers<T>(answers, "answers", {R, n, g});
    if (kind == argmax) {
        job.labels = numbers<int32_t>(labels, "labels", {R, n});
        job.best = numbers<T>(best, "best", {R, n});
    }
    if (!parts.is_valid()) {
        nb::gil_scoped_release free;
        return decide_rows(job, n_threads);
    }
    const Sums<T> into(job, cuts, parts, sums, squares);
    nb::gil_scoped_release free;
    add_up(job, into, n_threads, kernels<T>().sweep);
}

// scatter answers, or 0/1 answers given by their labels
template <class T>
void scatter(const Rows& rows, Given cuts, Given Z, Given labels, Target parts, Target sums, Target squares,
             int64_t n_threads) {
    Sweep<T> job{};
    job.X = rows.csr<T>();
    measure(job, sums, "sums");
    job.s = job.g;
    if (labels.is_valid()) {  // the kernels only read what they scatter
        job.labels = const_cast<int32_t*>(numbers<int32_t>(labels, "labels", {job.restarts, job.X.n}));
        require_below(job.labels, int64_t(labels.size()), job.g, "labels");
    } else {
        job.answers = const_cast<T*>(numbers<T>(Z, "Z", {job.restarts, job.X.n, job.g}));
    }
    const Sums<T> into(job, cuts, parts, sums, squares);
    nb::gil_scoped_release free;
    add_up(job, into, n_threads, kernels<T>().scatter);
}

// the rule for rows whose scores are at hand
template <class T>
void decide(Given scores, Given Z, int kind, int inner, double power, Given G, Target answers,
            int64_t n_threads) {
    Sweep<T> job{};
    measure(job, Z, "Z");
    const int64_t R = job.restarts, n = int64_t(Z.shape(1)), g = job.g;
    require_within(kind, multiplicative, descent, "kind");
    job.rule.kind = kind, job.rule.inner = inner, job.rule.power = power;
    job.rule.G = numbers<T>(G, "G", {R, g, g});
    job.X.n = n, job.s = g;
    job.scores = numbers<T>(scores, "scores", {R, n, g});
    job.Z = numbers<T>(Z, "Z", {R, n, g});
    job.answers = numbers<T>(answers, "answers", {R, n, g});
    nb::gil_scoped_release free;
    decide_rows(job, n_threads);
}

template <class T>
double dot(Given a, Given b, int64_t n_threads) {
    constexpr int64_t block = 1 << 16;
    const T* x = numbers<T>(a, "a", {ANY, ANY});
    const T* y = numbers<T>(b, "b", {int64_t(a.shape(0)), int64_t(a.shape(1))});
    const int64_t n = int64_t(a.size()), n_blocks = (n + block - 1) / block;
    nb::gil_scoped_release free;
    const auto own = take<double>(n_blocks, "the products of every block");
    parallel<T>(n_blocks, n_threads, 0, [&](int64_t k, T*) {
        own[size_t(k)] = kernels<T>().dot(x + k * block, y + k * block, std::min(block, n - k * block));
    });
    double total = 0;
    for (int64_t k = 0; k < n_blocks; ++k) total += own[size_t(k)];
    return total;
}

bool is_double(const Rows& rows) { return rows.values.dtype() == nb::dtype<double>(); }
template <class A>
bool is_double(const A& array) { return array.dtype() == nb::dtype<double>(); }

// One function for both precisions: its first argument says which.
template <class R, class First, class... Rest>
auto either(R (*single)(First, Rest...), R (*whole)(First, Rest...)) {
    return [=](First first, Rest... rest) { return (is_double(first) ? whole : single)(first, rest...); };
}

}  // namespace

NB_MODULE(_kernels, m) {
    ready_to_throw();
    m.attr("instruction_set") = table.name;
    const auto maybe = [](const char* name) { return nb::arg(name).none(); };
    nb::class_<Rows>(m, "Rows").def(nb::init<Given, Given, Given, int64_t>(), "starts"_a, "words"_a, "values"_a, "d"_a);
    m.def("gather", either(gather<float>, gather<double>), "rows"_a, "W"_a, "out"_a, "n_threads"_a);
    m.def("sweep", either(sweep<float>, sweep<double>), "rows"_a, "cuts"_a, "W"_a, "Z"_a, "kind"_a, "inner"_a,
          "power"_a, maybe("G"), maybe("A"), maybe("H"), maybe("pull"), maybe("drag"), maybe("offset"), "s"_a,
          "answers"_a, maybe("labels"), maybe("best"), maybe("parts"), maybe("sums"), maybe("squares"),
          "n_threads"_a);
    m.def("scatter", either(scatter<float>, scatter<double>), "rows"_a, "cuts"_a, maybe("Z"), maybe("labels"),
          "parts"_a, "sums"_a, "squares"_a, "n_threads"_a);
    m.def("decide", either(decide<float>, decide<double>), "scores"_a, "Z"_a, "kind"_a, "inner"_a, "power"_a,
          "G"_a, "answers"_a, "n_threads"_a);
    m.def("dot", either(dot<float>, dot<double>), "a"_a, "b"_a, "n_threads"_a);
    m.def("sandwich", either(sandwich<float>, sandwich<double>), "rows"_a, maybe("S"), "out"_a, "n_threads"_a);
    m.def("power_by", either(power_by<float>, power_by<double>), "S"_a, "power"_a, "scale"_a, "n_threads"_a);
    m.def("below", either(below<float>, below<double>), "S"_a, "threshold"_a, "n_threads"_a);
    m.def("count", either(count<float>, count<double>), "S"_a, "shift"_a, "found"_a, "counts"_a, "n_threads"_a);
    m.def("part_sizes", either(part_sizes<float>, part_sizes<double>), "rows"_a, "wanted"_a, "places"_a, "sizes"_a,
          "n_threads"_a);
    m.def("fill_part", either(fill_part<float>, fill_part<double>), "rows"_a, "wanted"_a, "places"_a, "starts"_a,
          "words"_a, "values"_a, "n_threads"_a);
    bind_text(m);
    bind_counts(m);
}
