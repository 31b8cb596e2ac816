#pragma once

/// @file
/// The files of a lab in a commit of a student's.

#include <string>
#include <vector>

#include "classroom/submissions/git_copy.h"
#include "grading/toolchain/submission_copy.h"

namespace grader {

/// What a commit has of a lab.
struct CommittedLab {
    std::string lab; ///< its id
    std::vector<FolderFile>
        files; ///< sorted; `student.cu` among them. Empty where it was not handed in. FolderFile::from is empty
    std::string refused; ///< why what lies there is not taken; empty: it is
};

/// What the commit @p id in @p copy has of each of @p labs, in their order: the folder `labs/LAB`, or where no student.cu is in that,
/// `LAB`. Regular files within SubmissionLimits; links, submodules and names that no folder can have are left out. Throws
/// UnusableRepository.
std::vector<CommittedLab> files_of_commit(const GitCopy& copy, const std::string& id,
                                          const std::vector<std::string>& labs);

} // namespace grader
