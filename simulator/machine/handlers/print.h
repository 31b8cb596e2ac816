#pragma once

/// @file
/// printf in kernels: formatting with a format and arguments in device memory.

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include "machine/core.h"
#include "machine/warp.h"

namespace simulator {

/// Memory as seen by one thread, for reading the arguments of a driver function.
class ThreadMemory {
public:
    /// Memory of a lane of @p warp, which must outlive it.
    ThreadMemory(const Warp& warp, int lane) : warp_(warp), lane_(lane) {}

    /// Returns the bytes at a generic address; null if they are not all valid.
    [[nodiscard]] const std::byte* at(Address generic, std::size_t bytes) const;
    /// Returns a null-terminated text; unreadable memory is marked in it.
    [[nodiscard]] std::string text(Address generic) const;

private:
    const Warp& warp_;
    int lane_;
};

/// Returns the number of arguments that a format needs.
std::size_t argument_count(std::string_view format);

/// Returns the formatted text. @p arguments is the address of the arguments, one after the other, each
/// aligned to its size.
std::string formatted(std::string_view format, Address arguments, const ThreadMemory& memory);

} // namespace simulator
