#pragma once

/// @file
/// Copying and filling: who may copy what where, and where the bytes really are.

#include <driver_types.h>

#include <cstdint>

#include "runtime/ranges.h"
#include "runtime/work.h"

namespace simulator::runtime {

class Program;

/// A side of a copy: where it begins, and how its rows lie.
template <class Pointer> struct CopySide {
    Pointer begin;      ///< of the first row
    Layout layout = {}; ///< means nothing for a single row
};

/// What is to be copied.
struct CopyRequest {
    CopySide<void*> to;                      ///< where to
    CopySide<const void*> from;              ///< where from
    Rows rows;                               ///< of both
    cudaMemcpyKind kind = cudaMemcpyDefault; ///< as the program says
    const void* caller = nullptr;            ///< who asked
    Program* program = nullptr;              ///< who reaches the program's memory; null: it is not reached
};

/// What is to be filled.
struct FillRequest {
    CopySide<void*> to;           ///< memory of the device
    Rows rows;                    ///< of it
    int value = 0;                ///< of every element, as far as it fits
    const void* caller = nullptr; ///< who asked
    unsigned element_bytes = 1;   ///< 1, 2 or 4
};

/// Whether a call waits until its copy is done.
enum class Await : std::uint8_t { yes, no };

/// Puts a copy into a stream. Refuses what a GPU refuses; a range that runs over the end of an allocation, or that
/// begins in freed memory, in none at all, or on the wrong side, is told as a finding as well. The program's own memory
/// is read and written before the call returns, except in a stream that is captured.
void submit_copy(Runtime& runtime, cudaStream_t stream, CopyRequest request, Await await);
/// The same for setting every byte of rows, which is not waited for.
void submit_fill(Runtime& runtime, cudaStream_t stream, const FillRequest& request);

/// A copy that is to be done later, and not once only. Refuses what a GPU refuses, as submit_copy() does; memory that a
/// node of a graph will have allocated by then is there already.
Work deferred_copy(Runtime& runtime, CopyRequest request);
/// The same for setting rows.
Work deferred_fill(Runtime& runtime, const FillRequest& request);

} // namespace simulator::runtime
