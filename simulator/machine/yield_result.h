#pragma once

/// @file
/// What a kernel that polls memory learns when it lets other work run.

#include <cstdint>

namespace simulator {

/// Who could change memory that a kernel polls.
enum class YieldResult : std::uint8_t {
    no_writer,     ///< it polls in vain
    still_polling, ///< another kernel, which had its turn, and polls as well
    progressed,    ///< the program, or work that had its turn
};

} // namespace simulator
