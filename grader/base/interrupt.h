#pragma once

/// @file
/// A request to end, by Ctrl-C or by a batch system, that lets what was done be kept and takes every child along.

#include <csignal>
#include <map>
#include <string>

#include "base/errors.h"

namespace grader {

/// Somebody asked this process to end. An EnvironmentError: it is no student's fault and no mark.
class Interrupted : public EnvironmentError {
public:
    using EnvironmentError::EnvironmentError;
};

/// While it lives, SIGINT, SIGTERM and SIGHUP end nothing at once: whoever waits for a child or for an answer throws
/// Interrupted instead. A signal that comes a second or more after the first ends the process as ever. Signals that
/// were ignored before, as under nohup, stay ignored.
class InterruptGuard {
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

private:
    std::map<int, struct sigaction> previous_handlers_;
};

/// Throws Interrupted where a signal was noted.
void throw_if_interrupted();

} // namespace grader
