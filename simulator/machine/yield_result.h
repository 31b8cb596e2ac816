#pragma once

/// @file
/// Result of yielding from a kernel that polls memory to other work.

#include <cstdint>

namespace simulator {

/// Whether other work can still change the memory that a kernel polls.
enum class YieldResult : std::uint8_t {
    no_writer,     ///< no other work exists: the kernel polls in vain
    still_polling, ///< another kernel has run, and it polls as well
    progressed,    ///< the program or other work has made progress
};

} // namespace simulator
