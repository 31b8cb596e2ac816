#include "classroom/commands/class_options.h"

#include <CLI/CLI.hpp>

namespace grader {

void ClassOptions::declare(CLI::App& app) {
    app.add_option("DIR", directory, "Folder of the class, as for --all")->required();
    ContextOptions::declare(app);
}

} // namespace grader
