// The kernels of the best instruction set that this machine has, chosen once.
#pragma once
#include "kernels.h"

namespace cotext {

inline const Table& chosen() {
#ifdef COTEXT_X86
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return avx512_table();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return avx2_table();
#endif
    return baseline_table();
}

inline const Table& table = chosen();

template <class T>
const Kernels<T>& kernels();
template <>
inline const Kernels<float>& kernels<float>() { return table.f32; }
template <>
inline const Kernels<double>& kernels<double>() { return table.f64; }

}  // namespace cotext
