#pragma once

/// @file
/// Signals as bytes in a pipe, for poll() along with files and keys (the self-pipe trick).

#include <csignal>
#include <optional>
#include <vector>

#include "base/descriptor.h"

namespace grader {

/// During its lifetime, the signals that end, stop, continue or resize a program at a terminal arrive in a
/// pipe. Uses handlers instead of a blocked mask, because a child would inherit the mask. At most one object
/// at a time.
class SignalPipe {
public:
    /// Installs the handlers; signals that this process ignores stay ignored. Throws EnvironmentError.
    SignalPipe();
    ~SignalPipe();
    SignalPipe(const SignalPipe&) = delete;
    SignalPipe& operator=(const SignalPipe&) = delete;

    /// Returns a descriptor that is readable when a signal has arrived.
    [[nodiscard]] int descriptor() const { return read_end_.get(); }
    /// Returns a signal that has arrived; nothing if there is none.
    std::optional<int> next();

private:
    struct SavedAction {
        int signal;
        struct sigaction action;
    };
    Descriptor read_end_;  ///< end that next() reads from
    Descriptor write_end_; ///< end that the handler writes to
    std::vector<SavedAction> saved_;
};

/// During its lifetime, resets one signal to its default action, or ignores it.
class ScopedSignalAction {
public:
    /// @param action SIG_DFL or SIG_IGN
    ScopedSignalAction(int signal, void (*action)(int));
    ~ScopedSignalAction();
    ScopedSignalAction(const ScopedSignalAction&) = delete;
    ScopedSignalAction& operator=(const ScopedSignalAction&) = delete;

private:
    int signal_;
    struct sigaction saved_ {};
};

} // namespace grader
