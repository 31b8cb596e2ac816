#pragma once

/// @file
/// Memory ranges of calls: validation, and translation to the addresses of the bytes.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "memory/device_memory.h"
#include "message/message.h"

namespace simulator::runtime {

class Runtime;

/// Rows of equal length; a contiguous copy has one row.
struct Rows {
    std::size_t width = 0;  ///< bytes per row
    std::size_t count = 1;  ///< rows per layer
    std::size_t layers = 1; ///< number of layers
};

/// Distances between rows and layers.
struct Layout {
    std::size_t pitch = 0; ///< bytes from a row to the next
    std::size_t layer = 0; ///< bytes from a layer to the next
};

/// Returns @p count * @p each, both from the program. Rejects a product that overflows.
std::size_t checked_product(std::size_t count, std::size_t each);
/// Returns the sum likewise.
std::size_t checked_sum(std::size_t some, std::size_t more);
/// Returns the pitch that the GPU chooses for rows of @p width bytes.
std::size_t pitch_of(std::size_t width);

/// Adds the finding @p what: a range from @p begin exceeds @p allocation. @p caller: return address of the
/// call.
void note_overrun(Runtime& runtime, const Allocation& allocation, Address begin, kernelsmith::Message what,
                  const void* caller);
/// Returns a size for a message. A size that exceeds the range of a message's number is passed as text.
kernelsmith::Argument size_argument(std::string_view name, std::uint64_t size);

/// A memory range that a call uses.
struct Range {
    const void* begin;            ///< start, as the program specifies it
    std::size_t bytes;            ///< length
    bool on_device;               ///< it must be memory that the GPU can access
    kernelsmith::MessageKind use; ///< kind of use, for example call_messages::copy_reads
    const void* caller;           ///< return address of the call
};

/// Returns the translated address of a range; null if it is in the program's own memory. Rejects a range that
/// is not completely allocated, and adds a finding that explains why.
std::byte* resolve(Runtime& runtime, const Range& range);
/// Returns whether the range is in pageable memory, which the device does not know.
bool is_pageable(const Runtime& runtime, const void* begin);

} // namespace simulator::runtime
