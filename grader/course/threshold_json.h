#pragma once

/// @file
/// Thresholds in files that the grader keeps.

#include <nlohmann/json_fwd.hpp>

#include "course/threshold.h"

namespace grader {

/// All of @p threshold.
nlohmann::json to_json(const Threshold& threshold);
/// The same read back. Throws nlohmann::json::exception.
Threshold threshold_from_json(const nlohmann::json& document);

} // namespace grader
