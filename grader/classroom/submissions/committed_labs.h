#pragma once

/// @file
/// The files of labs in a student's commit.

#include <string>
#include <vector>

#include "classroom/submissions/git_copy.h"
#include "grading/toolchain/submission_copy.h"

namespace grader {

/// A lab in a commit.
struct CommittedLab {
    std::string lab; ///< id of the lab
    std::vector<FolderFile>
        files; ///< sorted; `student.cu` is among them. Empty if the lab was not submitted. FolderFile::from
               ///< is empty
    std::string refused; ///< why the files are rejected; empty: they are accepted
};

/// Returns the files of each of @p labs in the commit @p id of @p copy, in their order: of the folder
/// `labs/LAB`, or of `LAB` if the former has no student.cu. Takes regular files within SubmissionLimits;
/// skips links, submodules and names that no folder can have. Throws UnusableRepository.
std::vector<CommittedLab> files_of_commit(const GitCopy& copy, const std::string& id,
                                          const std::vector<std::string>& labs);

} // namespace grader
