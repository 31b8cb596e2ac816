#pragma once

/// @file
/// Folders in which cases are staged: a few that are reused, each by one case at a time.

#include <filesystem>

#include "base/descriptor.h"

namespace hostile {

/// A folder with exclusive access. The build cache is keyed by the source's path, so the build of a
/// neighbour at the same path as in the last case is reused.
class StageFolder {
public:
    /// Takes the first free folder below @p scratch.
    explicit StageFolder(const std::filesystem::path& scratch);

    /// Folder of the case; may not exist yet, or contain the files of the last case.
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    /// Folder of the neighbours' builds, which no case can access.
    [[nodiscard]] const std::filesystem::path& neighbour_builds() const { return neighbour_builds_; }

private:
    std::filesystem::path folder_;
    std::filesystem::path neighbour_builds_;
    grader::Descriptor lock_;
};

} // namespace hostile
