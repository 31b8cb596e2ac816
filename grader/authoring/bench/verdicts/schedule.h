#pragma once

/// @file
/// Schedule of measurements: what to measure next, so that a record grows evenly however often measuring is
/// resumed.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "record.h"

namespace grader::verdicts {

/// One kind of measurement of a lab.
struct MeasurementKind {
    std::string build;       ///< "baseline" or "solution"
    bool under_load = false; ///< whether another program uses host and GPU at the same time
};

/// Returns the kind of which @p measurements have the fewest in @p lab; nothing if there are @p runs of each.
std::optional<MeasurementKind> next_kind(const std::vector<SpeedMeasurement>& measurements,
                                         const std::string& lab, std::size_t runs);

} // namespace grader::verdicts
