#pragma once

/// @file
/// Fingerprints of files and parameters: keyed hashes that identify a submission or a cache entry.

#include <cstdint>
#include <string>
#include <vector>

#include "grading/toolchain/submission_copy.h"

namespace grader {

/// Hash input of several parts, with the length before each part, so that two different lists never have the
/// same input.
class Fingerprint {
public:
    /// Adds @p part.
    void add(const std::string& part);
    /// Adds names and contents of @p files.
    void add(const std::vector<FolderFile>& files);
    /// Returns 32 hexadecimal digits that depend on all parts. Without @p secret, a collision cannot be
    /// constructed.
    [[nodiscard]] std::string digest(std::uint64_t secret) const;

private:
    std::string text_; ///< each part after its length
};

} // namespace grader
