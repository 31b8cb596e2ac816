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
    std::string id;                                     ///< of reports; empty for a single set
    std::map<std::string, std::filesystem::path> files; ///< by lab id; a lab that was not handed in is absent
    /// By lab id: why what lies in a file's place is not graded, as a sentence for the student.
    std::map<std::string, std::string> refused = {};
    /// By lab id: what lies there and may have been meant, where a lab was not handed in.
    std::map<std::string, std::string> likely_files = {};
    /// Where they lie; empty for a single set.
    std::filesystem::path folder = {};
};

/// What lies under a directory.
struct Submissions {
    bool is_class = false;                ///< a class
    std::vector<SubmittedFiles> students; ///< a single set: one entry
    std::vector<std::string> left_out =
        {}; ///< what looks like something handed in, and is not graded: a sentence each
    bool has_repositories = false; ///< there are bare git repositories, too (course/bare_repository.h)
};

/// A class: `DIR/<student>/NN_name/student.cu`, sorted by name; there may be nothing yet. No link is followed, and whatever one
/// student's folder is like, the others are found. Throws UsageError where there is no such directory.
Submissions find_class(const std::filesystem::path& directory, const Course& course);

/// Finds `DIR/NN_name/student.cu`, or else `DIR/<student>/NN_name/student.cu`, sorted by name. Of a class no link is
/// followed, and whatever one student's folder is like, the others are found. Hidden directories and labs
/// that the course does not have are not looked at; what is in repositories is no file yet. Throws UsageError when there is nothing to grade.
Submissions find_submissions(const std::filesystem::path& directory, const Course& course);

} // namespace grader
