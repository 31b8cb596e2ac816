#pragma once

/// @file
/// A runner without a student's code in it: what it is refused, the machine refuses.

#include <memory>

#include "base/limits.h"
#include "grading/backend/backend.h"
#include "grading/backend/build.h"
#include "kernelsmith/problem.h"

namespace grader {

/// Starts a runner that answers and has opened its device, with nothing loaded. It may load @p build later; @p pool are the
/// shared inputs, if any. Throws EnvironmentError where that fails, because up to here no student's code takes part.
std::unique_ptr<RunnerClient> fresh_runner(const Backend& backend, const Build& build, SharedPool pool = {});

/// The same without a build: it can load none.
std::unique_ptr<RunnerClient> fresh_runner(const Backend& backend, const RunLimits& limits);

/// The first half of fresh_runner(): starts the runner, which opens its device, and does not wait for it. @p keeper is the keeper of an
/// earlier runner, if any.
std::unique_ptr<RunnerClient> begin_runner(const Backend& backend, const Build& build, SharedPool pool = {},
                                           std::shared_ptr<Keeper> keeper = nullptr);

/// The second half: waits until @p runner has opened its device. Throws as fresh_runner() does.
void await_runner(const Backend& backend, RunnerClient& runner);

/// Throws EnvironmentError unless a fresh runner within @p limits can make the buffers of @p layout. Where it can, a process
/// that could not has something of the student's to blame.
void require_buffers(const Backend& backend, const RunLimits& limits, const kernelsmith::Layout& layout);

} // namespace grader
