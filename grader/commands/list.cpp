#include "commands/commands.h"

#include <iostream>

#include <fmt/core.h>

#include "course/regions.h"
#include "files.h"

namespace grader {
namespace {

std::string standing(const Lab& lab, const LabProgress& progress) {
    if (progress.verdict && *progress.verdict != Verdict::not_graded)
        return fmt::format("{}, {:.0f} of {:.0f} points",
                           progress.verdict == Verdict::pass ? "passed" : "not passed yet", progress.score,
                           progress.max_score);
    const RegionedSource source = split_regions(read_text(lab.student()));
    const std::size_t begun = regions_begun(source);
    if (begun == 0) return "not begun";
    return fmt::format("begun: {} of {} TODOs have code", begun, source.regions.size());
}

} // namespace

ExitStatus list_command(Context& context) {
    for (const Lab& lab : context.course().labs()) {
        const LabProgress progress = context.progress().of(lab.id);
        std::cout << fmt::format("{:<28} {:<34} {}\n", lab.id, standing(lab, progress), lab.manifest.title);
    }
    return ExitStatus::passed;
}

} // namespace grader
