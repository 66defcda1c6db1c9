// Short vectors: the compiler's own where it has them, plain loops elsewhere. Included once per instruction set.

#if defined(__GNUC__) || defined(__clang__)
template <class T, int N>
struct VectorOf {
    typedef T type __attribute__((vector_size(N * sizeof(T))));
};
template <class T, int N>
using Vector = typename VectorOf<T, N>::type;
#define COTEXT_UNROLL _Pragma("GCC unroll 8")
#if defined(__clang__)
#define COTEXT_APART __attribute__((noinline))
#else
#define COTEXT_APART __attribute__((noipa))
#endif
template <class V>
inline V larger(V a, V b) {
    return a > b ? a : b;
}
#else
template <class T, int N>
struct Vector {
    T x[N];
    T& operator[](int i) { return x[i]; }
};
#define COTEXT_EACH(expression)                \
    Vector<T, N> c;                            \
    for (int i = 0; i < N; ++i) c.x[i] = expression; \
    return c
template <class T, int N> inline Vector<T, N> operator+(Vector<T, N> a, Vector<T, N> b) { COTEXT_EACH(a.x[i] + b.x[i]); }
template <class T, int N> inline Vector<T, N> operator-(Vector<T, N> a, Vector<T, N> b) { COTEXT_EACH(a.x[i] - b.x[i]); }
template <class T, int N> inline Vector<T, N> operator*(Vector<T, N> a, Vector<T, N> b) { COTEXT_EACH(a.x[i] * b.x[i]); }
template <class T, int N> inline Vector<T, N> operator/(Vector<T, N> a, Vector<T, N> b) { COTEXT_EACH(a.x[i] / b.x[i]); }
template <class T, int N> inline Vector<T, N> operator*(T a, Vector<T, N> b) { COTEXT_EACH(a * b.x[i]); }
template <class T, int N> inline Vector<T, N> operator+(Vector<T, N> a, T b) { COTEXT_EACH(a.x[i] + b); }
template <class T, int N> inline void operator+=(Vector<T, N>& a, Vector<T, N> b) { a = a + b; }
template <class T, int N> inline Vector<T, N> larger(Vector<T, N> a, Vector<T, N> b) { COTEXT_EACH(a.x[i] > b.x[i] ? a.x[i] : b.x[i]); }
#define COTEXT_UNROLL
#define COTEXT_APART __declspec(noinline)
#endif

template <class V, class T>
inline V load(const T* p) {
    V v;
    memcpy(&v, p, sizeof(V));
    return v;
}
template <class V, class T>
inline void store(T* p, V v) {
    memcpy(p, &v, sizeof(V));
}
template <class V, class T>
inline V splat(T x) {
    V zero{};
    return zero + x;
}

template <class T>
constexpr int LANES = 64 / int(sizeof(T));  // documents that decide at a time, and columns of a full vector
template <class T>
constexpr int QUAD = 16 / int(sizeof(T));
template <class T>
using Full = Vector<T, LANES<T>>;
template <class T>
using Quad = Vector<T, QUAD<T>>;
