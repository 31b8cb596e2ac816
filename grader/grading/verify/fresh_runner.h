#pragma once

/// @file
/// A runner without a student's code in it: what it is refused, the machine refuses.

#include <memory>

#include "grading/backend/backend.h"
#include "kernelsmith/problem.h"

namespace grader {

/// Starts a runner that answers and has opened its device, with nothing loaded. @p object is the build that it may
/// load later, @p pool the shared inputs, and @p keeper one that has kept for an earlier runner, if any. Throws EnvironmentError where that fails, because up to here no student's code
/// takes part.
std::unique_ptr<RunnerClient> fresh_runner(const Backend& backend, const Lab& lab,
                                           const std::filesystem::path& object = {}, SharedPool pool = {},
                                           std::shared_ptr<Keeper> keeper = nullptr);

/// The first half of fresh_runner(): the runner starts and opens its device, and nobody waits for it.
std::unique_ptr<RunnerClient> begin_runner(const Backend& backend, const Lab& lab,
                                           const std::filesystem::path& object = {}, SharedPool pool = {},
                                           std::shared_ptr<Keeper> keeper = nullptr);

/// The second half: waits until @p runner has opened its device. Throws as fresh_runner() does.
void await_runner(const Backend& backend, RunnerClient& runner);

/// Throws EnvironmentError unless a fresh runner can make the buffers of @p layout. Where it can, a process
/// that could not has something of the student's to blame.
void require_buffers(const Backend& backend, const Lab& lab, const kernelsmith::Layout& layout);

} // namespace grader
