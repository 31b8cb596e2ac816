#pragma once

/// @file
/// Compiles one source file to one shared object, and reuses the object while nothing has changed.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grading/messages/message.h"
#include "grading/processes/process.h"

namespace grader {

/// A compiler call that builds an object from @p source.
struct CompileJob {
    std::filesystem::path source; ///< compiled in its own directory, so that messages name it without a path
    /// Compiler and flags. Include directories, the dependency-list option, source and object are appended.
    std::vector<std::string> command;
    std::vector<std::filesystem::path> includes; ///< directories that are searched for headers, in this order
    std::filesystem::path cache_entry; ///< directory of the build cache that keeps the object and its inputs
    double seconds = 120;              ///< time limit of the compiler
    std::map<std::string, std::string> environment = {}; ///< added to the grader's own environment
    /// The compiler passes file names through a shell, as nvcc does, so no name may contain characters that
    /// are special there.
    bool through_shell = false;
    /// The sandbox of the compiler; none = not sandboxed.
    std::optional<SandboxedCommand> sandboxed = {};
};

/// Returns @p job for a reference implementation: linked with @p libraries, such as "cublas", and
/// compiled for the GPU's own architecture. Students' builds target one architecture that all GPUs share;
/// a library that selects its kernels by architecture would select those of an older GPU.
CompileJob as_peer(CompileJob job, const std::vector<std::string>& libraries);

/// Memory limit of a compiler with all its subprocesses. No build of the course takes a third of it.
inline constexpr std::int64_t max_compiler_memory_mb = 2560;

/// The result of compiling a job.
struct CompileResult {
    bool ok = false;              ///< the compiler succeeded and the object exists
    std::filesystem::path object; ///< in the job's cache entry, absolute; another build in the entry does not
                                  ///< replace it
    std::string log;              ///< the output of the compiler
    bool timed_out = false;       ///< stopped after the job's time limit
    bool out_of_memory = false;   ///< stopped because it exceeded max_compiler_memory_mb
    double seconds = 0;           ///< 0 if the result of an earlier call is still valid
    /// The files that the compiler read, the source first, in the order of reading. Empty: the compiler
    /// listed none, or made no object.
    std::vector<std::filesystem::path> read = {};
};

/// Returns why @p source cannot be compiled at all: it does not exist, is not a file, or is far too large for
/// a source. An empty message if it can be compiled.
Message find_source_problem(const std::filesystem::path& source);

/// Compiles @p job, unless the cache entry has an object made by the same command from the same bytes.
/// Failures are cached within this process only: a full disk or a lack of memory looks like a failure, too.
/// Throws EnvironmentError if the compiler cannot be started or the cache entry cannot be written.
CompileResult compile(const CompileJob& job);

/// Compiles all @p jobs, at most @p workers at a time. Returns the results in the order of the jobs. If an
/// infrastructure error occurs in one of them, the others are still tried before it is thrown.
std::vector<CompileResult> compile_all(const std::vector<CompileJob>& jobs, unsigned workers);

} // namespace grader
