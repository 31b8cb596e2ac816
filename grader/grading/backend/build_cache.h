#pragma once

/// @file
/// Where the build of a source is kept.

#include <filesystem>
#include <functional>
#include <string>

#include <fmt/core.h>

#include "grading/backend/backend.h"

namespace grader {

/// A directory for builds of @p source: readable first, unique by a hash of its whole path and macros. What a
/// slot holds is compared word for word before it is used again, so two sources in one slot would cost time,
/// never a wrong grade.
inline std::filesystem::path cache_entry(const GraderPaths& paths, const std::string& backend, const Lab& lab,
                                         const std::filesystem::path& source, const Defines& defines) {
    std::string key = std::filesystem::absolute(source).lexically_normal().string();
    for (const auto& [macro, value] : defines) key += "\n" + macro + "=" + value;
    return paths.work / backend / lab.id / fmt::format("{:016x}", std::hash<std::string>{}(key));
}

} // namespace grader
