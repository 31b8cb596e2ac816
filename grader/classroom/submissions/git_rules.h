#pragma once

/// @file
/// How hand-ins come from git: `[git]` in `class.toml`.

#include <string>

#include "course/strict_table.h"

namespace grader {

/// What of a repository is handed in.
enum class GitTake {
    branch, ///< the last commit of a branch, with all labs that are in it
    tags,   ///< each commit that has a tag with a lab's number, with that lab
};

/// The rules.
struct GitRules {
    GitTake take = GitTake::branch; ///< `take`: `"branch"` or `"tags"`
    std::string branch = "main";    ///< `branch`: which one
};

/// Reads them from @p table. Every key may be missing. What is wrong is complained about.
GitRules read_git_rules(StrictTable table);

} // namespace grader
