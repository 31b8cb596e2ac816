#pragma once

/// @file
/// The backend that compiles with nvcc and runs on the simulator: for machines without a GPU.

#include <memory>
#include <string>

#include "grading/backend/backend.h"

namespace grader {

/// The backend for which builds are compiled.
struct BuildTarget {
    std::string backend = "sim"; ///< name of that backend, whose part of the build cache they use
    int capability = 0;          ///< compute capability of the SASS in them; 0: the modelled GPU's
};

/// Returns the backend of the simulator. Throws EnvironmentError without a usable nvcc.
/// @param model the GPU to model, `h200`; empty: the default
std::unique_ptr<Backend> make_sim_backend(const GraderPaths& paths, const std::string& model,
                                          const Isolation& isolation, const BuildTarget& builds = {});

} // namespace grader
