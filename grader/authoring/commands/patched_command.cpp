// Runs the grader again with the complete source that a patch makes of the solution, in place of the patch.

#include <CLI/CLI.hpp>

#include "authoring/commands/commands.h"
#include "authoring/patch/patched_source.h"
#include "grading/command_line/context.h"
#include "grading/command_line/programs.h"

namespace grader {
namespace {

struct PatchedOptions : LabOptions {
    std::filesystem::path patch;
    std::vector<std::string> words; ///< command line of the grader, with the patch

    void declare(CLI::App& app) {
        LabOptions::declare(app);
        app.add_option("PATCH", patch)->required();
        app.add_option("WORDS", words)->required();
    }
};

ExitStatus run_patched(const PatchedOptions& options, const Invocation& call) {
    require_solutions(options, "A patch");
    Context context(options, call.places);
    const std::string source = whole_source(context.backend(), context.lab(), options.patch).string();
    std::vector<std::string> words = options.words;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "--file" && i + 1 < words.size()) words[i + 1] = source;
        if (words[i].starts_with("--file=")) words[i] = "--file=" + source;
    }
    execute(call.places.programs / "grader", words);
}

} // namespace

Command patched_command() { return command<PatchedOptions>("patched", "", run_patched); }

} // namespace grader
