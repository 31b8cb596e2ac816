#pragma once

/// @file
/// Identification of a fat binary in a report.

#include <cstdint>
#include <string>

namespace simulator {

/// A fat binary whose code was executed, as the device process has read it from the program.
struct ImageRecord {
    std::string sha256;  ///< SHA-256 of its bytes, in hexadecimal
    std::uint64_t bytes; ///< size in bytes
};

} // namespace simulator
