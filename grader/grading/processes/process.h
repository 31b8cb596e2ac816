#pragma once

/// @file
/// A child process that ends when it has to: own session, captured output, limits, and nothing left
/// behind.

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

/// How to lock a child in.
struct SandboxedCommand {
    std::filesystem::path confine; ///< the program that does it
    SandboxSpec sandbox;           ///< all that the child sees
};

/// How to start a child.
struct ProcessSpec {
    std::vector<std::string> argv; ///< begins with the program's path; PATH is not searched
    std::map<std::string, std::string> environment =
        {}; ///< on top of the grader's own; not what a room's program gets
    std::filesystem::path directory =
        {};                          ///< working directory; empty: the grader's; not that of a room's program
    std::vector<int> inherited = {}; ///< become descriptors 3, 4, ... of the child
    /// Where `argv` is locked in; none: it sees what the grader sees.
    std::optional<SandboxedCommand> sandboxed = {};
    /// A program that starts `argv`, with its own arguments, and itself is never locked in; empty: none.
    std::vector<std::string> starter = {};
    std::size_t output_limit = 1 << 20; ///< bytes it may print before it is killed
    bool kill_on_flood = false;         ///< false: what is beyond the limit is only dropped
    /// Of anonymous and shared memory, of it and all its descendants; 0: none.
    std::int64_t memory_limit_mb = 0;
    /// A process that was killed ends at once, unless the kernel is busy with it: what it has on a GPU takes a
    /// while to free. After so many seconds it is left behind.
    double kill_timeout_s = 30;
};

/// How a child ended.
struct ProcessEnd {
    int exit_code = -1;         ///< -1 when a signal ended it
    int signal = 0;             ///< what ended it; 0: it ended by itself
    bool flooded = false;       ///< killed because it printed too much
    bool out_of_memory = false; ///< killed because it took too much memory
    /// It was killed and did not end, and nobody waits for it any more. Then nothing else is known of its end.
    bool left_behind = false;
};

/// A running child. Its destructor kills what is left of it, its descendants in other sessions included.
class Process {
public:
    /// Steady, so that setting the machine's clock moves no deadline.
    using Clock = std::chrono::steady_clock;

    /// Starts it. Throws EnvironmentError when that is impossible, whichever step of it fails.
    explicit Process(const ProcessSpec& spec);
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    ~Process();

    /// Waits for the end until @p deadline. False: still running. Throws Interrupted.
    bool wait_until(Clock::time_point deadline);

    /// Kills it with its whole session, and every orphan it left, and waits until all are gone; but no longer
    /// than ProcessSpec::kill_timeout_s.
    void kill();

    /// Asks it to end, by SIGTERM. Never waits.
    void request_termination() const;
    /// The same, and kills it where it has not ended after @p seconds.
    void stop(double seconds);

    /// Whether it is dead, and the kernel only has to clean up after it.
    [[nodiscard]] bool is_ending() const;

    /// How many processes it is now, with its descendants.
    [[nodiscard]] std::size_t count_living() const;

    /// How it ended. Only after wait_until() returned true or kill().
    [[nodiscard]] ProcessEnd end() const;

    /// What it printed, up to the limit.
    [[nodiscard]] std::string output() const;

    /// "process 4711", for a message about one that was left behind.
    [[nodiscard]] std::string description() const;

private:
    [[nodiscard]] bool reap();
    /// What has to be done once it is collected or left behind.
    void close();
    /// A process that another one traces cannot be collected before that one has ended.
    void kill_tracers();

    const double kill_timeout_s_;
    std::unique_ptr<ChildMonitor> monitor_;
    pid_t pid_ = -1;
    bool ended_ = false;
    ProcessEnd end_;
};

/// The result of a program that was run to its end.
struct ProcessResult {
    ProcessEnd end;         ///< after a time-out, that of the kill
    std::string output;     ///< standard output and error as they came, up to the limit
    bool timed_out = false; ///< it had to be killed
};

/// Runs @p spec to its end, or kills it after @p seconds. Throws EnvironmentError when it cannot be started,
/// or does not end even then, and Interrupted.
ProcessResult run_process(const ProcessSpec& spec, double seconds);

/// Finds @p program in PATH. Empty: not there.
std::filesystem::path find_program(const std::string& program);

} // namespace grader
