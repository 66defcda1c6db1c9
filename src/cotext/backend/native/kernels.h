// What the kernels take and give: raw pointers into arrays that Python owns.
#pragma once
#include <cstdint>

namespace cotext {

// Documents in CSR.
template <class T>
struct Csr {
    const int64_t* starts;
    const int32_t* words;
    const T* values;
    int64_t n, d;
};

enum Kind { multiplicative = 0, descent = 1, argmax = 2 };

// The fields of a rule, restarts first; absent ones are null.
template <class T>
struct Rule {
    int kind, inner;
    double power;
    const T* G;       // R x g x g
    const T* A;       // R x s x g
    const T* H;       // R x s x g
    const T* pull;    // R x n x g
    const T* drag;    // n
    const T* offset;  // R x g
};

// One pass over documents. `restarts` problems side by side: s scores and g answers each.
template <class T>
struct Sweep {
    Csr<T> X;
    Rule<T> rule;
    int64_t restarts, s, g;
    const T* W;       // d x w, restarts side by side, w = padded<T>(restarts * s)
    const T* scores;  // R x n x s instead of X and W, where they are at hand
    const T* Z;       // R x n x g
    T* answers;       // R x n x g
    int32_t* labels;  // R x n, of argmax
    T* best;          // R x n, the score of that label
};

constexpr int64_t padded(int64_t columns, int64_t size) {
    const int64_t quad = 16 / size;
    return (columns + quad - 1) / quad * quad;
}

// Everything that is compiled once per instruction set.
template <class T>
struct Kernels {
    // out = X W for rows first .. last (out begins at first); w and out_width lie between rows
    void (*gather)(const Csr<T>& X, const T* W, int64_t w, int64_t columns, T* out, int64_t out_width,
                   int64_t first, int64_t last);
    // decide, and unless sums is null scatter into sums (d x v, restarts side by side) and squares
    void (*sweep)(const Sweep<T>& job, int64_t first, int64_t last, T* sums, double* squares, T* scratch);
    // scatter answers at hand
    void (*scatter)(const Sweep<T>& job, int64_t first, int64_t last, T* sums, double* squares, T* scratch);
    // out (R x d x g), rows first .. last = the parts added up in order
    void (*add)(T* parts, int64_t n_parts, const Sweep<T>& job, T* out, int64_t first, int64_t last);
    double (*dot)(const T* a, const T* b, int64_t n);
    int64_t (*scratch_size)(const Sweep<T>& job);
    // to (columns x rows) = the transpose of from (rows x columns)
    void (*transpose)(const T* from, int64_t stride, int64_t rows, int64_t columns, T* to, int64_t to_stride);
    // to = the rows of from, closer together
    void (*pack)(const T* from, int64_t stride, int64_t rows, int64_t columns, T* to, int64_t to_stride);
    // x_j = x_j ** power * own * scale_j
    void (*power_by)(T* x, int64_t n, double power, T own, const T* scale);
    // x_j = 0 where x_j < threshold
    void (*below)(T* x, int64_t n, T threshold);
    // counts of 16 bits at `shift` among entries whose higher bits are `found`
    void (*count)(const T* x, int64_t n, int shift, uint64_t found, int64_t* counts);
};

struct Table {
    Kernels<float> f32;
    Kernels<double> f64;
    const char* name;
};

const Table& baseline_table();
#ifdef COTEXT_X86
const Table& avx2_table();
const Table& avx512_table();
#endif

}  // namespace cotext
