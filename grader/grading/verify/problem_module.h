#pragma once

/// @file
/// Loads a lab's trusted half, its problem module, into the grader.

#include <filesystem>
#include <memory>

#include "kernelsmith/problem.h"

namespace grader {

/// Returns the problem that @p module exports. The module stays loaded until the grader exits. Throws
/// EnvironmentError.
const kernelsmith::Problem& load_problem(const std::filesystem::path& module);

} // namespace grader
