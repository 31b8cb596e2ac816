#pragma once

/// @file
/// Kernel launches, as the runner saw them.

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "grading/messages/message.h"

namespace grader {

/// One kernel launch of a build, as the runner saw it.
struct Launch {
    std::string kernel;              ///< demangled, without its parameters
    std::array<unsigned, 3> grid{};  ///< in blocks: x, y, z
    std::array<unsigned, 3> block{}; ///< in threads: x, y, z
    int registers = 0;               ///< a thread; 0 where unknown
    std::size_t shared_bytes = 0;    ///< a block, static and dynamic
    double occupancy = 0;            ///< theoretical, 0 to 1; 0 where unknown
    std::size_t count = 1;           ///< launches of this kernel in this shape in one call
    std::string symbol = {};         ///< the mangled name: no two kernels of a build have the same
    std::size_t local_bytes = 0;  ///< a thread, on its stack: arrays and spilled registers; 0 where unknown
    double warp_instructions = 0; ///< of all launches of this kernel, where they were counted; 0 elsewhere
};

/// Why a log is not all that was launched.
struct LaunchLogGap {
    Message what;   ///< as the end of "the timed run ..."
    Message advice; ///< what a student can do about it
};

/// What the runner logged of one call, or of several.
struct LaunchLog {
    std::vector<Launch> launches = {}; ///< one for each kernel and shape, in the order of the first launches
    std::size_t left_out = 0;          ///< launches in shapes that the log had no room for
    std::size_t unread_nodes = 0;      ///< nodes of launched graphs that nobody can look into
    bool has_silent_call = false;      ///< a call launched nothing that was seen
    bool kept = false;                 ///< false: of a device without kernels

    /// Takes in what @p other, the log of another call, has beyond this one.
    void add(const LaunchLog& other);

    /// Why this cannot be all that was launched; none: it is, as far as can be seen.
    [[nodiscard]] std::optional<LaunchLogGap> gap() const;
};

/// The launch that stands for all of @p launches: of the kernel for which the most warp instructions were counted in
/// @p counted the one with the most threads, or where nothing was counted, the one with the most threads of all. Null
/// where there is none.
const Launch* main_launch(const std::vector<Launch>& launches, const std::vector<Launch>& counted = {});

/// Those of @p launches that come first by the same measure, @p most at most, in the order in which they stand.
std::vector<Launch> main_launches(const std::vector<Launch>& launches, const std::vector<Launch>& counted,
                                  std::size_t most);

} // namespace grader
