#pragma once

/// @file
/// Signals as something to wait for beside files and keys.

#include <csignal>
#include <optional>
#include <vector>

#include "base/descriptor.h"

namespace grader {

/// While it lives, the signals that end, stop, continue or resize a program at a terminal arrive in a pipe.
/// Handlers and not a blocked mask, because a child would inherit the mask. At most one at a time.
class SignalPipe {
public:
    /// Takes them over; those that this process was told to ignore stay ignored. Throws EnvironmentError.
    SignalPipe();
    ~SignalPipe();
    SignalPipe(const SignalPipe&) = delete;
    SignalPipe& operator=(const SignalPipe&) = delete;

    /// Readable when one has arrived.
    [[nodiscard]] int descriptor() const { return read_end_.get(); }
    /// One that has arrived; nothing where none has.
    std::optional<int> next();

private:
    struct SavedAction {
        int signal;
        struct sigaction action;
    };
    Descriptor read_end_;  ///< where they are read
    Descriptor write_end_; ///< where the handler writes
    std::vector<SavedAction> saved_;
};

/// For its life one signal means to this process what it means to any other, or is ignored.
class ScopedSignalAction {
public:
    /// @p action is SIG_DFL or SIG_IGN.
    ScopedSignalAction(int signal, void (*action)(int));
    ~ScopedSignalAction();
    ScopedSignalAction(const ScopedSignalAction&) = delete;
    ScopedSignalAction& operator=(const ScopedSignalAction&) = delete;

private:
    int signal_;
    struct sigaction saved_ {};
};

} // namespace grader
