#pragma once

/// @file
/// A thread per child that reads the child's output, so that the pipe never fills, and kills the child if it
/// prints too much or takes too much memory.

#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <thread>

#include "grading/processes/child_registry.h"

namespace grader {

struct ProcessSpec;

/// Monitors one child from its start to its end. Only this class kills and reaps the child. It does not kill
/// after the reap, so that no kill reaches another process that was given the same process ID later.
class ChildMonitor {
public:
    /// Creates the pipe and the thread before the child exists, so that nothing can fail after its start.
    /// Throws EnvironmentError.
    explicit ChildMonitor(const ProcessSpec& spec);
    ChildMonitor(const ChildMonitor&) = delete;
    ChildMonitor& operator=(const ChildMonitor&) = delete;
    ~ChildMonitor();

    /// Returns the descriptor to which the child must print. It is open until started() is called.
    [[nodiscard]] int output() const;
    /// Reports that the child runs with the process ID @p child.
    void started(pid_t child);

    /// Reaps the child if it has ended. Never waits.
    std::optional<ChildExit> reap();
    /// Kills the child and all of its descendants that can be found.
    void kill();
    /// Abandons a child that does not end.
    void leave_behind();

    /// Reads what is still in the pipe and ends the thread. Call it after reap() or leave_behind().
    void stop();

    /// Returns the child's output, up to the limit.
    [[nodiscard]] std::string text() const;
    /// Returns whether the child was killed because it printed too much.
    [[nodiscard]] bool flooded() const;
    /// Returns whether the child was killed because it took too much memory.
    [[nodiscard]] bool out_of_memory() const;

private:
    struct State;

    std::shared_ptr<State> state_; ///< shared with the thread: a thread that the kernel blocks is detached
    std::thread thread_;
};

} // namespace grader
