#pragma once

/// @file
/// Students' files: one set of labs, or a folder with a whole class.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "course/course.h"

namespace grader {

/// One student's files.
struct SubmittedFiles {
    std::string id;                                     ///< the directory's name; empty for a single set
    std::map<std::string, std::filesystem::path> files; ///< by lab id; a lab that was not handed in is absent
};

/// What lies under a directory.
struct Submissions {
    bool many = false;                    ///< a class
    std::vector<SubmittedFiles> students; ///< a single set: one entry
};

/// Finds `DIR/NN_name/student.cu`, or else `DIR/<student>/NN_name/student.cu`, sorted by name.
/// Hidden directories and labs that the course does not have are not looked at. Throws UsageError when there
/// is nothing to grade.
Submissions find_submissions(const std::filesystem::path& directory, const Course& course);

} // namespace grader
