#include "commands/standing.h"

#include <fmt/core.h>

#include "course/regions.h"
#include "files.h"
#include "report/numbers.h"

namespace grader {

std::string standing(const Lab& lab, const LabProgress& progress) {
    if (progress.verdict && *progress.verdict != Verdict::not_graded)
        return fmt::format("{}, {} of {} points",
                           progress.verdict == Verdict::pass ? "passed" : "not passed yet",
                           format_points(progress.score), format_points(progress.max_score));
    const RegionedSource source = split_regions(read_text(lab.student()));
    const std::size_t begun = regions_begun(source);
    if (begun == 0) return "not begun";
    return fmt::format("begun: {} of {} TODOs have code", begun, source.regions.size());
}

} // namespace grader
