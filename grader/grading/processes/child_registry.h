#pragma once

/// @file
/// Which children the grader started itself, and the end of all others. No wait here has no bound: a process
/// in an uninterruptible sleep, or one that a stranger traces, cannot be collected, however often it is
/// killed.

#include <chrono>
#include <mutex>
#include <optional>
#include <set>
#include <sys/types.h>

namespace grader {

/// How a child left.
struct ChildExit {
    int exit_code = -1; ///< -1 when a signal ended it
    int signal = 0;     ///< what ended it; 0: it ended by itself
};

/// The children that the grader started and has not yet collected. Every other child of the grader is an
/// orphan: some student's process left it behind, and the kernel handed it to the grader, which is a
/// subreaper. For all threads at once.
class ChildRegistry {
public:
    /// Steady, so that setting the machine's clock moves no deadline.
    using Clock = std::chrono::steady_clock;

    /// The one of this process.
    static ChildRegistry& instance();

    /// Forks. What it returns in the parent, a child's number, belongs to the caller until reap() or
    /// leave_behind(); below 0, errno says why there is no child.
    pid_t fork();

    /// Collects @p child if it has ended, with all that is left of its process group. Never waits.
    std::optional<ChildExit> reap(pid_t child);

    /// Gives up on @p child, which does not end: nobody waits for it any more, and it is collected when it
    /// happens to end.
    void leave_behind(pid_t child);

    /// Kills every orphan and collects those that have ended already. Never waits.
    void collect_orphans();

    /// Kills every orphan and collects those that end before @p deadline. The others are left behind, and no
    /// later call waits for them.
    void reap_orphans(Clock::time_point deadline);

private:
    ChildRegistry();
    /// Kills and collects once. Returns whether another look is worth its time.
    bool sweep(std::set<pid_t>& living);

    std::mutex mutex_; ///< held while forking, so that nobody takes a new child for an orphan
    std::set<pid_t> own_;
    std::set<pid_t> left_behind_;
};

} // namespace grader
