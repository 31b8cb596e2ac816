#pragma once

/// @file
/// printf as a kernel calls it: a format and arguments that lie in device memory.

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include "machine/core.h"
#include "machine/warp.h"

namespace simulator {

/// Memory as one thread sees it, for reading what it has handed to a function of the driver.
class ThreadMemory {
public:
    /// That of a lane of @p warp, which has to outlive it.
    ThreadMemory(const Warp& warp, int lane) : warp_(warp), lane_(lane) {}

    /// The bytes at a generic address, or null when they are not all there.
    [[nodiscard]] const std::byte* at(Address generic, std::size_t bytes) const;
    /// A text that ends with a zero; what cannot be read shows as such.
    [[nodiscard]] std::string text(Address generic) const;

private:
    const Warp& warp_;
    int lane_;
};

/// How many arguments a format asks for.
std::size_t argument_count(std::string_view format);

/// The formatted text. @p arguments is where they lie, one behind the other, each aligned to its size.
std::string formatted(std::string_view format, Address arguments, const ThreadMemory& memory);

} // namespace simulator
