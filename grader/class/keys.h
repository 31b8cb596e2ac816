#pragma once

/// @file
/// By what a grade is known again: the same key, the same grade, and no reason to make it twice.

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "course/course.h"

namespace grader {

/// Makes keys of submissions. A key follows from all files of the submission, from the lab's files and headers that a grade
/// depends on, and from what builds and runs it. Which GPU timed it stands beside a grade, not in its key.
class SubmissionKeys {
public:
    /// @param secret nobody without it finds two submissions of one key
    /// @param tools what builds and runs: the backend, the toolkit's version, how far the code is kept apart
    SubmissionKeys(std::uint64_t secret, std::string tools) : secret_(secret), tools_(std::move(tools)) {}

    /// The key of @p file, which @p student handed in for @p lab.
    [[nodiscard]] std::string of(const std::string& student, const Lab& lab,
                                 const std::filesystem::path& file);

private:
    const std::string& text_of(const Lab& lab);

    std::uint64_t secret_;
    std::string tools_;
    std::map<std::string, std::string> labs_; ///< what grades depend on, by lab
};

} // namespace grader
