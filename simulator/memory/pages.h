#pragma once

/// @file
/// The host's pages, and multiples.

#include <cstdint>

namespace simulator {

/// Bytes of a page of the host's.
inline constexpr std::uint64_t page_bytes = 4096;

/// The least multiple of @p to that is no less than @p value.
constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t to) { return (value + to - 1) / to * to; }

} // namespace simulator
