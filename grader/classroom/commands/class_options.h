#pragma once

/// @file
/// Options that all commands about a class have.

#include <filesystem>

#include "grading/command_line/options.h"

namespace grader {

/// The class that a command is about.
struct ClassOptions : ContextOptions {
    std::filesystem::path directory; ///< `class ... DIR`

    /// Declares them on @p app.
    void declare(CLI::App& app);
};

} // namespace grader
