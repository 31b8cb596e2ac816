#pragma once

/// @file
/// What a kernel that polls memory learns when it lets other work run.

#include <cstdint>

namespace simulator {

/// Who could change memory that a kernel polls.
enum class Outside : std::uint8_t {
    nobody,    ///< it polls in vain
    polls_too, ///< another kernel, which had its turn, and polls as well
    got_on,    ///< the program, or work that had its turn
};

} // namespace simulator
