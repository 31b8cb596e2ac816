#pragma once

/// @file
/// What is to be measured next, so that a record grows evenly however often it is gone on with.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "record.h"

namespace grader::verdicts {

/// One kind of trials of a lab.
struct MeasurementKind {
    std::string build;       ///< "baseline" or "solution"
    bool under_load = false; ///< whether another program uses host and GPU meanwhile
};

/// The kind of which @p trials have the fewest in @p lab; nothing where there are @p runs of each.
std::optional<MeasurementKind> next_kind(const std::vector<SpeedMeasurement>& measurements,
                                         const std::string& lab, std::size_t runs);

} // namespace grader::verdicts
