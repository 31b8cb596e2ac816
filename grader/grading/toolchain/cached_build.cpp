#include "grading/toolchain/cached_build.h"

#include <algorithm>
#include <chrono>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>

#include "base/claim.h"
#include "base/errors.h"
#include "base/files.h"
#include "grading/toolchain/dependencies.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Builds per cache entry that are kept, including the current one: another grader may be about to load an
/// older one.
constexpr std::size_t max_cached_builds = 3;

fs::path marker_in(const fs::path& build) { return build / "begun"; }

/// Returns the time of the last status change (ctime) of @p file in nanoseconds; 0 if it does not exist.
/// Unlike the modification time, a program cannot set it back.
std::int64_t changed_at(const fs::path& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) return 0;
    return std::int64_t{status.st_ctim.tv_sec} * 1'000'000'000 + status.st_ctim.tv_nsec;
}

/// Makes @p marker younger than everything written before this call, by the clock of the file system, which
/// may have a resolution of some milliseconds.
void write_start_marker(const fs::path& marker) {
    write_atomically(marker, "");
    const std::int64_t first = changed_at(marker);
    for (int tries = 0; tries < 100 && changed_at(marker) == first; ++tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ::utimensat(AT_FDCWD, marker.c_str(), nullptr, 0);
    }
}

/// Returns whether @p build is complete.
bool is_done(const fs::path& build) {
    std::error_code problem;
    return fs::exists(build / "made-from", problem);
}

/// Removes drafts of killed graders from @p cache_entry.
void remove_unfinished_builds(const fs::path& cache_entry) {
    remove_abandoned(
        {cache_entry, S_IFDIR, [&](const std::string& name) { return !is_done(cache_entry / name); }});
}

/// Removes the oldest complete builds of @p cache_entry.
void prune(const fs::path& cache_entry) {
    std::error_code ignored;
    std::vector<std::pair<std::int64_t, fs::path>> builds;
    for (const auto& entry : fs::directory_iterator(cache_entry, ignored)) {
        if (entry.is_directory(ignored) && is_done(entry.path()))
            builds.emplace_back(changed_at(marker_in(entry.path())), entry.path());
    }
    std::sort(builds.rbegin(), builds.rend());
    for (std::size_t i = max_cached_builds; i < builds.size(); ++i) fs::remove_all(builds[i].second, ignored);
}

/// Returns the directory of the current build of @p cache_entry; empty if there is none.
fs::path current_build(const fs::path& cache_entry) {
    const std::string name = read_text(cache_entry / "current");
    return name.empty() || name.find('/') != std::string::npos ? fs::path()
                                                               : fs::absolute(cache_entry) / name;
}

} // namespace

std::optional<CachedBuild> find_cached_build(const CompileJob& job) {
    const fs::path build = current_build(job.cache_entry);
    if (build.empty() || !fs::exists(build / "build.so")) return std::nullopt;
    const std::string list = read_text(build / "dependencies");
    const std::vector<std::string_view> lines = split_lines(list);
    std::vector<fs::path> dependencies(lines.begin(), lines.end());
    const auto wanted = fingerprint(job, dependencies);
    if (!wanted || *wanted != read_text(build / "made-from")) return std::nullopt;
    return CachedBuild{build / "build.so", read_text(build / "log"), std::move(dependencies)};
}

CacheEntryLock::CacheEntryLock(const fs::path& cache_entry) {
    std::error_code failure;
    fs::create_directories(cache_entry, failure);
    if (failure) throw EnvironmentError("cannot make " + cache_entry.string() + ": " + failure.message());
    directory_ = open_file(cache_entry, O_RDONLY | O_DIRECTORY);
    if (directory_.get() >= 0) (void)::flock(directory_.get(), LOCK_EX);
}

DraftBuild::DraftBuild(const CompileJob& job) : job_(job) {
    remove_unfinished_builds(job.cache_entry);
    ClaimedDirectory build = make_claimed_directory(fs::absolute(job.cache_entry / "XXXXXX"));
    claim_ = std::move(build.claim);
    object_ = build.path / "build.so";
    write_start_marker(marker_in(build.path));
}

DraftBuild::~DraftBuild() {
    std::error_code ignored;
    if (!kept_) fs::remove_all(object_.parent_path(), ignored);
}

std::optional<BuildInputs> DraftBuild::build_inputs(const CompilerInvocation& invocation,
                                                    bool timed_out) const {
    if (!invocation.has_all_dependencies() && !timed_out) return std::nullopt;
    BuildInputs result{invocation.dependencies(), {}};
    const std::int64_t begun = changed_at(marker_in(object_.parent_path()));
    const auto is_younger = [&](const fs::path& file) { return changed_at(file) >= begun; };
    auto all = fingerprint(job_, result.dependencies);
    // Check the times after the files were read: a later change will be detected by the next call.
    if (!all || std::any_of(result.dependencies.begin(), result.dependencies.end(), is_younger))
        return std::nullopt;
    result.fingerprint = std::move(*all);
    return result;
}

void DraftBuild::keep(const std::optional<BuildInputs>& build_inputs, const std::string& log) {
    kept_ = true;
    const fs::path build = object_.parent_path();
    if (build_inputs) {
        std::string list;
        for (const fs::path& file : build_inputs->dependencies) list += file.string() + '\n';
        sync_file(object_);
        write_atomically(build / "log", log);
        write_atomically(build / "dependencies", list);
        write_atomically(build / "made-from", build_inputs->fingerprint);
        write_atomically(fs::path(job_.cache_entry) / "current", build.filename().string());
    } else {
        // Complete, but never the current one.
        write_atomically(build / "made-from", "");
    }
    prune(job_.cache_entry);
}

} // namespace grader
