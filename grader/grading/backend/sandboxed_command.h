#pragma once

/// @file
/// The cells of the programs that a backend starts on a student's behalf. None of them is one at the level `process`.

#include <optional>

#include "grading/backend/backend.h"

namespace grader {

/// The cell of a compiler called @p compiler, and of what it starts. The course's headers and the source are not
/// in it yet: grading/toolchain/compiler_invocation.h brings them.
std::optional<SandboxedCommand> compiler_sandbox(const Isolation& isolation,
                                                 const std::filesystem::path& compiler);

/// Locks @p command's runner in, with the directories @p libraries.
void sandbox(RunnerCommand& command, const Isolation& isolation,
             const std::vector<std::filesystem::path>& libraries);

/// The same for a runner whose GPU is simulated by the starter of @p command.
void sandbox_simulated(RunnerCommand& command, const Isolation& isolation,
                       const std::vector<std::filesystem::path>& libraries);

} // namespace grader
