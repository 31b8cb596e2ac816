#pragma once

/// @file
/// How much a runner may take.

#include <cstdint>

namespace grader {

/// Limits of one run of the student's process.
struct Limits {
    double wall_s = 10; ///< for one call of the function
    /// Anonymous and shared host memory of the process and all that it starts, what CUDA takes included.
    std::int64_t memory_mb = 0;
    std::int64_t output_kb = 0; ///< what it may print
};

} // namespace grader
