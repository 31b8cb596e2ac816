#pragma once

/// @file
/// A lab's trusted half, loaded into the grader.

#include <filesystem>
#include <memory>

#include "kernelsmith/problem.h"

namespace grader {

/// The problem that @p module exports. It stays loaded until the grader ends. Throws EnvironmentError.
const kernelsmith::Problem& load_problem(const std::filesystem::path& module);

} // namespace grader
