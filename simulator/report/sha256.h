#pragma once

/// @file
/// The hash by which a report names a fat binary.

#include <cstddef>
#include <span>
#include <string>

namespace simulator {

/// SHA-256 of @p bytes (FIPS 180-4), in hexadecimal.
std::string sha256(std::span<const std::byte> bytes);

} // namespace simulator
