#pragma once

/// @file
/// Measured peak rates of a device (ceilings), and the time of a problem at these rates.

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "kernelsmith/problem.h"

namespace grader {

/// Measured peak rates of a device; 0 if unknown.
struct Ceilings {
    double copy_gb_s = 0;    ///< bytes read plus bytes written by an on-device copy
    double fp32_gflop_s = 0; ///< fused multiply-adds, two operations each
    double roots_giga_s = 0; ///< reciprocal square roots on the special-function units, in 10^9 per second
};

/// Reads ceilings from a runner's response or from a results file.
Ceilings ceilings_from(const nlohmann::json& document);

/// Returns @p ceilings as JSON, which ceilings_from() reads.
nlohmann::json to_json(const Ceilings& ceilings);

/// The shortest time at a device's ceilings.
struct Limit {
    double ms = 0; ///< duration in milliseconds; 0 if no ceiling is known
    std::string
        name; ///< name in a report: "device's fp32 rate (51000 GFLOP/s)"; empty if no ceiling is known
};

/// Returns the time of @p work if nothing is faster than @p ceilings. It is not a strict lower bound:
/// arithmetic may run on other units than the measured ones.
Limit limit_of(const kernelsmith::Work& work, const Ceilings& ceilings);

} // namespace grader
