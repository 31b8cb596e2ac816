#pragma once

/// @file
/// From one source file to one shared object, and not twice when nothing changed.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grading/messages/message.h"
#include "grading/processes/process.h"

namespace grader {

/// A compiler call that makes an object from @p source.
struct CompileJob {
    std::filesystem::path source; ///< compiled in its own directory, so that messages name it without a path
    /// Compiler and flags. Where headers are, the list of dependencies, source and object are added.
    std::vector<std::string> command;
    std::vector<std::filesystem::path> includes; ///< directories that are searched for headers, in this order
    std::filesystem::path cache_entry; ///< directory that keeps the object and what it was made from
    double seconds = 120;              ///< a compiler that takes longer is stopped
    std::map<std::string, std::string> environment = {}; ///< on top of the grader's own
    /// The compiler passes file names through a shell, as nvcc does: it must see none that means something there.
    bool through_shell = false;
    /// Where the compiler is locked in; none: it is not.
    std::optional<SandboxedCommand> sandboxed = {};
};

/// @p job for a peer: with @p libraries linked, "cublas", and for the GPU's own architecture. Students' builds are
/// made for one that all GPUs share; a library that chooses its kernels by the architecture would take those of
/// an older GPU.
CompileJob as_peer(CompileJob job, const std::vector<std::string>& libraries);

/// What a compiler may take of memory, with all its parts. No build of the course takes a third of it.
inline constexpr std::int64_t max_compiler_memory_mb = 2560;

/// What the compiler made of it.
struct CompileResult {
    bool ok = false; ///< the compiler was content and the object is there
    std::filesystem::path
        object;             ///< in the job's slot, absolute; another build of the slot does not replace it
    std::string log;        ///< what the compiler said
    bool timed_out = false; ///< stopped after the job's seconds
    bool out_of_memory = false; ///< stopped because it took more than max_compiler_memory_mb
    double seconds = 0;         ///< 0 when the outcome of an earlier call still holds
    /// The files that the compiler read, the source first, in the order in which it came to them. Empty: it has
    /// listed none, or there is no object.
    std::vector<std::filesystem::path> read = {};
};

/// Why @p source cannot be compiled at all: it is not there, no file, or far too large for a source. Says nothing
/// when it can.
Message find_source_problem(const std::filesystem::path& source);

/// Compiles, unless the slot holds an object made by the same command from the same bytes. A failure holds for this
/// process alone: a full disk or a lack of memory looks like one, too. Throws EnvironmentError when the
/// compiler cannot be started or the slot cannot be written.
CompileResult compile(const CompileJob& job);

/// Compiles all @p jobs, @p workers of them at a time. What became of each, in their order. When the machine
/// fails on one of them, the others are still tried before that is thrown.
std::vector<CompileResult> compile_all(const std::vector<CompileJob>& jobs, unsigned workers);

} // namespace grader
