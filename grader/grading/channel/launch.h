#pragma once

/// @file
/// Kernel launches that the runner observed.

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "grading/messages/message.h"

namespace grader {

/// All launches of one kernel in one launch shape that the runner observed.
struct Launch {
    std::string kernel;              ///< demangled name, without parameters
    std::array<unsigned, 3> grid{};  ///< blocks in x, y and z
    std::array<unsigned, 3> block{}; ///< threads in x, y and z
    int registers = 0;               ///< registers per thread; 0 if unknown
    std::size_t shared_bytes = 0;    ///< static and dynamic shared memory per block
    double occupancy = 0;            ///< theoretical occupancy, 0 to 1; 0 if unknown
    std::size_t count = 1;           ///< launches of this kernel in this shape in one call
    std::string symbol = {};         ///< mangled name, unique among the kernels of a build
    std::size_t local_bytes = 0;  ///< local memory per thread, on its stack: arrays and spilled registers; 0
                                  ///< if unknown
    double warp_instructions = 0; ///< warp instructions of all launches of this kernel; 0 if they were not
                                  ///< counted
};

/// The reason why a log does not have every launch.
struct LaunchLogGap {
    Message what;   ///< continues the sentence "the timed run ..."
    Message advice; ///< a suggestion for the student
};

/// The launches that the runner logged in one call or in several.
struct LaunchLog {
    std::vector<Launch> launches = {}; ///< one per kernel and shape, in the order of the first launches
    std::size_t dropped = 0;           ///< launches in shapes beyond the capacity of the log
    std::size_t unread_nodes = 0;      ///< nodes of launched graphs whose contents cannot be read
    bool has_silent_call = false;      ///< a call launched nothing that the runner could observe
    bool kept = false;                 ///< false for a device without kernels

    /// Merges @p other, the log of another call, into this one.
    void add(const LaunchLog& other);

    /// Returns why this log cannot be complete; no value if no gap is known.
    [[nodiscard]] std::optional<LaunchLogGap> gap() const;
};

/// Returns the launch that represents all of @p launches: the launch with the most threads of the kernel for
/// which @p counted has the most warp instructions. If nothing was counted, it is the launch with the most
/// threads of all. Null without launches.
const Launch* main_launch(const std::vector<Launch>& launches, const std::vector<Launch>& counted = {});

/// Returns the first of @p launches in that ranking, @p most at most, in their original order.
std::vector<Launch> main_launches(const std::vector<Launch>& launches, const std::vector<Launch>& counted,
                                  std::size_t most);

} // namespace grader
