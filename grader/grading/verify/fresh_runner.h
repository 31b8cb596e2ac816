#pragma once

/// @file
/// A runner without a student's code in it: a refusal there is an infrastructure error.

#include <memory>

#include "base/limits.h"
#include "grading/backend/backend.h"
#include "grading/backend/build.h"
#include "kernelsmith/problem.h"

namespace grader {

/// Starts a runner that responds and has opened its device, with nothing loaded. It may load @p build later;
/// @p pool holds the shared inputs, if any. Throws EnvironmentError on failure, because no student's code has
/// taken part so far.
std::unique_ptr<RunnerClient> fresh_runner(const Backend& backend, const Build& build, SharedPool pool = {});

/// Starts a runner that responds and has opened its device, but may load no build.
std::unique_ptr<RunnerClient> fresh_runner(const Backend& backend, const RunLimits& limits);

/// Starts a runner, which opens its device, without waiting for it. @p keeper is the keeper of an earlier
/// runner, if any.
std::unique_ptr<RunnerClient> begin_runner(const Backend& backend, const Build& build, SharedPool pool = {},
                                           std::shared_ptr<Keeper> keeper = nullptr);

/// Waits until @p runner, from begin_runner(), has opened its device. Throws as fresh_runner() does.
void await_runner(const Backend& backend, RunnerClient& runner);

/// Throws EnvironmentError unless a fresh runner within @p limits can allocate the buffers of @p layout. If
/// it can, a process that could not was obstructed by the student's code.
void require_buffers(const Backend& backend, const RunLimits& limits, const kernelsmith::Layout& layout);

} // namespace grader
