// What module.cpp binds beside the kernels.
#pragma once
#include <nanobind/nanobind.h>

namespace cotext {

void bind_text(nanobind::module_& m);
void bind_counts(nanobind::module_& m);

}  // namespace cotext
