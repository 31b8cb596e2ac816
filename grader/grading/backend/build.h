#pragma once

/// @file
/// What the steps of a grade work on.

#include <filesystem>
#include <utility>

#include "base/limits.h"
#include "course/course.h"

namespace grader {

/// A build of a lab, a student's or the course's own, and what its runs may take.
struct Build {
    const Lab& lab;               ///< has to outlive it
    std::filesystem::path object; ///< what the compiler made
    RunLimits limits;             ///< limits of its runs on a GPU, see Backend::limits()
};

/// The build @p object of @p lab, with the limits of its manifest. Its runs together have no deadline.
inline Build build_of(const Lab& lab, std::filesystem::path object) {
    return {lab, std::move(object), {lab.manifest.limits}};
}

} // namespace grader
