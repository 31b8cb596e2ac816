#pragma once

/// @file
/// The sandboxes in which a student's code is compiled and run: the parts of the host that are mounted in
/// them.

#include <filesystem>
#include <vector>

#include "grading/sandbox/sandbox_spec.h"

namespace grader {

/// Returns a sandbox with the system's programs and libraries, the files @p also, an empty /tmp and the usual
/// environment, without network.
SandboxSpec system_sandbox(const std::vector<std::filesystem::path>& also);

/// Bind-mounts @p file, which may be a directory, if the host has it. A path that does not exist is skipped.
void add_bind_mount(SandboxSpec& sandbox, const std::filesystem::path& file);

/// Mounts the device nodes of the GPUs and the files that CUDA needs to start.
void add_gpus(SandboxSpec& sandbox);

} // namespace grader
