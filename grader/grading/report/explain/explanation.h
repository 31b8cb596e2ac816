#pragma once

/// @file
/// What `grader explain` knows of a source, for programs; docs/explain.schema.json says what is in it.

#include <filesystem>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "course/course.h"
#include "grading/steps/explained_time.h"
#include "grading/steps/technique_step.h"

namespace grader {

/// A source, what was counted of it, and what the model says of it.
struct Explanation {
    const Lab& lab;               ///< the lab whose file it is
    std::filesystem::path source; ///< the file
    const CountedRun& run;        ///< all of it, its accesses included
    const ExplainedTime& time;    ///< how long it would take, and the lab's own programs
};

/// The document. The same build gives the same one.
nlohmann::json to_json(const Explanation& explanation);

/// Its text, indented but for what is long, and in ASCII. Bytes that are no UTF-8 are replaced.
std::string render_json(const Explanation& explanation);

} // namespace grader
