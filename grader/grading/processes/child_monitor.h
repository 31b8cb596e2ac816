#pragma once

/// @file
/// A thread beside a child: it reads what the child prints, so that the pipe never fills, and ends it when it
/// prints or takes too much.

#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <thread>

#include "grading/processes/child_registry.h"

namespace grader {

struct ProcessSpec;

/// Watches one child from its start to its end. Only here is the child's number used for signals, so that it
/// never meets another process that got the number later.
class ChildMonitor {
public:
    /// Has the pipe and the thread ready before there is a child: after its start nothing can fail. Throws
    /// EnvironmentError.
    explicit ChildMonitor(const ProcessSpec& spec);
    ChildMonitor(const ChildMonitor&) = delete;
    ChildMonitor& operator=(const ChildMonitor&) = delete;
    ~ChildMonitor();

    /// Where the child is to print. Open until started().
    [[nodiscard]] int output() const;
    /// The child runs, and has the number @p child.
    void started(pid_t child);

    /// Collects the child if it has ended. Never waits.
    std::optional<ChildExit> reap();
    /// Kills the child and all its descendants that can be found.
    void kill();
    /// Gives up on a child that does not end.
    void leave_behind();

    /// Keeps what is still in the pipe and ends the thread; after reap() or leave_behind().
    void stop();

    /// What it printed, up to the limit.
    [[nodiscard]] std::string text() const;
    /// Whether it was killed because it printed too much.
    [[nodiscard]] bool flooded() const;
    /// Whether it was killed because it took too much memory.
    [[nodiscard]] bool out_of_memory() const;

private:
    struct State;

    std::shared_ptr<State> state_; ///< the thread's, too: a thread that the kernel holds up is let go
    std::thread thread_;
};

} // namespace grader
