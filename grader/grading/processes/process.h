#pragma once

/// @file
/// A child process with a bounded lifetime: a new session, captured output, resource limits, and no
/// surviving descendants.

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "grading/sandbox/sandbox_spec.h"

namespace grader {

class ChildMonitor;

/// The sandbox for a child.
struct SandboxedCommand {
    std::filesystem::path confine; ///< path of the program confine, which builds the sandbox
    SandboxSpec sandbox;           ///< everything that the child can see
};

/// How to start a child.
struct ProcessSpec {
    std::vector<std::string> argv; ///< begins with the program's path; PATH is not searched
    std::map<std::string, std::string> environment =
        {}; ///< added to the grader's own environment; a sandboxed program gets only that of its sandbox
    std::filesystem::path directory =
        {};                          ///< working directory; empty = the grader's. A sandboxed program starts
                                     ///< in the directory of its sandbox.
    std::vector<int> inherited = {}; ///< become descriptors 3, 4, ... of the child
    /// The sandbox in which `argv` runs; none = it sees what the grader sees.
    std::optional<SandboxedCommand> sandboxed = {};
    /// A program with its own arguments that starts `argv` and is itself never sandboxed; empty = none.
    std::vector<std::string> starter = {};
    std::size_t output_limit = 1 << 20; ///< bytes that the child may print before the rest is dropped or the
                                        ///< child is killed
    bool kill_on_flood = false;         ///< true: kill the child at the limit; false: drop the output beyond
                                        ///< the limit
    /// Limit on the anonymous and shared memory of the child and all its descendants together, in MiB; 0 = no
    /// limit.
    std::int64_t memory_limit_mb = 0;
    /// Seconds after a kill until the child is abandoned. A killed process ends at once unless the kernel
    /// is busy with it: freeing its resources on a GPU takes a while.
    double kill_timeout_s = 30;
};

/// How a child ended.
struct ProcessEnd {
    int exit_code = -1;         ///< -1 if a signal ended it
    int signal = 0;             ///< the signal that ended it; 0: it exited by itself
    bool flooded = false;       ///< killed because it printed too much
    bool out_of_memory = false; ///< killed because it took too much memory
    /// It was killed but did not end, and the grader no longer waits for it. Nothing else is known about its
    /// end.
    bool left_behind = false;
};

/// A running child. The destructor kills it and its remaining descendants, including those in other sessions.
class Process {
public:
    /// A steady clock, so that setting the machine's time moves no deadline.
    using Clock = std::chrono::steady_clock;

    /// Starts the child. Throws EnvironmentError if any step of the start fails.
    explicit Process(const ProcessSpec& spec);
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    ~Process();

    /// Waits for the end until @p deadline. Returns false if the child is still running. Throws Interrupted.
    bool wait_until(Clock::time_point deadline);

    /// Kills the child with its whole session and every orphan that it left, and waits until all are gone,
    /// but at most ProcessSpec::kill_timeout_s.
    void kill();

    /// Requests the end of the child with SIGTERM. Never waits.
    void request_termination() const;
    /// Requests the end of the child with SIGTERM, and kills it if it has not ended after @p seconds.
    void stop(double seconds);

    /// Returns whether the child is dead and only the kernel's cleanup remains.
    [[nodiscard]] bool is_ending() const;

    /// Returns the number of living processes: the child and its descendants.
    [[nodiscard]] std::size_t count_living() const;

    /// Returns how the child ended. Call it only after wait_until() returned true, or after kill().
    [[nodiscard]] ProcessEnd end() const;

    /// Returns the child's output, up to the limit.
    [[nodiscard]] std::string output() const;

    /// Returns "process 4711", for a message about a process that was abandoned.
    [[nodiscard]] std::string description() const;

private:
    [[nodiscard]] bool reap();
    /// Cleans up after the child was reaped or abandoned.
    void close();
    /// Kills the child, its descendants and all orphans again: one of them may trace the child, which
    /// cannot be reaped before its tracer has ended.
    void kill_tracers();

    const double kill_timeout_s_;
    std::unique_ptr<ChildMonitor> monitor_;
    pid_t pid_ = -1;
    bool ended_ = false;
    ProcessEnd end_;
};

/// The result of a program that has run to its end.
struct ProcessResult {
    ProcessEnd end;         ///< how the program ended, also if it was killed at its time limit
    std::string output;     ///< standard output and standard error, interleaved as they arrived, up to the
                            ///< limit
    bool timed_out = false; ///< the program was killed at its time limit
};

/// Runs @p spec to its end, or kills it after @p seconds. Throws EnvironmentError if the program cannot be
/// started or survives the kill, and Interrupted.
ProcessResult run_process(const ProcessSpec& spec, double seconds);

/// Finds @p program in PATH. Returns an empty path if it is not there.
std::filesystem::path find_program(const std::string& program);

} // namespace grader
