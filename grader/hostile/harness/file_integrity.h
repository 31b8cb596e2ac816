#pragma once

/// @file
/// Whether files are whole, and what has been left among them.

#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

#include "hostile/harness/judge.h"

namespace hostile {

/// Whether the report @p file is there as a whole, or not at all.
Faults judge_report(const std::filesystem::path& file, const nlohmann::json& schema);

/// Whether each line of the history @p file is an entry.
Faults judge_history(const std::filesystem::path& file);

/// Whether each slot below @p grades calls a build current, if it calls any, that has all its files.
Faults judge_builds(const std::filesystem::path& grades);

/// What a killed grader has left in a scratch folder, by kind.
struct Leftovers {
    int temporary = 0; ///< entries of the folder for temporary files, locks excepted
    int drafts = 0;    ///< files that were to take another one's place
    int begun = 0;     ///< builds that are not done

    /// How many there are.
    [[nodiscard]] int all() const { return temporary + drafts + begun; }
};

/// Looks through the scratch folder @p root. Names of what is found are added to @p names.
Leftovers leftovers_in(const std::filesystem::path& root, std::string& names);

} // namespace hostile
