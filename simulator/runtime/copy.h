#pragma once

/// @file
/// Copying and filling: who may copy what where, and where the bytes really are.

#include <driver_types.h>

#include <cstddef>
#include <cstdint>
#include <string>

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

/// @p count times @p each, both numbers of the program's. Refuses a product that is too large for a size.
std::size_t bytes_times(std::size_t count, std::size_t each);
/// The same for a sum.
std::size_t bytes_plus(std::size_t some, std::size_t more);
/// From a row of @p width bytes to the next, where the GPU lays out the rows.
std::size_t pitch_of(std::size_t width);

/// Tells that a range from @p begin on runs over the end of @p allocation. @p caller is who asked.
void note_overrun(Runtime& runtime, const Allocation& allocation, Address begin, std::string what,
                  const void* caller);

/// Refuses a copy that can be seen to be wrong when it is asked for, before its turn comes.
void check_copy(const void* to, const void* from, const Rows& rows, cudaMemcpyKind kind);

/// Copies @p bytes. Refuses what a GPU refuses; a range that runs over the end of an allocation, or that
/// begins in freed memory, in none at all, or on the wrong side, is told as a finding as well. @p caller is
/// who asked.
void copy(Runtime& runtime, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
          const void* caller);
/// The same for rows.
void copy(Runtime& runtime, void* to, Layout to_layout, const void* from, Layout from_layout, Rows rows,
          cudaMemcpyKind kind, const void* caller);
/// Sets every byte of rows in device memory.
void fill(Runtime& runtime, void* to, Layout layout, Rows rows, int value, const void* caller);

} // namespace simulator::runtime
