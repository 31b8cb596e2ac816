#pragma once

/// @file
/// A cache of modelled times, stored next to the builds.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace grader {

/// The modelled time of one call of a build.
struct CachedTime {
    double ms = 0;           ///< time of the timed case, on the whole GPU
    double instructions = 0; ///< instructions that the warps of the modelled call execute; 0: unknown
    double issue_share = 0;  ///< share of the time in which the GPU could issue all of them; 0: unknown
};

/// Returns the time of the build @p object cached under @p key; on a miss, calls @p model and caches its
/// result. Graders that need the same time at once do not all model it: the first one does, and the others
/// wait for it. If the first one is killed, the next one models. Failures are not cached.
/// @param key the cache key: all that the time depends on besides the object
std::optional<CachedTime> cached_time(const std::filesystem::path& object, const std::string& key,
                                      const std::function<std::optional<CachedTime>()>& model);

} // namespace grader
