#pragma once

/// @file
/// Handles interruption by Ctrl-C or by a batch system so that finished work is kept and every child is
/// ended.

#include <csignal>
#include <map>
#include <string>

#include "base/errors.h"

namespace grader {

/// A signal has requested the end of this process. An EnvironmentError: it is not a student's fault and
/// affects no mark.
class Interrupted : public EnvironmentError {
public:
    using EnvironmentError::EnvironmentError;
};

/// While this object exists, SIGINT, SIGTERM and SIGHUP do not end the process at once: functions that
/// wait for a child or for a response throw Interrupted instead. A signal that arrives a second or more
/// after the first ends the process as usual. Signals that were ignored before, as under nohup, stay
/// ignored.
class InterruptGuard {
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

private:
    std::map<int, struct sigaction> previous_handlers_;
};

/// Throws Interrupted if a signal has arrived.
void throw_if_interrupted();

} // namespace grader
