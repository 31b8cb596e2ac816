#pragma once

/// @file
/// Everything besides the student's file that determines a grade: course, machine, and isolation of the
/// student's code.

#include <map>
#include <string>
#include <vector>

#include "course/course.h"
#include "grading/backend/backend.h"

namespace grader {

/// The environment of a grade. A text is empty, and a number 0, if it is not known.
struct GradingEnvironment {
    std::string grader; ///< version of the grader
    std::string course; ///< "commit 1b7ec70a..." of a clone, or the first line of a release's RELEASE
    /// SHA-256 of each file of the lab and of common/ that affects the grade: "lab.toml",
    /// "common/kernelsmith/random.h".
    std::map<std::string, std::string> course_files;
    std::string module;                 ///< SHA-256 of the lab's trusted half, as built
    std::string backend;                ///< Backend::name()
    std::string device;                 ///< name of the device
    std::string device_slug;            ///< slug of the device
    std::string thresholds;             ///< slug of the device whose thresholds applied
    std::string device_option;          ///< `--device` as typed; empty: not given
    int driver = 0;                     ///< newest CUDA version that the driver supports, 13000 for 13.0
    int runtime = 0;                    ///< version of the CUDA runtime that builds ran with, 13000 for 13.0
    std::string toolkit;                ///< "13.0"
    std::string compiler;               ///< first line that the host's C++ compiler prints for `--version`
    std::string isolation;              ///< "keeper, as a separate user"
    std::vector<std::string> missing{}; ///< Isolation::missing
};

/// Returns the environment of a grade of @p lab on @p backend, on this machine and now. Runs git and the
/// compiler to get their versions.
GradingEnvironment grading_environment_of(const Backend& backend, const Course& course, const Lab& lab,
                                          const std::string& device_option);

/// Lists what differs between @p then and @p now, one sentence each, safe to print. The most relevant
/// differences come first: the lab, the device, the tools, the grader.
std::vector<std::string> differences(const GradingEnvironment& then, const GradingEnvironment& now);

/// Reports whether times measured in the environments @p then and @p now can be compared.
bool same_clock(const GradingEnvironment& then, const GradingEnvironment& now);

} // namespace grader
