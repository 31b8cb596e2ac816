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
class Signals {
public:
    /// Takes them over; those that this process was told to ignore stay ignored. Throws EnvironmentError.
    Signals();
    ~Signals();
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

    /// Readable when one has arrived.
    [[nodiscard]] int descriptor() const { return arrived_.get(); }
    /// One that has arrived; nothing where none has.
    std::optional<int> next();

private:
    struct Former {
        int signal;
        struct sigaction action;
    };
    Descriptor arrived_; ///< where they are read
    Descriptor sent_;    ///< where the handler writes
    std::vector<Former> former_;
};

/// For its life one signal means to this process what it means to any other, or is ignored.
class SignalMeans {
public:
    /// @p action is SIG_DFL or SIG_IGN.
    SignalMeans(int signal, void (*action)(int));
    ~SignalMeans();
    SignalMeans(const SignalMeans&) = delete;
    SignalMeans& operator=(const SignalMeans&) = delete;

private:
    int signal_;
    struct sigaction former_ {};
};

} // namespace grader
