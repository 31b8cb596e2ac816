#pragma once

/// @file
/// The compiler call that makes builds of CUDA sources, whatever runs them afterwards.

#include <filesystem>
#include <string>

#include "grading/backend/backend.h"
#include "grading/toolchain/toolchain.h"

namespace grader {

/// A build of @p source with plain PTX for the simulator and, where @p machine_code, machine code for a GPU
/// of @p capability.
/// @param kind names the slot, so that backends do not take each other's builds for theirs
CompileJob nvcc_job(const Toolkit& toolkit, const GraderPaths& paths, const std::string& kind,
                    const std::filesystem::path& source, const Lab& lab, const Defines& defines,
                    int capability, bool machine_code);

} // namespace grader
