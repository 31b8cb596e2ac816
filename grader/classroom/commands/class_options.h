#pragma once

/// @file
/// Options that all commands on a class share.

#include <filesystem>

#include "grading/command_line/options.h"

namespace grader {

/// Options that all commands on a class share.
struct ClassOptions : ContextOptions {
    std::filesystem::path directory; ///< `class ... DIR`

    /// Declares the options on @p app.
    void declare(CLI::App& app);
};

} // namespace grader
