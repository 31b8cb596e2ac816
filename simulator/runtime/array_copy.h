#pragma once

/// @file
/// Copies to and from arrays, as requests for submit_copy().

#include <driver_types.h>

#include <cstddef>

#include "runtime/arrays.h"
#include "runtime/copy.h"

namespace simulator::runtime {

/// A position in an array, in bytes, rows and layers.
struct ArrayPosition {
    std::size_t x_bytes = 0; ///< offset in the row
    std::size_t y = 0;       ///< row
    std::size_t z = 0;       ///< layer
};

/// Returns the side of a copy of @p rows that is in an array. Rejects rows outside of the array.
CopySide<void*> side_in(const Array& array, const ArrayPosition& place, const Rows& rows);
/// Returns the address of @p bytes bytes of an array that may continue in the following rows. Rejects bytes
/// outside of the array.
void* linear_range_in(const Array& array, const ArrayPosition& place, std::size_t bytes);

/// Returns the request of a cudaMemcpy3D(). Rejects parameters that a GPU rejects before it accesses memory.
/// @p caller: return address of the call.
CopyRequest request_of(Runtime& runtime, const cudaMemcpy3DParms& parameters, const void* caller);

} // namespace simulator::runtime
