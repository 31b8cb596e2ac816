#pragma once

/// @file
/// A fat binary, as a report names it.

#include <cstdint>
#include <string>

namespace simulator {

/// A fat binary whose code was run, as the device has read it out of the program.
struct ImageRecord {
    std::string sha256;  ///< of its bytes
    std::uint64_t bytes; ///< how many these are
};

} // namespace simulator
