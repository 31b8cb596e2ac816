#pragma once

/// @file
/// Copying and filling: who may copy what where, and where the bytes really are.

#include <driver_types.h>

#include <cstddef>
#include <cstdint>

#include "memory/device_memory.h"

namespace simulator::runtime {

class Runtime;

/// Rows of equal length, one below the other: a copy in one piece has one row.
struct Rows {
    std::size_t width = 0;  ///< bytes of a row
    std::size_t count = 1;  ///< rows of a layer
    std::size_t layers = 1; ///< one behind the other
};

/// Where rows lie.
struct Layout {
    std::size_t pitch = 0; ///< from a row to the next
    std::size_t layer = 0; ///< from a layer to the next
};

/// Copies @p bytes. Refuses what a GPU refuses; a range that begins in an allocation and runs over its end is told as
/// a finding as well. @p caller is who asked.
void copy(Runtime& runtime, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
          const void* caller);
/// The same for rows.
void copy(Runtime& runtime, void* to, Layout to_layout, const void* from, Layout from_layout, Rows rows,
          cudaMemcpyKind kind, const void* caller);
/// Sets every byte of rows in device memory.
void fill(Runtime& runtime, void* to, Layout layout, Rows rows, int value, const void* caller);

} // namespace simulator::runtime
