// Every argument is measured before a pointer into it is followed: the kernels behind trust what they get.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "kernels.h"

namespace cotext {
namespace nb = nanobind;

using Given = nb::ndarray<nb::ro, nb::device::cpu>;  // read
using Target = nb::ndarray<nb::device::cpu>;         // written
constexpr int64_t ANY = -1;

inline void require(bool fits, const std::string& otherwise) {
    if (!fits) throw std::invalid_argument(otherwise);
}

inline std::string listed(size_t n, const int64_t* extents) {
    std::string text = "(";
    for (size_t i = 0; i < n; ++i)
        text += (i ? ", " : "") + (extents[i] == ANY ? std::string("any") : std::to_string(extents[i]));
    return text + ")";
}

inline std::string type_name(nb::dlpack::dtype type) {
    const auto code = nb::dlpack::dtype_code(type.code);
    const char* kind = code == nb::dlpack::dtype_code::Float  ? "float"
                       : code == nb::dlpack::dtype_code::Int  ? "int"
                       : code == nb::dlpack::dtype_code::UInt ? "uint"
                                                              : "other";
    return kind + std::to_string(int(type.bits));
}

template <class A>
bool in_rows(const A& array) {
    int64_t step = 1;
    for (size_t i = array.ndim(); i-- > 0; step *= int64_t(array.shape(i)))
        if (array.shape(i) > 1 && array.stride(i) != step) return array.size() == 0;
    return true;
}

template <class A>
bool has_shape(const A& array, std::initializer_list<int64_t> shape) {
    if (array.ndim() != shape.size()) return false;
    for (size_t i = 0; i < shape.size(); ++i)
        if (shape.begin()[i] != ANY && shape.begin()[i] != int64_t(array.shape(i))) return false;
    return true;
}

// The numbers of an array of that type and shape, C-ordered and aligned; an error names it otherwise.
template <class T, class A>
auto* numbers(const A& array, const char* name, std::initializer_list<int64_t> shape) {
    require(array.is_valid(), std::string(name) + " is None, expected an array");
    const bool aligned = reinterpret_cast<uintptr_t>(array.data()) % alignof(T) == 0;
    if (array.dtype() != nb::dtype<T>() || !has_shape(array, shape) || !in_rows(array) || !aligned) {
        std::string given = type_name(array.dtype()) + " of shape " + listed(array.ndim(), array.shape_ptr());
        throw std::invalid_argument(std::string(name) + ": " + given + (in_rows(array) ? "" : " in other order") +
                                    (aligned ? "" : " not aligned") + ", expected C-ordered " +
                                    type_name(nb::dtype<T>()) + " of shape " +
                                    listed(shape.size(), shape.begin()));
    }
    if constexpr (std::is_same_v<A, Given>)
        return static_cast<const T*>(array.data());
    else
        return static_cast<T*>(array.data());
}

// The same, or null for None.
template <class T>
const T* maybe(const Given& array, const char* name, std::initializer_list<int64_t> shape) {
    return array.is_valid() ? numbers<T>(array, name, shape) : nullptr;
}

// values[0] = 0 <= values[1] <= ... <= values[n] = last
inline void require_cuts(const int64_t* values, int64_t n, int64_t last, const std::string& name) {
    require(values[0] == 0 && values[n] == last,
            name + " goes from " + std::to_string(values[0]) + " to " + std::to_string(values[n]) +
                ", expected 0 to " + std::to_string(last));
    for (int64_t i = 0; i < n; ++i)
        if (values[i] > values[i + 1])
            throw std::invalid_argument(name + " falls after place " + std::to_string(i) +
                                        ", expected numbers that never fall");
}

// 0 <= value < end; a negative one is a large one without its sign
inline void require_below(const int32_t* values, int64_t n, int64_t end, const std::string& name) {
    uint32_t largest = 0;
    for (int64_t i = 0; i < n; ++i) largest = std::max(largest, uint32_t(values[i]));
    require(n == 0 || largest < end, name + " holds " + std::to_string(int32_t(largest)) + ", expected 0 to " +
                                         std::to_string(end - 1));
}

inline void require_within(int64_t value, int64_t least, int64_t most, const std::string& name) {
    require(least <= value && value <= most, name + " is " + std::to_string(value) + ", expected " +
                                                 std::to_string(least) + " to " + std::to_string(most));
}

// Documents in CSR. Their indices are walked here, once per matrix: no kernel does so again.
struct Rows {
    Given starts, words, values;
    int64_t n, d;

    Rows(Given starts_, Given words_, Given values_, int64_t d_)
        : starts(starts_), words(words_), values(values_), d(d_) {
        const int64_t* from = numbers<int64_t>(starts, "starts", {ANY});
        require(starts.size() > 0, "starts is empty, expected one number more than there are documents");
        n = int64_t(starts.size()) - 1;
        const int32_t* columns = numbers<int32_t>(words, "words", {ANY});
        const int64_t nnz = int64_t(words.size());
        if (values.dtype() == nb::dtype<float>()) numbers<float>(values, "values", {nnz});
        else numbers<double>(values, "values", {nnz});
        require_within(d, 0, INT32_MAX, "d");
        require_cuts(from, n, nnz, "starts");
        require_below(columns, nnz, d, "words");
    }

    template <class T>
    Csr<T> csr() const {
        return {static_cast<const int64_t*>(starts.data()), static_cast<const int32_t*>(words.data()),
                static_cast<const T*>(values.data()), n, d};
    }
};

}  // namespace cotext
