#pragma once

/// @file
/// Modelled times that are kept next to the builds that they are of.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace grader {

/// What the model says of one call of a build.
struct CachedTime {
    double ms = 0;           ///< of the timed case, on the whole GPU
    double instructions = 0; ///< that the warps of the modelled call execute; 0: unknown
    double issue_share = 0;  ///< of that time, in which the GPU could issue all of them; 0: unknown
};

/// Returns the time of the build @p object that was kept under @p key, or else what @p model returns, which is kept then.
/// Graders that need the same time at once do not all model it: the first one does, and the others wait for it. If the
/// first one is killed, the next one models. Only a time is kept, no failure.
/// @param key all that the time depends on besides the object
std::optional<CachedTime> cached_time(const std::filesystem::path& object, const std::string& key,
                                      const std::function<std::optional<CachedTime>()>& model);

} // namespace grader
