#include "grading/command_line/command_text.h"

#include <fmt/core.h>

#include "base/shell_word.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

std::string option_text(const char* option, const std::string& value) {
    return value.empty() ? "" : fmt::format(" {} {}", option, shell_word(value));
}

} // namespace

std::string program_text(const GraderPaths& places) {
    const fs::path program = places.programs / "grader";
    const fs::path from_here = program.lexically_relative(fs::current_path());
    const bool below = !from_here.empty() && *from_here.begin() != "..";
    return shell_word((below ? from_here : program).string());
}

std::string backend_text(const BackendOptions& options) {
    return options.backend == "auto" ? "" : option_text("--backend", options.backend);
}

std::string options_text(const ContextOptions& options) {
    return option_text("--device", options.device) +
           option_text("--thresholds", options.thresholds ? to_string(*options.thresholds) : "") +
           option_text("--isolation", options.isolation_text) +
           option_text("--course", options.course.string()) +
           option_text("--modules", options.modules.string());
}

std::vector<std::string> forwarded_options(const ContextOptions& options) {
    std::vector<std::string> words = {"--backend", options.backend};
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty()) words.insert(words.end(), {name, value});
    };
    add("--device", options.device);
    add("--thresholds", options.thresholds ? to_string(*options.thresholds) : "");
    add("--isolation", options.isolation_text);
    add("--course", options.course.string());
    add("--modules", options.modules.string());
    if (options.seed) add("--seed", std::to_string(*options.seed));
    return words;
}

} // namespace grader
