#pragma once

/// @file
/// How long a source would take, for programs: `time` in docs/explain.schema.json.

#include <nlohmann/json_fwd.hpp>

#include "grading/steps/explained_time.h"

namespace grader {

/// The document's part about @p time.
nlohmann::json to_json(const ExplainedTime& time);

} // namespace grader
