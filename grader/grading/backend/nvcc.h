#pragma once

/// @file
/// The nvcc command that compiles CUDA sources, independent of the device that runs them.

#include <filesystem>
#include <string>

#include "grading/backend/backend.h"
#include "grading/toolchain/toolchain.h"

namespace grader {

/// Returns the job that compiles @p source to plain PTX for the simulator. If @p machine_code, the job also
/// generates SASS for a GPU of @p capability.
/// @param kind names the part of the build cache, so that no backend uses the builds of another
CompileJob nvcc_job(const Toolkit& toolkit, const GraderPaths& paths, const std::string& kind,
                    const std::filesystem::path& source, const Lab& lab, const Defines& defines,
                    int capability, bool machine_code);

} // namespace grader
