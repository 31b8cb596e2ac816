#pragma once

/// @file
/// Copies and fills: validation, and translation to the addresses of the bytes.

#include <driver_types.h>

#include <cstdint>

#include "runtime/ranges.h"
#include "runtime/work.h"

namespace simulator::runtime {

class Program;

/// One side of a copy: its start, and the layout of its rows.
template <class Pointer> struct CopySide {
    Pointer begin;      ///< start of the first row
    Layout layout = {}; ///< ignored for a single row
};

/// A copy.
struct CopyRequest {
    CopySide<void*> to;                      ///< destination
    CopySide<const void*> from;              ///< source
    Rows rows;                               ///< rows on both sides
    cudaMemcpyKind kind = cudaMemcpyDefault; ///< direction that the program specified
    const void* caller = nullptr;            ///< return address of the call
    Program* program = nullptr; ///< accesses the program's memory; null: that memory is not accessed
};

/// A fill.
struct FillRequest {
    CopySide<void*> to;           ///< memory of the device
    Rows rows;                    ///< rows to fill
    int value = 0;                ///< value of each element, truncated to its size
    const void* caller = nullptr; ///< return address of the call
    unsigned element_bytes = 1;   ///< 1, 2 or 4
};

/// Whether a call waits until its copy is complete.
enum class Await : std::uint8_t { yes, no };

/// Submits a copy to a stream. Rejects what a GPU rejects. Adds a finding if a range exceeds an allocation,
/// begins in freed memory or in no allocation, or is on the wrong side. The program's own memory is read and
/// written before the call returns, except in a captured stream.
void submit_copy(Runtime& runtime, cudaStream_t stream, CopyRequest request, Await await);
/// Submits a fill of rows to a stream, and does not wait.
void submit_fill(Runtime& runtime, cudaStream_t stream, const FillRequest& request);

/// Returns a copy that is executed later, possibly repeatedly. Rejects what a GPU rejects, as submit_copy()
/// does. Memory that a node of a graph will have allocated by then counts as allocated.
Work deferred_copy(Runtime& runtime, CopyRequest request);
/// Returns a fill that is executed later, with the same checks.
Work deferred_fill(Runtime& runtime, const FillRequest& request);

} // namespace simulator::runtime
