#pragma once

/// @file
/// The hash that identifies a fat binary in a report.

#include <cstddef>
#include <span>
#include <string>

namespace simulator {

/// Returns the SHA-256 hash of @p bytes (FIPS 180-4), in hexadecimal.
std::string sha256(std::span<const std::byte> bytes);

} // namespace simulator
