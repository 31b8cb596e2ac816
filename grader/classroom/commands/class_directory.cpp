#include "classroom/commands/class_directory.h"

#include <CLI/CLI.hpp>

namespace grader {

CLI::Option* declare_class(CLI::App& app, std::filesystem::path& directory) {
    return app.add_option("DIR", directory, "The class's folder, as --all takes it")->required();
}

} // namespace grader
