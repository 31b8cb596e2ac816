#pragma once

/// @file
/// Rules for submissions by Git: `[git]` in `class.toml`.

#include <string>

#include "course/strict_table.h"

namespace grader {

/// Which commits of a repository are submissions.
enum class GitTake {
    branch, ///< the last commit of a branch, with all labs that it contains
    tags,   ///< each commit with a tag that has a lab's number, with that lab
};

/// Rules for submissions by Git.
struct GitRules {
    GitTake take = GitTake::branch; ///< `take`: `"branch"` or `"tags"`
    std::string branch = "main";    ///< `branch`: name of the branch
};

/// Reads the rules from @p table. Every key is optional. Reports mistakes through @p table.
GitRules read_git_rules(StrictTable table);

} // namespace grader
