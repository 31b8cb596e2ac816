#pragma once

/// @file
/// Parts of `grader predict`.

#include <string>
#include <vector>

#include "grading/command_line/context.h"

namespace grader {

/// `grader predict [LAB...]`
struct PredictOptions : ContextOptions {
    std::vector<std::string> labs; ///< empty: every lab
    bool record = false;           ///< `--record`: model the labs' programs on every modelled GPU
    bool write = false;            ///< `--write`: write docs/results/predicted.md
    bool check = false;            ///< `--check`: compare it with the current predictions

    /// Declares the options on @p app.
    void declare(CLI::App& app);
};

/// Models baseline, known program and solution of @p lab on every modelled GPU, or on that of
/// `--device`, and writes the lab's modelled.json.
/// Returns whether all of them have a time.
bool record_modelled_calls(Context& context, const Lab& lab);

} // namespace grader
