#include "grading/processes/child_registry.h"

#include <cerrno>
#include <csignal>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "grading/processes/process_tree.h"

namespace grader {

ChildRegistry& ChildRegistry::instance() {
    // Never destroyed: the destructor of another static object may still use it at exit.
    static ChildRegistry& children = *new ChildRegistry;
    return children;
}

ChildRegistry::ChildRegistry() {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    // If SIGCHLD is ignored, as some launchers leave it, the kernel reaps children before the grader can read
    // their status.
    ::signal(SIGCHLD, SIG_DFL);
    // A shell that became this grader by exec has left its own children to this process; they are not
    // orphans.
    for (const pid_t child : children_of(::getpid())) own_.insert(child);
}

pid_t ChildRegistry::fork() {
    const std::lock_guard lock(mutex_);
    const pid_t child = ::fork();
    if (child > 0) {
        own_.insert(child);
        left_behind_.erase(child); // process IDs are reused
    }
    return child;
}

std::optional<ChildExit> ChildRegistry::reap(pid_t child) {
    siginfo_t info{};
    const auto ask = [&](int options) {
        while (::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | options) < 0)
            if (errno != EINTR) return false;
        // A traced child reports its stops here, too.
        return info.si_pid == child &&
               (info.si_code == CLD_EXITED || info.si_code == CLD_KILLED || info.si_code == CLD_DUMPED);
    };
    if (!ask(WNOWAIT)) return std::nullopt;
    // The rest of its process group may hold the pipe open, and the GPU. Kill the group before the child is
    // reaped, while the group's ID cannot be reused.
    ::kill(-child, SIGKILL);
    if (!ask(0)) return std::nullopt;
    const std::lock_guard lock(mutex_);
    own_.erase(child);
    return info.si_code == CLD_EXITED ? ChildExit{info.si_status, 0} : ChildExit{-1, info.si_status};
}

void ChildRegistry::leave_behind(pid_t child) {
    const std::lock_guard lock(mutex_);
    own_.erase(child);
    left_behind_.insert(child);
}

bool ChildRegistry::sweep(std::set<pid_t>& living) {
    const std::lock_guard lock(mutex_);
    bool again = false;
    living.clear();
    for (const pid_t child : children_of(::getpid())) {
        if (own_.contains(child)) continue;
        ::kill(child, SIGKILL);
        if (::waitpid(child, nullptr, WNOHANG) == child) {
            left_behind_.erase(child);
            again = true; // its children were reparented to the grader
        } else if (!left_behind_.contains(child)) {
            living.insert(child);
            again = true;
        }
    }
    return again;
}

void ChildRegistry::collect_orphans() {
    std::set<pid_t> living;
    (void)sweep(living);
}

void ChildRegistry::reap_orphans(Clock::time_point deadline) {
    // Kill all orphans before any is waited for: one may keep another from ending. Killing a parent reparents
    // its children to the grader, so repeat until no new ones are found.
    std::set<pid_t> living;
    while (sweep(living)) {
        if (Clock::now() >= deadline) {
            const std::lock_guard lock(mutex_);
            left_behind_.insert(living.begin(), living.end());
            return;
        }
        if (!living.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

} // namespace grader
