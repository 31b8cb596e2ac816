#pragma once

/// @file
/// By what a grade is known again: the same key, the same grade, and no reason to make it twice.

#include <cstdint>
#include <map>
#include <string>

#include "classroom/submissions/fingerprint.h"
#include "course/course.h"

namespace grader {

/// Makes keys of grades. A key follows from what was handed in, from the lab's files and headers that a grade depends on, and from
/// what builds and runs it. Which GPU timed it stands beside a grade, not in its key.
class GradeCacheKeys {
public:
    /// @param secret nobody without it finds two grades of one key
    /// @param tools by lab id, what builds and runs: the backend, the toolkit's version, how far the code is kept apart
    GradeCacheKeys(std::uint64_t secret, std::map<std::string, std::string> tools)
        : secret_(secret), tools_(std::move(tools)) {}

    /// The key of the grade of @p hand_in, an id, which was handed in for @p lab.
    [[nodiscard]] std::string of(const std::string& submission, const Lab& lab);

private:
    const Fingerprint& lab_fingerprint(const Lab& lab);

    std::uint64_t secret_;
    std::map<std::string, std::string> tools_;
    std::map<std::string, Fingerprint> labs_; ///< what grades depend on, by lab
};

} // namespace grader
