#pragma once

/// @file
/// Host pages, and rounding.

#include <cstdint>

namespace simulator {

/// Size of a host page in bytes.
inline constexpr std::uint64_t page_bytes = 4096;

/// Returns the smallest multiple of @p to that is not less than @p value.
constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t to) { return (value + to - 1) / to * to; }

} // namespace simulator
