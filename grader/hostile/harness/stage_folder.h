#pragma once

/// @file
/// Where a case is staged: one of a few folders that are used again and again, each by one case at a time.

#include <filesystem>

#include "base/descriptor.h"

namespace hostile {

/// A folder that nobody else has meanwhile. A build is kept by its source's path, so a neighbour who lies where the last
/// case's neighbour lay need not be compiled again.
class StageFolder {
public:
    /// Takes the first free one below @p scratch.
    explicit StageFolder(const std::filesystem::path& scratch);

    /// For the case; may not exist yet, or hold what the last one left.
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    /// For the builds of neighbours, which no case sees.
    [[nodiscard]] const std::filesystem::path& neighbour_builds() const { return neighbour_builds_; }

private:
    std::filesystem::path folder_;
    std::filesystem::path neighbour_builds_;
    grader::Descriptor lock_;
};

} // namespace hostile
