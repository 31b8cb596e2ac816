#pragma once

/// @file
/// The document of `grader explain`, for programs; docs/explain.schema.json describes it.

#include <filesystem>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "course/course.h"
#include "grading/steps/explained_time.h"
#include "grading/steps/technique_step.h"

namespace grader {

/// A source, its counters, and its modelled times.
struct Explanation {
    const Lab& lab;               ///< the lab of the source
    std::filesystem::path source; ///< the file
    const CountedRun& run;        ///< its counted run, with accesses
    const ExplainedTime& time;    ///< its modelled time, and those of the lab's own programs
};

/// Returns the document, which is the same for the same build.
nlohmann::json to_json(const Explanation& explanation);

/// Returns the document's text, in ASCII, indented except for long lists. Invalid UTF-8 is replaced.
std::string render_json(const Explanation& explanation);

} // namespace grader
