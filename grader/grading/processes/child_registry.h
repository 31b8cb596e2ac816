#pragma once

/// @file
/// The children that the grader started itself, and the end of all other children. Every wait here has a
/// deadline: a process in an uninterruptible sleep, or one that a foreign process traces, cannot be reaped,
/// however often it is killed.

#include <chrono>
#include <mutex>
#include <optional>
#include <set>
#include <sys/types.h>

namespace grader {

/// How a child ended.
struct ChildExit {
    int exit_code = -1; ///< -1 if a signal ended it
    int signal = 0;     ///< the signal that ended it; 0: it exited by itself
};

/// The children that the grader started and has not reaped yet. Every other child of the grader is an orphan:
/// a student's process did not end it, and the kernel reparented it to the grader, which is a subreaper. Safe
/// to use from all threads.
class ChildRegistry {
public:
    /// A steady clock, so that setting the machine's time moves no deadline.
    using Clock = std::chrono::steady_clock;

    /// Returns the registry of this process.
    static ChildRegistry& instance();

    /// Forks. The process ID that it returns in the parent belongs to the caller until reap() or
    /// leave_behind(). A negative result means that the fork failed; errno has the reason.
    pid_t fork();

    /// Reaps @p child if it has ended, and kills the rest of its process group. Never waits.
    std::optional<ChildExit> reap(pid_t child);

    /// Abandons @p child, which does not end: no later call waits for it, and it is reaped whenever it ends.
    void leave_behind(pid_t child);

    /// Kills every orphan and reaps those that have ended already. Never waits.
    void collect_orphans();

    /// Kills every orphan and reaps those that end before @p deadline. The others are abandoned, and no
    /// later call waits for them.
    void reap_orphans(Clock::time_point deadline);

private:
    ChildRegistry();
    /// Kills and reaps the orphans once. Returns whether another pass could find more.
    bool sweep(std::set<pid_t>& living);

    std::mutex mutex_; ///< held while forking, so that no thread takes a new child for an orphan
    std::set<pid_t> own_;
    std::set<pid_t> left_behind_;
};

} // namespace grader
