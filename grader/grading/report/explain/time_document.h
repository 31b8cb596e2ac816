#pragma once

/// @file
/// The modelled time of a source, for programs: `time` in docs/explain.schema.json.

#include <nlohmann/json_fwd.hpp>

#include "grading/steps/explained_time.h"

namespace grader {

/// Returns the document's part about @p time.
nlohmann::json to_json(const ExplainedTime& time);

} // namespace grader
