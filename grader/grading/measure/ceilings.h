#pragma once

/// @file
/// What a device was seen to reach, and how long a problem takes at that.

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "kernelsmith/problem.h"

namespace grader {

/// What this device was seen to reach; 0 where it is unknown.
struct Ceilings {
    double copy_gb_s = 0;    ///< of a copy on the device, bytes read and bytes written
    double fp32_gflop_s = 0; ///< of multiply-adds, two operations each
    double roots_giga_s = 0; ///< of reciprocal square roots on the special-function unit, in 10^9 a second
};

/// From a runner's answer, or from a file of results.
Ceilings ceilings_from(const nlohmann::json& document);

/// For a file of results.
nlohmann::json to_json(const Ceilings& ceilings);

/// The shortest time at a device's ceilings.
struct Limit {
    double ms = 0;    ///< 0 where no ceiling is known
    std::string name; ///< for a report: "device's fp32 rate (51000 GFLOP/s)"; empty where no ceiling is known
};

/// What @p work takes at least where nothing is faster than @p ceilings. It is no bound that nobody passes:
/// arithmetic may be done by other units than the one that was measured.
Limit limit_of(const kernelsmith::Work& work, const Ceilings& ceilings);

} // namespace grader
