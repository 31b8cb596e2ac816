#pragma once

/// @file
/// Builds with nvcc, runs on the simulator: for machines without a GPU.

#include <memory>
#include <string>

#include "grading/backend/backend.h"

namespace grader {

/// Whose builds are run.
struct BuildTarget {
    std::string backend = "sim"; ///< the name of the backend that they are made for, whose slots they lie in
    int capability = 0;          ///< the GPU that they have machine code for; 0: the one that is modelled
};

/// Throws EnvironmentError when there is no usable nvcc.
/// @param model the GPU that is modelled, `h200`; empty: the usual one
std::unique_ptr<Backend> make_sim_backend(const GraderPaths& paths, const std::string& model,
                                          const Isolation& isolation, const BuildTarget& builds = {});

} // namespace grader
