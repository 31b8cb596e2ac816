#pragma once

/// @file
/// The folder that a command about a class takes.

#include <filesystem>

#include "grading/command_line/options.h"

namespace grader {

/// Declares the DIR of a class.
CLI::Option* declare_class(CLI::App& app, std::filesystem::path& directory);

} // namespace grader
