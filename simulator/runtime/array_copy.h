#pragma once

/// @file
/// Copies that arrays may take part in, as requests for submit_copy().

#include <driver_types.h>

#include <cstddef>

#include "runtime/arrays.h"
#include "runtime/copy.h"

namespace simulator::runtime {

/// A place in an array. Its coordinates count bytes, rows and layers.
struct ArrayPosition {
    std::size_t x_bytes = 0; ///< in the row
    std::size_t y = 0;       ///< row
    std::size_t z = 0;       ///< layer
};

/// The side of a copy of @p rows that is in an array. Refuses what lies outside of it.
CopySide<void*> side_in(const Array& array, const ArrayPosition& place, const Rows& rows);
/// Where @p bytes begin in an array that go on in the next row where one ends. Refuses what lies outside of it.
void* linear_range_in(const Array& array, const ArrayPosition& place, std::size_t bytes);

/// What cudaMemcpy3D() is asked for. Refuses what a GPU refuses before it looks at the memory. @p caller is who asked.
CopyRequest request_of(Runtime& runtime, const cudaMemcpy3DParms& parameters, const void* caller);

} // namespace simulator::runtime
