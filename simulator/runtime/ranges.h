#pragma once

/// @file
/// Ranges of memory that calls name: who may use them, and where their bytes really are.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "memory/device_memory.h"
#include "message/message.h"

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
std::size_t checked_product(std::size_t count, std::size_t each);
/// The same for a sum.
std::size_t checked_sum(std::size_t some, std::size_t more);
/// From a row of @p width bytes to the next, where the GPU lays out the rows.
std::size_t pitch_of(std::size_t width);

/// Tells @p what: that a range from @p begin on runs over the end of @p allocation. @p caller is who asked.
void note_overrun(Runtime& runtime, const Allocation& allocation, Address begin, kernelsmith::Message what,
                  const void* caller);
/// A size as the program gave it, which may be more than the number in a message holds: then its digits.
kernelsmith::Argument size_argument(std::string_view name, std::uint64_t size);

/// A range of memory that a call uses.
struct Range {
    const void* begin;            ///< as the program knows it
    std::size_t bytes;            ///< of it
    bool on_device;               ///< it has to be memory that the GPU knows
    kernelsmith::MessageKind use; ///< call_messages::copy_reads
    const void* caller;           ///< who asked
};

/// Where a range really lies; null where that is the program's own memory. Refuses one that is not all there, and tells
/// what is wrong with it.
std::byte* resolve(Runtime& runtime, const Range& range);
/// Whether it is the program's own memory, of which the device knows nothing.
bool is_pageable(const Runtime& runtime, const void* begin);

} // namespace simulator::runtime
