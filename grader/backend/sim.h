#pragma once

/// @file
/// Builds with nvcc, runs on the simulator: for machines without a GPU.

#include <memory>
#include <string>

#include "backend/backend.h"

namespace grader {

/// Throws EnvironmentError when there is no usable nvcc.
/// @param model the GPU that is modelled, `h200`; empty: the usual one
std::unique_ptr<Backend> make_sim_backend(const Places& places, const std::string& model,
                                          const Isolation& isolation);

} // namespace grader
