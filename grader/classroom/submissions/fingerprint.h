#pragma once

/// @file
/// By what files and what is done with them are known again.

#include <cstdint>
#include <string>
#include <vector>

#include "grading/toolchain/submission_copy.h"

namespace grader {

/// A list of parts, put together so that no two lists are alike.
class Fingerprint {
public:
    /// Adds @p part.
    void add(const std::string& part);
    /// Adds names and bytes of @p files.
    void add(const std::vector<FolderFile>& files);
    /// 32 digits that follow from all parts. Without @p secret nobody finds two lists that have the same.
    [[nodiscard]] std::string digest(std::uint64_t secret) const;

private:
    std::string text_; ///< each part with its length before it
};

} // namespace grader
