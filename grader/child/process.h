#pragma once

/// @file
/// A child process that cannot outlive its welcome: own session, captured output, limits, and nothing left
/// behind.

#include <atomic>
#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <sys/types.h>
#include <thread>
#include <vector>

namespace grader {

/// How to start a child.
struct ProcessSpec {
    std::vector<std::string> argv; ///< begins with the program's path; PATH is not searched
    std::map<std::string, std::string> environment = {}; ///< on top of the grader's own
    std::filesystem::path directory = {};                ///< working directory; empty: the grader's
    std::vector<int> inherited = {};                     ///< become descriptors 3, 4, ... of the child
    std::size_t output_limit = 1 << 20;                  ///< bytes it may print before it is killed
    bool kill_on_flood = false;                          ///< false: what is beyond the limit is only dropped
    std::int64_t memory_limit_mb = 0;                    ///< of anonymous memory; 0: none
};

/// How a child ended.
struct ProcessEnd {
    int exit_code = -1;         ///< -1 when a signal ended it
    int signal = 0;             ///< what ended it; 0: it ended by itself
    bool flooded = false;       ///< killed because it printed too much
    bool out_of_memory = false; ///< killed because it took too much memory
};

/// A running child. Its destructor kills what is left of it, its descendants in other sessions included.
///
/// Not movable: the thread that drains its output holds its address.
class Process {
public:
    /// Steady, so that setting the machine's clock moves no deadline.
    using Clock = std::chrono::steady_clock;

    /// Starts it. Throws EnvironmentError when that is impossible.
    explicit Process(const ProcessSpec& spec);
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    ~Process();

    /// Waits for the end until @p deadline. False: still running.
    bool wait_until(Clock::time_point deadline);

    /// Kills it with its whole session, and every orphan it left, and waits until all are gone.
    void kill();

    /// How it ended. Only after wait_until() returned true or kill().
    [[nodiscard]] ProcessEnd end() const;

    /// What it printed, up to the limit.
    [[nodiscard]] std::string output() const;

private:
    void watch();
    [[nodiscard]] bool reap(bool block);
    [[nodiscard]] std::int64_t anonymous_mb() const;

    ProcessSpec spec_;
    pid_t pid_ = -1;
    int output_pipe_ = -1;
    bool reaped_ = false;
    ProcessEnd end_;
    std::atomic<bool> flooded_ = false;
    std::atomic<bool> out_of_memory_ = false;
    std::atomic<bool> stop_ = false;
    mutable std::mutex output_mutex_;
    std::string output_;
    std::thread watcher_;
};

/// The result of a program that was run to its end.
struct Finished {
    ProcessEnd end;         ///< after a time-out, that of the kill
    std::string output;     ///< standard output and error as they came, up to the limit
    bool timed_out = false; ///< it had to be killed
};

/// Runs @p spec to its end, or kills it after @p seconds.
Finished run_to_end(const ProcessSpec& spec, double seconds);

/// Finds @p program in PATH. Empty: not there.
std::filesystem::path find_program(const std::string& program);

} // namespace grader
