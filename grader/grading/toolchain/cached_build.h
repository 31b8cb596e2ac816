#pragma once

/// @file
/// Builds that are kept in a slot, each with what it was made from.
///
///     SLOT/current              the name of the newest build that is whole
///     SLOT/NAME/build.so        its object, which is never written again
///     SLOT/NAME/log             what the compiler said
///     SLOT/NAME/dependencies    the files that it was made from, a line each
///     SLOT/NAME/made-from       their content, and all else that decides what comes out

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "grading/toolchain/compile.h"
#include "grading/toolchain/compiler_invocation.h"

namespace grader {

/// What a build was made from.
struct BuildInputs {
    std::vector<std::filesystem::path> dependencies; ///< the files, the source among them
    std::string fingerprint;                         ///< as grading/toolchain/dependencies.h has them
};

/// A build that holds.
struct CachedBuild {
    std::filesystem::path object;                    ///< absolute
    std::string log;                                 ///< what the compiler said
    std::vector<std::filesystem::path> dependencies; ///< as its maker had them
};

/// The build in @p job's slot, where making it again would make the same.
std::optional<CachedBuild> find_cached_build(const CompileJob& job);

/// Excludes other graders from building in a slot; the constructor waits until none of them does. The lock ends with the process,
/// however that ends. On a file system without locks, no grader is excluded.
class CacheEntryLock {
public:
    /// Makes the directory @p slot where it is missing. Throws EnvironmentError.
    explicit CacheEntryLock(const std::filesystem::path& cache_entry);

private:
    Descriptor directory_;
};

/// A build in the making: a directory of its own in the slot, which goes away unless it is kept. Graders that build
/// the same file at once therefore never see, nor load, a part or another's object. What a killed grader has begun, the
/// next build of the slot removes.
class DraftBuild {
public:
    /// Makes the directory. What changes from now on is known to be younger than the build. Throws EnvironmentError.
    explicit DraftBuild(const CompileJob& job);
    ~DraftBuild();
    DraftBuild(const DraftBuild&) = delete;
    DraftBuild& operator=(const DraftBuild&) = delete;

    /// Where the object is to come, absolute.
    [[nodiscard]] const std::filesystem::path& object() const { return object_; }
    /// What the build was made from. Nothing where that is not known for sure: the compiler listed nothing, or a file
    /// has changed since the draft began. A compiler that @p timed_out had no time for a list: then the source counts.
    [[nodiscard]] std::optional<BuildInputs> build_inputs(const CompilerInvocation& invocation,
                                                          bool timed_out) const;
    /// Keeps the object; where @p build_inputs is nothing, until the next build of the slot takes its place.
    void keep(const std::optional<BuildInputs>& build_inputs, const std::string& log);

private:
    const CompileJob& job_;
    Descriptor claim_;
    std::filesystem::path object_;
    bool kept_ = false;
};

} // namespace grader
