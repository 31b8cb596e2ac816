#pragma once

/// @file
/// Checks that files are complete, and finds remains of a killed grader among them.

#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

#include "hostile/harness/judge.h"

namespace hostile {

/// Returns whether the report @p file is complete or does not exist.
Faults judge_report(const std::filesystem::path& file, const nlohmann::json& schema);

/// Returns whether each line of the history @p file is an entry.
Faults judge_history(const std::filesystem::path& file);

/// Returns whether, in each slot below @p grades that lists a build as current, this build has all its
/// files.
Faults judge_builds(const std::filesystem::path& grades);

/// Number of remains of a killed grader in a scratch folder, by kind.
struct Leftovers {
    int temporary = 0; ///< entries of the folder for temporary files, except locks
    int drafts = 0;    ///< temporary files that were to be renamed over another file
    int begun = 0;     ///< unfinished builds

    /// Returns the total.
    [[nodiscard]] int all() const { return temporary + drafts + begun; }
};

/// Searches the scratch folder @p root, and appends the names of the remains to @p names.
Leftovers leftovers_in(const std::filesystem::path& root, std::string& names);

} // namespace hostile
