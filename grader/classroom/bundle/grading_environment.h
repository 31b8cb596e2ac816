#pragma once

/// @file
/// What beside the student's file decides a grade: the course, the machine, and how far the code was kept apart.

#include <map>
#include <string>
#include <vector>

#include "course/course.h"
#include "grading/backend/backend.h"

namespace grader {

/// All of it. A text is empty, and a number 0, where it is not known.
struct GradingEnvironment {
    std::string grader; ///< the grader's version
    std::string course; ///< "commit 1b7ec70a..." of a clone, or the first line of a release's RELEASE
    /// SHA-256 of each file of the lab and of common/ that has a say: "lab.toml", "common/kernelsmith/random.h".
    std::map<std::string, std::string> course_files;
    std::string module;                 ///< SHA-256 of the lab's trusted half, as it was built
    std::string backend;                ///< Backend::name()
    std::string device;                 ///< its name
    std::string device_slug;            ///< its slug
    std::string thresholds;             ///< the slug of the device whose thresholds held
    std::string device_option;          ///< `--device` as typed; empty: not at all
    int driver = 0;                     ///< newest CUDA that the driver supports, 13000 for 13.0
    int runtime = 0;                    ///< CUDA runtime that builds ran with, in the same form
    std::string toolkit;                ///< "13.0"
    std::string compiler;               ///< the first line of what the host's C++ compiler says of itself
    std::string isolation;              ///< "keeper, with a user of its own"
    std::vector<std::string> missing{}; ///< Isolation::missing
};

/// The facts of a grade of @p lab on @p backend, here and now. Asks git and the compiler who they are.
GradingEnvironment grading_environment_of(const Backend& backend, const Course& course, const Lab& lab,
                                          const std::string& device_option);

/// What is another thing @p now than it was @p then, a sentence each, safe to print. What has more say comes first: the lab, the
/// device, the tools, the grader.
std::vector<std::string> differences(const GradingEnvironment& then, const GradingEnvironment& now);

/// Whether a time measured with @p now can be held against one that was measured with @p then.
bool same_clock(const GradingEnvironment& then, const GradingEnvironment& now);

} // namespace grader
