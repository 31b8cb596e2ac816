#pragma once

/// @file
/// The build cache: the directory that keeps the build of a source.

#include <filesystem>
#include <functional>
#include <string>

#include <fmt/core.h>

#include "grading/backend/backend.h"

namespace grader {

/// Returns the cache directory for builds of @p source. Its name is readable first, then unique by a hash of
/// the whole path and the macros. The inputs of a cached build are compared byte by byte before it is reused,
/// so a collision of two sources would cost time, never a wrong grade.
inline std::filesystem::path cache_entry(const GraderPaths& paths, const std::string& backend, const Lab& lab,
                                         const std::filesystem::path& source, const Defines& defines) {
    std::string key = std::filesystem::absolute(source).lexically_normal().string();
    for (const auto& [macro, value] : defines) key += "\n" + macro + "=" + value;
    return paths.work / backend / lab.id / fmt::format("{:016x}", std::hash<std::string>{}(key));
}

} // namespace grader
