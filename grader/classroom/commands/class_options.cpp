#include "classroom/commands/class_options.h"

#include <CLI/CLI.hpp>

namespace grader {

void ClassOptions::declare(CLI::App& app) {
    app.add_option("DIR", directory, "The class's folder, as --all takes it")->required();
    ContextOptions::declare(app);
}

} // namespace grader
