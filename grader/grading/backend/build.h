#pragma once

/// @file
/// The object that the steps of a grade work on.

#include <filesystem>
#include <utility>

#include "base/limits.h"
#include "course/course.h"

namespace grader {

/// A build of a lab, the student's or the course's own, with the limits of its runs.
struct Build {
    const Lab& lab;               ///< must outlive this object
    std::filesystem::path object; ///< the shared object from the compiler
    RunLimits limits;             ///< limits of its runs on a GPU, see Backend::limits()
};

/// Returns the build @p object of @p lab, with the limits of the lab's manifest. Its runs together have no
/// deadline.
inline Build build_of(const Lab& lab, std::filesystem::path object) {
    return {lab, std::move(object), {lab.manifest.limits}};
}

} // namespace grader
