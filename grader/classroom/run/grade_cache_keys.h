#pragma once

/// @file
/// Cache keys of grades: a submission whose key has a grade is not graded again.

#include <cstdint>
#include <map>
#include <string>

#include "classroom/submissions/fingerprint.h"
#include "course/course.h"

namespace grader {

/// Computes the cache key of a grade from the submission, the lab's files and headers that affect a
/// grade, and the toolchain that builds and runs it. The GPU of the timing is stored next to the grade,
/// not in its key.
class GradeCacheKeys {
public:
    /// @param secret without it, two grades with the same key cannot be constructed
    /// @param tools by lab id, the toolchain: the backend, the toolkit's version, the isolation
    GradeCacheKeys(std::uint64_t secret, std::map<std::string, std::string> tools)
        : secret_(secret), tools_(std::move(tools)) {}

    /// Returns the cache key of the grade of @p submission, an id, for @p lab.
    [[nodiscard]] std::string of(const std::string& submission, const Lab& lab);

private:
    const Fingerprint& lab_fingerprint(const Lab& lab);

    std::uint64_t secret_;
    std::map<std::string, std::string> tools_;
    std::map<std::string, Fingerprint> labs_; ///< keyed by lab: fingerprint of the files that affect a grade
};

} // namespace grader
