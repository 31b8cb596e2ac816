#include "grading/model/cached_time.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>

#include <nlohmann/json.hpp>

#include "base/descriptor.h"
#include "base/errors.h"
#include "base/files.h"
#include "base/json_text.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

std::optional<CachedTime> read_cached(const fs::path& file, const std::string& key) {
    try {
        const nlohmann::json kept = parse_json(read_text(file));
        if (kept.at("key") != key) return std::nullopt;
        const CachedTime time{kept.at("ms"), kept.at("instructions"), kept.at("issue_share")};
        return time.ms > 0 ? std::optional(time) : std::nullopt;
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

/// Writes the cache entry. A time that cannot be written is modelled again the next time.
void write_cached(const fs::path& file, const std::string& key, const CachedTime& time) {
    try {
        write_atomically(file, nlohmann::json{{"key", key},
                                              {"ms", time.ms},
                                              {"instructions", time.instructions},
                                              {"issue_share", time.issue_share}}
                                   .dump());
    } catch (const EnvironmentError&) {
    }
}

/// Locks @p file until the result is closed. If locking is impossible, two graders may model the same time.
Descriptor lock_file(const fs::path& file) {
    Descriptor opened = open_file(file, O_RDWR | O_CREAT);
    while (opened.get() >= 0 && ::flock(opened.get(), LOCK_EX) != 0 && errno == EINTR) continue;
    return opened;
}

} // namespace

std::optional<CachedTime> cached_time(const fs::path& object, const std::string& key,
                                      const std::function<std::optional<CachedTime>()>& model) {
    const fs::path file = object.parent_path() / "modelled";
    if (const std::optional<CachedTime> kept = read_cached(file, key)) return kept;
    const Descriptor locked = lock_file(object.parent_path() / "modelling");
    if (const std::optional<CachedTime> kept = read_cached(file, key)) return kept;
    const std::optional<CachedTime> time = model();
    if (time) write_cached(file, key, *time);
    return time;
}

} // namespace grader
