// What is done to similarities of all pairs, row by row. Included once per instruction set.

template <class T>
void transpose(const T* from, int64_t stride, int64_t rows, int64_t columns, T* to, int64_t to_stride) {
    constexpr int64_t SIDE = 16;
    for (int64_t c = 0; c < columns; c += SIDE)
        for (int64_t r = 0; r < rows; r += SIDE) {
            const int64_t c_end = c + SIDE < columns ? c + SIDE : columns;
            const int64_t r_end = r + SIDE < rows ? r + SIDE : rows;
            for (int64_t j = c; j < c_end; ++j)
                for (int64_t i = r; i < r_end; ++i) to[j * to_stride + i] = from[i * stride + j];
        }
}

template <class T>
void pack(const T* from, int64_t stride, int64_t rows, int64_t columns, T* to, int64_t to_stride) {
    constexpr int64_t ROWS_AHEAD = 12, LINE = 64 / int64_t(sizeof(T));
    for (int64_t i = 0; i < rows; ++i) {
        if (i + ROWS_AHEAD < rows)
            for (int64_t c = 0; c < columns; c += LINE) COTEXT_PREFETCH(from + (i + ROWS_AHEAD) * stride + c);
        for (int64_t c = 0; c < columns; ++c) to[i * to_stride + c] = from[i * stride + c];
    }
}

inline double power_of(double x, double power) { return x > 0 ? pow(x, power) : 0; }

// x ** power for x > 0 and 0 for 0: 2 ** (power log2 x), to about a millionth. The sum of the large and the
// small part of the logarithm is in double, the two polynomials in float.
inline float power_of(float x, double power) {
    int32_t bits;
    memcpy(&bits, &x, 4);
    const int32_t scaled = bits - 0x3f3504f3;  // so that the mantissa lies around 1
    const int32_t exponent = scaled >> 23;
    bits -= exponent * (1 << 23);
    float m;
    memcpy(&m, &bits, 4);
    const float t = (m - 1) / (m + 1), u = t * t;  // log m = 2 atanh t
    const float log2m = t * (2.88539008f + u * (0.96179669f + u * (0.57707802f + u * (0.41219859f + u * 0.3205989f))));
    const double y = power * (double(exponent) + double(log2m));
    const double held = y < -126 ? -126 : y > 127 ? 127 : y;
    const double whole = (held + 6755399441055744.0) - 6755399441055744.0;  // rounds
    const float f = float(held - whole);
    float e = 1 + f * (0.693147181f + f * (0.240226507f + f * (0.0555041087f + f * (0.00961812911f +
              f * (0.00133335581f + f * 0.000154035304f)))));
    int32_t e_bits;
    memcpy(&e_bits, &e, 4);
    e_bits += int32_t(whole) * (1 << 23);
    memcpy(&e, &e_bits, 4);
    return x > 1.17549435e-38f && y >= -126 ? e : 0.0f;
}

template <class T>
void power_by(T* x, int64_t n, double power, T own, const T* scale) {
    if (power == 1)
        for (int64_t j = 0; j < n; ++j) x[j] *= own * scale[j];
    else
        for (int64_t j = 0; j < n; ++j) x[j] = power_of(x[j], power) * (own * scale[j]);
}

template <class T>
void below(T* x, int64_t n, T threshold) {
    for (int64_t j = 0; j < n; ++j) x[j] = x[j] < threshold ? 0 : x[j];
}

inline uint64_t bits_of(float x) {
    uint32_t bits;
    memcpy(&bits, &x, 4);
    return bits;
}
inline uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, 8);
    return bits;
}

template <class T>
void count(const T* x, int64_t n, int shift, uint64_t found, int64_t* counts) {
    const bool all = shift + 16 == int(8 * sizeof(T));
    for (int64_t j = 0; j < n; ++j) {
        const uint64_t bits = bits_of(x[j]);
        if (all || bits >> (shift + 16) == found) ++counts[(bits >> shift) & 0xffff];
    }
}
