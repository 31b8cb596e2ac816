#pragma once

/// @file
/// The build cache: builds in the cache entry of a source, each with the inputs that it was made from.
///
///     ENTRY/current              the name of the newest complete build
///     ENTRY/NAME/build.so        its object, which is never written again
///     ENTRY/NAME/log             the output of the compiler
///     ENTRY/NAME/dependencies    the files that it was made from, one per line
///     ENTRY/NAME/made-from       their contents, and everything else that determines the result

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "grading/toolchain/compile.h"
#include "grading/toolchain/compiler_invocation.h"

namespace grader {

/// The inputs of a build.
struct BuildInputs {
    std::vector<std::filesystem::path> dependencies; ///< the files, including the source
    std::string fingerprint;                         ///< all inputs as one text, from
                                                     ///< grading/toolchain/dependencies.h
};

/// A cached build that is still valid.
struct CachedBuild {
    std::filesystem::path object;                    ///< absolute
    std::string log;                                 ///< the output of the compiler
    std::vector<std::filesystem::path> dependencies; ///< as recorded when the object was built
};

/// Returns the build in @p job's cache entry if a rebuild would give the same; no value otherwise.
std::optional<CachedBuild> find_cached_build(const CompileJob& job);

/// An advisory lock on a cache entry of the build cache. It excludes other graders from building there; the
/// constructor waits until none does. The lock ends with the process, however that ends. A file system
/// without locks excludes no grader.
class CacheEntryLock {
public:
    /// Creates the directory @p cache_entry if it is missing, and waits for the lock. Throws
    /// EnvironmentError.
    explicit CacheEntryLock(const std::filesystem::path& cache_entry);

private:
    Descriptor directory_;
};

/// A build in progress, in its own directory in the cache entry, which is removed unless the build is
/// kept. So graders that build the same file at once never see or load an incomplete object, or another
/// grader's. The next build in the entry removes drafts of killed graders.
class DraftBuild {
public:
    /// Creates the directory. A file that changes afterwards is recognizably younger than the build. Throws
    /// EnvironmentError.
    explicit DraftBuild(const CompileJob& job);
    ~DraftBuild();
    DraftBuild(const DraftBuild&) = delete;
    DraftBuild& operator=(const DraftBuild&) = delete;

    /// Returns the absolute path of the object to build.
    [[nodiscard]] const std::filesystem::path& object() const { return object_; }
    /// Returns the inputs of the build. No value if they are not known for sure: the compiler listed none, or
    /// a file has changed since the draft began. For a compiler that @p timed_out before it could list them,
    /// only the source counts.
    [[nodiscard]] std::optional<BuildInputs> build_inputs(const CompilerInvocation& invocation,
                                                          bool timed_out) const;
    /// Keeps the object. Without @p build_inputs, it stays only until the next build in the entry replaces
    /// it.
    void keep(const std::optional<BuildInputs>& build_inputs, const std::string& log);

private:
    const CompileJob& job_;
    Descriptor claim_;
    std::filesystem::path object_;
    bool kept_ = false;
};

} // namespace grader
