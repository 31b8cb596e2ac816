#pragma once

/// @file
/// The rooms in which a student's code is compiled and run: what of the machine is in them.

#include <filesystem>
#include <vector>

#include "grading/sandbox/sandbox_spec.h"

namespace grader {

/// A room with the system's programs and libraries, @p also, and nothing else. It has an empty /tmp, the usual
/// environment, and no network.
SandboxSpec system_sandbox(const std::vector<std::filesystem::path>& also);

/// Shows @p file, or a directory, where the machine has it. What does not exist is left out.
void add_bind_mount(SandboxSpec& sandbox, const std::filesystem::path& file);

/// Shows the GPUs, with what CUDA needs to start.
void add_gpus(SandboxSpec& sandbox);

} // namespace grader
