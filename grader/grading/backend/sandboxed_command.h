#pragma once

/// @file
/// The sandboxes of the programs that a backend starts on a student's behalf. At the isolation level
/// `process` there are none.

#include <optional>

#include "grading/backend/backend.h"

namespace grader {

/// Returns the sandbox of the compiler @p compiler and of its subprocesses; no value at the level `process`.
/// grading/toolchain/compiler_invocation.h adds the course's headers and the source.
std::optional<SandboxedCommand> compiler_sandbox(const Isolation& isolation,
                                                 const std::filesystem::path& compiler);

/// Puts the runner of @p command into a sandbox that contains the directories @p libraries.
void sandbox(RunnerCommand& command, const Isolation& isolation,
             const std::vector<std::filesystem::path>& libraries);

/// Puts the runner of @p command into a sandbox if the starter of @p command simulates its GPU.
void sandbox_simulated(RunnerCommand& command, const Isolation& isolation,
                       const std::vector<std::filesystem::path>& libraries);

} // namespace grader
