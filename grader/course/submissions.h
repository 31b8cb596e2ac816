#pragma once

/// @file
/// Finds students' files: one set of labs, or a folder with a whole class.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "course/course.h"

namespace grader {

/// The files of one student.
struct SubmittedFiles {
    std::string id; ///< id in reports; empty for a single set
    /// By lab id; a lab that was not submitted is absent.
    std::map<std::string, std::filesystem::path> files;
    /// By lab id: why the file in place of a submission is not graded, as a sentence for the student.
    std::map<std::string, std::string> refused = {};
    /// By lab id: files that may have been meant as the submission, if a lab was not submitted.
    std::map<std::string, std::string> likely_files = {};
    /// The student's folder; empty for a single set.
    std::filesystem::path folder = {};
};

/// The submissions under a directory.
struct Submissions {
    bool is_class = false;                ///< whether the directory contains a class, not a single set
    std::vector<SubmittedFiles> students; ///< one entry for a single set
    std::vector<std::string> skipped =
        {}; ///< files that look like submissions but are not graded: one sentence each
    /// Whether there are bare git repositories, too (course/bare_repository.h).
    bool has_repositories = false;
};

/// Finds a class: `DIR/<student>/NN_name/student.cu`, sorted by name; it may be empty. Follows no link, and
/// no student's folder can keep the others from being found. Throws UsageError if the directory does not
/// exist.
Submissions find_class(const std::filesystem::path& directory, const Course& course);

/// Finds `DIR/NN_name/student.cu`, or else `DIR/<student>/NN_name/student.cu`, sorted by name. In a class,
/// follows no link, and no student's folder can keep the others from being found. Ignores hidden directories
/// and labs that the course does not have; contents of repositories are not files yet. Throws UsageError if
/// there is nothing to grade.
Submissions find_submissions(const std::filesystem::path& directory, const Course& course);

} // namespace grader
