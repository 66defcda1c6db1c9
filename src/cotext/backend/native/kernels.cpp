// Gather, decide, scatter. This file is compiled once per instruction set, with COTEXT_ISA as its name; it
// uses nothing of the standard library that a linker could share between those copies.
#include "kernels.h"
#include "machine.h"

#include <math.h>
#include <string.h>

namespace cotext {
namespace COTEXT_ISA {

#include "vectors.h"

constexpr int AHEAD = 8;  // nonzeros whose rows are asked for in advance
constexpr int64_t NEAR = 512 << 10;  // bytes: half of what the cache of a core holds
constexpr int64_t TOGETHER = 1 << 10;  // rows
constexpr int WIDEST = 5;  // full vectors of one tile: with a tail, what the registers hold

// --- gather and scatter --------------------------------------------------------------------------------

// Columns of a tile held in registers: NV full vectors and NQ quads.
template <class T, int NV, int NQ>
struct Tile {
    Full<T> full[NV ? NV : 1];
    Quad<T> tail[NQ ? NQ : 1];

    inline void clear() {
        COTEXT_UNROLL for (int v = 0; v < NV; ++v) full[v] = Full<T>{};
        COTEXT_UNROLL for (int q = 0; q < NQ; ++q) tail[q] = Quad<T>{};
    }
    inline void read(const T* p) {
        COTEXT_UNROLL for (int v = 0; v < NV; ++v) full[v] = load<Full<T>>(p + v * LANES<T>);
        COTEXT_UNROLL for (int q = 0; q < NQ; ++q) tail[q] = load<Quad<T>>(p + NV * LANES<T> + q * QUAD<T>);
    }
    inline void write(T* p) const {
        COTEXT_UNROLL for (int v = 0; v < NV; ++v) store(p + v * LANES<T>, full[v]);
        COTEXT_UNROLL for (int q = 0; q < NQ; ++q) store(p + NV * LANES<T> + q * QUAD<T>, tail[q]);
    }
    inline void add(T x, const T* p) {
        COTEXT_UNROLL for (int v = 0; v < NV; ++v) full[v] += x * load<Full<T>>(p + v * LANES<T>);
        COTEXT_UNROLL for (int q = 0; q < NQ; ++q)
            tail[q] += x * load<Quad<T>>(p + NV * LANES<T> + q * QUAD<T>);
    }
    inline void add(const Tile& other) {
        COTEXT_UNROLL for (int v = 0; v < NV; ++v) full[v] += other.full[v];
        COTEXT_UNROLL for (int q = 0; q < NQ; ++q) tail[q] += other.tail[q];
    }
    inline void add_to(T* p, T x) const {
        COTEXT_UNROLL for (int v = 0; v < NV; ++v)
            store(p + v * LANES<T>, load<Full<T>>(p + v * LANES<T>) + x * full[v]);
        COTEXT_UNROLL for (int q = 0; q < NQ; ++q) {
            T* place = p + NV * LANES<T> + q * QUAD<T>;
            store(place, load<Quad<T>>(place) + x * tail[q]);
        }
    }
    static inline void prefetch(const T* p) {
        const char* bytes = reinterpret_cast<const char*>(p);
        constexpr int size = NV * 64 + NQ * 16;
        COTEXT_UNROLL for (int b = 0; b < size; b += 64) COTEXT_PREFETCH(bytes + b);
        COTEXT_PREFETCH(bytes + size - 1);
    }
};

// Nonzeros of some rows: from[i] .. to[i], and what is asked for in advance lies before `known`. Where only the
// near words of each row are taken, that is its own end, and sums are added to those of the words before.
struct Span {
    const int64_t *from, *to;
    int64_t rows, known;
    bool onto;

    template <class T>
    static Span of(const Csr<T>& X, int64_t first, int64_t last) {
        return {X.starts + first, X.starts + first + 1, last - first, X.starts[last], false};
    }
};

// Two sums where one would wait for itself: the vectors of a narrow tile do not fill the pipeline.
template <class T, int NV, int NQ>
void gather_tile(const Csr<T>& X, const T* W, int64_t w, T* out, int64_t out_width, const Span& span) {
    for (int64_t i = 0; i < span.rows; ++i, out += out_width) {
        int64_t p = span.from[i];
        const int64_t end = span.to[i], known = span.onto ? end : span.known;
        Tile<T, NV, NQ> even, odd;
        span.onto ? even.read(out) : even.clear();
        odd.clear();
        for (; p + 1 < end; p += 2) {
            if (NV > 2 && p + AHEAD + 1 < known) {
                Tile<T, NV, NQ>::prefetch(W + X.words[p + AHEAD] * w);
                Tile<T, NV, NQ>::prefetch(W + X.words[p + AHEAD + 1] * w);
            }
            even.add(X.values[p], W + X.words[p] * w);
            odd.add(X.values[p + 1], W + X.words[p + 1] * w);
        }
        if (p < end) even.add(X.values[p], W + X.words[p] * w);
        even.add(odd);
        even.write(out);
    }
}

template <class T, int NV, int NQ>
void scatter_tile(const Csr<T>& X, const T* Z, int64_t v, T* sums, int64_t sums_width, const Span& span) {
    for (int64_t i = 0; i < span.rows; ++i, Z += v) {
        Tile<T, NV, NQ> z;
        z.read(Z);
        for (int64_t p = span.from[i]; p < span.to[i]; ++p) {
            if (NV > 2 && p + AHEAD < span.known) Tile<T, NV, NQ>::prefetch(sums + X.words[p + AHEAD] * sums_width);
            z.add_to(sums + X.words[p] * sums_width, X.values[p]);
        }
    }
}

template <class T>
using TileFunction = void (*)(const Csr<T>&, const T*, int64_t, T*, int64_t, const Span&);

template <class T, int NV>
TileFunction<T> pick_tail(int quads, bool gathers) {
    switch (quads) {
        case 0: return gathers ? gather_tile<T, NV, 0> : scatter_tile<T, NV, 0>;
        case 1: return gathers ? gather_tile<T, NV, 1> : scatter_tile<T, NV, 1>;
        case 2: return gathers ? gather_tile<T, NV, 2> : scatter_tile<T, NV, 2>;
        default: return gathers ? gather_tile<T, NV, 3> : scatter_tile<T, NV, 3>;
    }
}

template <class T>
TileFunction<T> pick(int64_t width, bool gathers) {
    const int full = int(width / LANES<T>), quads = int(width % LANES<T>) / QUAD<T>;
    switch (full) {
        case 0: return pick_tail<T, 0>(quads, gathers);
        case 1: return pick_tail<T, 1>(quads, gathers);
        case 2: return pick_tail<T, 2>(quads, gathers);
        case 3: return pick_tail<T, 3>(quads, gathers);
        case 4: return pick_tail<T, 4>(quads, gathers);
        default: return pick_tail<T, WIDEST>(quads, gathers);
    }
}

// The columns a tile after c may have: all that are left if they fit, else full vectors.
template <class T>
int64_t tile_width(int64_t c, int64_t width) {
    const int64_t left = width - c;
    return left < (WIDEST + 1) * LANES<T> ? left : WIDEST * LANES<T>;
}

// Columns beyond the last full quad are done again with those before them.
template <class T>
void gather_span(const Csr<T>& X, const T* W, int64_t w, int64_t columns, T* out, int64_t out_width,
                 const Span& span) {
    const int64_t whole = columns / QUAD<T> * QUAD<T>;
    for (int64_t c = 0; c < whole; c += tile_width<T>(c, whole))
        pick<T>(tile_width<T>(c, whole), true)(X, W + c, w, out + c, out_width, span);
    if (const int64_t c = columns - QUAD<T>; whole < columns)
        gather_tile<T, 0, 1>(X, W + c, w, out + c, out_width, span);
}

// The same for at most TOGETHER rows of very many nonzeros and a W that is larger than the cache: NEAR bytes of W
// for all of these rows, then the next ones.
template <class T>
void gather_near(const Csr<T>& X, const T* W, int64_t w, T* out, int64_t first, int64_t last) {
    const int64_t step = NEAR / (w * int64_t(sizeof(T))), rows = last - first;
    int64_t from[TOGETHER], to[TOGETHER];
    memcpy(from, X.starts + first, rows * sizeof(int64_t));
    memset(out, 0, rows * w * sizeof(T));
    for (int64_t word = step;; word += step) {
        for (int64_t i = 0; i < rows; ++i) {
            int64_t p = from[i];
            while (p < X.starts[first + i + 1] && X.words[p] < word) ++p;
            to[i] = p;
        }
        gather_span(X, W, w, w, out, w, {from, to, rows, 0, true});
        if (word >= X.d) break;
        memcpy(from, to, rows * sizeof(int64_t));
    }
}

template <class T>
void gather(const Csr<T>& X, const T* W, int64_t w, int64_t columns, T* out, int64_t out_width, int64_t first,
            int64_t last) {
    const int64_t pieces = X.d * w * int64_t(sizeof(T)) / NEAR, nonzeros = X.starts[last] - X.starts[first];
    if (columns != w || out_width != w || columns % QUAD<T> || pieces < 2 || nonzeros < 4 * pieces * (last - first)) {
        gather_span(X, W, w, columns, out, out_width, Span::of(X, first, last));
        return;
    }
    for (int64_t i = first; i < last; i += TOGETHER)
        gather_near(X, W, w, out + (i - first) * w, i, i + TOGETHER < last ? i + TOGETHER : last);
}

template <class T>
void scatter_rows(const Csr<T>& X, const T* Z, int64_t v, T* sums, int64_t first, int64_t last) {
    for (int64_t c = 0; c < v; c += tile_width<T>(c, v))
        pick<T>(tile_width<T>(c, v), false)(X, Z + c, v, sums + c, v, Span::of(X, first, last));
}

// Of 0/1 answers: one addition per nonzero and restart.
template <class T>
void scatter_labels(const Sweep<T>& job, int64_t first, int64_t last, int64_t v, T* sums, double* squares) {
    const Csr<T>& X = job.X;
    const int64_t g = job.g;
    constexpr int64_t AT_ONCE = 32;
    int64_t columns[AT_ONCE];
    for (int64_t some = 0; some < job.restarts; some += AT_ONCE) {
        const int64_t count = job.restarts - some < AT_ONCE ? job.restarts - some : AT_ONCE;
        for (int64_t i = first; i < last; ++i) {
            for (int64_t r = 0; r < count; ++r) {
                const int64_t label = job.labels[(some + r) * X.n + i];
                columns[r] = (some + r) * g + label;
                squares[columns[r] * g + label] += 1;
            }
            const int64_t end = X.starts[i + 1];
            if (count == 1) {
                T* column = sums + columns[0];
                for (int64_t p = X.starts[i]; p < end; ++p) column[X.words[p] * v] += X.values[p];
                continue;
            }
            for (int64_t p = X.starts[i]; p < end; ++p) {
                T* row = sums + X.words[p] * v;
                for (int64_t r = 0; r < count; ++r) row[columns[r]] += X.values[p];
            }
        }
    }
}

// squares += z'z for some documents: exact to the last bit or so, since the long sum is in double.
template <class T>
void add_squares(const T* Z, int64_t v, int64_t rows, int64_t g, double* squares) {
    for (int64_t a = 0; a < g; ++a)
        for (int64_t b = 0; b < g; b += LANES<T>) {
            Full<T> sum{};
            const int64_t width = g - b < LANES<T> ? g - b : LANES<T>;
            for (int64_t i = 0; i < rows; ++i) sum += Z[i * v + a] * load<Full<T>>(Z + i * v + b);
            for (int64_t c = 0; c < width; ++c) squares[a * g + b + c] += double(sum[c]);
        }
}

// --- decide: a vector holds the same number of several documents -----------------------------------------

template <class T>
inline Full<T> weighted_sum(const T* weights, int64_t stride, const T* columns, int64_t n) {
    Full<T> sum[4] = {};
    int64_t k = 0;
    for (; k + 3 < n; k += 4)
        COTEXT_UNROLL for (int j = 0; j < 4; ++j)
            sum[j] += weights[(k + j) * stride] * load<Full<T>>(columns + (k + j) * LANES<T>);
    for (; k < n; ++k) sum[0] += weights[k * stride] * load<Full<T>>(columns + k * LANES<T>);
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

template <class T>
constexpr T TINY = T(1e-30);

template <class T>
Full<T> powered(Full<T> x, double power) {
    if (power == 1) return x;
    for (int l = 0; l < LANES<T>; ++l) x[l] = power == 0.5 ? T(sqrt(double(x[l]))) : T(pow(double(x[l]), power));
    return x;
}

// Columns of LANES documents: scores s, answers z (in and out), and room for two more of g.
template <class T>
struct Lanes {
    T *scores, *z, *attraction, *repulsion;
};

template <class T>
void transform(const T* weights, int64_t s, int64_t g, const T* columns, T* out) {
    for (int64_t c = 0; c < g; ++c) store(out + c * LANES<T>, weighted_sum(weights + c, g, columns, s));
}

template <class T>
void multiply(const Sweep<T>& job, int64_t r, int64_t first, int64_t rows, Lanes<T> lanes) {
    const Rule<T>& rule = job.rule;
    const int64_t g = job.g;
    const T *G = rule.G + r * g * g, *H = rule.H ? rule.H + r * job.s * g : nullptr;
    const Full<T> tiny = splat<Full<T>>(TINY<T>);
    Full<T> drag{};
    if (rule.drag)
        for (int64_t l = 0; l < rows; ++l) drag[l] = rule.drag[first + l];
    for (int repeat = 0; repeat < rule.inner; ++repeat) {
        for (int64_t c = 0; c < g; ++c) {
            Full<T> sum = weighted_sum(G + c, g, lanes.z, g);
            if (H) sum += weighted_sum(H + c, g, lanes.scores, job.s);
            if (rule.drag) sum += drag * load<Full<T>>(lanes.z + c * LANES<T>);
            store(lanes.repulsion + c * LANES<T>, sum);
        }
        for (int64_t c = 0; c < g * LANES<T>; c += LANES<T>) {
            const Full<T> ratio =
                load<Full<T>>(lanes.attraction + c) / larger(load<Full<T>>(lanes.repulsion + c), tiny);
            store(lanes.z + c, load<Full<T>>(lanes.z + c) * powered<T>(ratio, rule.power));
        }
    }
    for (int64_t c = 0; c < g * LANES<T>; ++c) lanes.z[c] = lanes.z[c] < TINY<T> ? 0 : lanes.z[c];
}

template <class T>
void descend(const Sweep<T>& job, int64_t r, Lanes<T> lanes) {
    const int64_t g = job.g;
    const T* G = job.rule.G + r * g * g;
    const Full<T> zero{};
    for (int64_t c = 0; c < g; ++c) {
        const T curvature = G[c * g + c];
        lanes.repulsion[c] = 1 / (curvature > TINY<T> ? curvature : TINY<T>);
    }
    for (int repeat = 0; repeat < job.rule.inner; ++repeat)
        for (int64_t c = 0; c < g; ++c) {
            T* z = lanes.z + c * LANES<T>;
            const Full<T> slope =
                load<Full<T>>(lanes.attraction + c * LANES<T>) - weighted_sum(G + c * g, 1, lanes.z, g);
            store(z, larger(load<Full<T>>(z) + lanes.repulsion[c] * slope, zero));
        }
}

template <class T>
void choose(const Sweep<T>& job, int64_t r, int64_t first, int64_t rows, Lanes<T> lanes) {
    const T* offset = job.rule.offset ? job.rule.offset + r * job.g : nullptr;
    T best[LANES<T>];
    int32_t label[LANES<T>] = {};
    for (int64_t c = 0; c < job.g; ++c) {
        const T more = offset ? offset[c] : T(0);
        const T* fit = lanes.scores + c * LANES<T>;
        for (int l = 0; l < LANES<T>; ++l) {
            const T value = fit[l] + more;
            const bool better = c == 0 || value > best[l];
            best[l] = better ? value : best[l];
            label[l] = better ? int32_t(c) : label[l];
        }
    }
    for (int64_t l = 0; l < rows; ++l) {
        const int64_t i = r * job.X.n + first + l;
        job.labels[i] = label[l];
        job.best[i] = best[l];
        memset(job.answers + i * job.g, 0, size_t(job.g) * sizeof(T));
        job.answers[i * job.g + label[l]] = 1;
    }
}

// rows x width, rows `stride` apart, to columns of LANES; documents that are not there read as zero.
template <class T>
void to_lanes(const T* from, int64_t stride, int64_t rows, int64_t width, T* to) {
    if (rows < LANES<T>) memset(to, 0, size_t(width * LANES<T>) * sizeof(T));
    for (int64_t l = 0; l < rows; ++l)
        for (int64_t c = 0; c < width; ++c) to[c * LANES<T> + l] = from[l * stride + c];
}

// Never copied into its callers: two copies might round differently.
template <class T>
COTEXT_APART void decide(const Sweep<T>& job, int64_t r, const T* scores, int64_t stride, int64_t first, int64_t rows,
            Lanes<T> lanes) {
    const int64_t s = job.s, g = job.g, n = job.X.n;
    to_lanes(scores, stride, rows, s, lanes.scores);
    if (job.rule.kind == argmax) return choose(job, r, first, rows, lanes);
    to_lanes(job.Z + (r * n + first) * g, g, rows, g, lanes.z);
    if (job.rule.A) transform(job.rule.A + r * s * g, s, g, lanes.scores, lanes.attraction);
    if (job.rule.pull) {
        if (!job.rule.A) memcpy(lanes.attraction, lanes.scores, size_t(g * LANES<T>) * sizeof(T));
        const T* pull = job.rule.pull + (r * n + first) * g;
        for (int64_t l = 0; l < rows; ++l)
            for (int64_t c = 0; c < g; ++c) lanes.attraction[c * LANES<T> + l] += pull[l * g + c];
    }
    if (!job.rule.A && !job.rule.pull) lanes.attraction = lanes.scores;
    if (job.rule.kind == multiplicative)
        multiply(job, r, first, rows, lanes);
    else
        descend(job, r, lanes);
    T* out = job.answers + (r * n + first) * g;
    for (int64_t l = 0; l < rows; ++l)
        for (int64_t c = 0; c < g; ++c) out[l * g + c] = lanes.z[c * LANES<T> + l];
}

// --- the pass ---------------------------------------------------------------------------------------------

template <class T>
struct Room {  // one thread's scratch
    T *gathered, *wide;
    Lanes<T> lanes;
    int64_t w, v;

    Room(const Sweep<T>& job, T* scratch) {
        w = padded(job.restarts * job.s, sizeof(T));
        v = padded(job.restarts * job.g, sizeof(T));
        gathered = scratch;
        wide = gathered + LANES<T> * w;
        lanes.scores = wide + LANES<T> * (v + 1);  // squares read one vector past the last document
        lanes.z = lanes.scores + LANES<T> * job.s;
        lanes.attraction = lanes.z + LANES<T> * job.g;
        lanes.repulsion = lanes.attraction + LANES<T> * job.g;
    }
};

template <class T>
int64_t scratch_size(const Sweep<T>& job) {
    return LANES<T> * (padded(job.restarts * job.s, sizeof(T)) + padded(job.restarts * job.g, sizeof(T)) + 1 +
                       job.s + 3 * job.g);
}

template <class T>
void scatter_some(const Sweep<T>& job, int64_t first, int64_t rows, const Room<T>& room, T* sums,
                  double* squares) {
    const int64_t g = job.g;
    for (int64_t r = 0; r < job.restarts; ++r)
        for (int64_t l = 0; l < rows; ++l)
            for (int64_t c = 0; c < g; ++c)
                room.wide[l * room.v + r * g + c] = job.answers[(r * job.X.n + first + l) * g + c];
    for (int64_t r = 0; r < job.restarts; ++r)
        add_squares(room.wide + r * g, room.v, rows, g, squares + r * g * g);
    scatter_rows(job.X, room.wide, room.v, sums, first, first + rows);
}

template <class T>
void clear(const Sweep<T>& job, T* sums, double* squares, const Room<T>& room) {
    memset(sums, 0, size_t(job.X.d * room.v) * sizeof(T));
    memset(squares, 0, size_t(job.restarts * job.g * job.g) * sizeof(double));
    memset(room.wide, 0, size_t(LANES<T> * (room.v + 1)) * sizeof(T));
}

template <class T>
void sweep(const Sweep<T>& job, int64_t first, int64_t last, T* sums, double* squares, T* scratch) {
    const Room<T> room(job, scratch);
    const bool hard = job.rule.kind == argmax;
    if (sums) clear(job, sums, squares, room);
    for (int64_t i = first; i < last; i += LANES<T>) {
        const int64_t rows = last - i < LANES<T> ? last - i : LANES<T>;
        if (!job.scores) gather(job.X, job.W, room.w, room.w, room.gathered, room.w, i, i + rows);
        for (int64_t r = 0; r < job.restarts; ++r) {
            const T* scores =
                job.scores ? job.scores + (r * job.X.n + i) * job.s : room.gathered + r * job.s;
            decide(job, r, scores, job.scores ? job.s : room.w, i, rows, room.lanes);
        }
        if (sums && hard) scatter_labels(job, i, i + rows, room.v, sums, squares);
        if (sums && !hard) scatter_some(job, i, rows, room, sums, squares);
    }
}

template <class T>
void scatter(const Sweep<T>& job, int64_t first, int64_t last, T* sums, double* squares, T* scratch) {
    const Room<T> room(job, scratch);
    clear(job, sums, squares, room);
    if (job.labels) return scatter_labels(job, first, last, room.v, sums, squares);
    for (int64_t i = first; i < last; i += LANES<T>)
        scatter_some(job, i, last - i < LANES<T> ? last - i : LANES<T>, room, sums, squares);
}

template <class T>
void add(T* parts, int64_t n_parts, const Sweep<T>& job, T* out, int64_t first, int64_t last) {
    const int64_t g = job.g, d = job.X.d, v = padded(job.restarts * g, sizeof(T));
    for (int64_t p = 1; p < n_parts; ++p) {
        const T* part = parts + p * d * v;
        for (int64_t i = first * v; i < last * v; ++i) parts[i] += part[i];
    }
    for (int64_t r = 0; r < job.restarts; ++r)
        for (int64_t j = first; j < last; ++j)
            for (int64_t c = 0; c < g; ++c) out[(r * d + j) * g + c] = parts[j * v + r * g + c];
}

template <class T>
double dot(const T* a, const T* b, int64_t n) {
    Vector<double, 8> sum[4] = {};
    int64_t i = 0;
    for (; i + 31 < n; i += 32)
        COTEXT_UNROLL for (int j = 0; j < 4; ++j) {
            Vector<double, 8> x{}, y{};
            for (int l = 0; l < 8; ++l) x[l] = a[i + 8 * j + l], y[l] = b[i + 8 * j + l];
            sum[j] += x * y;
        }
    Vector<double, 8> all = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    double total = 0;
    for (int l = 0; l < 8; ++l) total += all[l];
    for (; i < n; ++i) total += double(a[i]) * double(b[i]);
    return total;
}

#include "pairs.h"

template <class T>
constexpr Kernels<T> kernels() {
    return {gather<T>,    sweep<T>, scatter<T>,  add<T>,   dot<T>,  scratch_size<T>,
            transpose<T>, pack<T>,  power_by<T>, below<T>, count<T>};
}

}  // namespace COTEXT_ISA

#define COTEXT_JOIN(a, b) a##b
#define COTEXT_TABLE(isa) COTEXT_JOIN(isa, _table)
#define COTEXT_TEXT(a) #a
#define COTEXT_NAME(a) COTEXT_TEXT(a)

const Table& COTEXT_TABLE(COTEXT_ISA)() {
    static constexpr Table table = {COTEXT_ISA::kernels<float>(), COTEXT_ISA::kernels<double>(),
                                    COTEXT_NAME(COTEXT_ISA)};
    return table;
}

}  // namespace cotext
