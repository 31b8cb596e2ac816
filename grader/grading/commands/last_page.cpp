#include "grading/commands/last_page.h"

#include <vector>

#include "grading/report/grade/last_page.h"
#include "grading/results/results.h"

namespace grader {
namespace {

/// Returns the results measured on the GPU in use, or else on the GPU of @p lab's thresholds.
const Results* results_for(const Lab& lab, const std::map<std::string, Results>& results,
                           const std::string& slug) {
    const auto here = results.find(slug);
    if (here != results.end() && here->second.labs.contains(lab.id)) return &here->second;
    const auto reference = results.find(lab.manifest.speed.reference);
    return reference == results.end() ? nullptr : &reference->second;
}

double speedup_of_solution(const Lab& lab, const Results& results) {
    const auto cases = results.labs.find(lab.id);
    if (cases == results.labs.end() || cases->second.empty()) return 0;
    const RungResult* solution = cases->second.front().find("solution");
    return solution == nullptr ? 0 : solution->speedup;
}

} // namespace

std::string last_page(Context& context) {
    const std::map<std::string, Results> results = all_results(context.course().root());
    const bool usable = context.backend().availability().usable;
    const std::string slug = usable ? context.backend().device().slug : "";
    std::string measured_on;
    std::vector<LastPageLab> labs;
    for (const Lab& lab : context.course().labs()) {
        const LabProgress progress = context.progress().of(lab.id);
        if (progress.verdict != Verdict::pass) return {};
        LastPageLab entry{lab.id, lab.manifest.title, progress.score, progress.max_score};
        entry.about_speed = lab.manifest.has_timed_cases();
        entry.hints = progress.hints_taken;
        entry.speedup = progress.speedup;
        entry.modelled = progress.modelled;
        entry.limit_speedup = progress.limit_speedup;
        if (const Results* measured = results_for(lab, results, slug); measured != nullptr) {
            entry.solution_speedup = speedup_of_solution(lab, *measured);
            measured_on = measured->device;
        }
        labs.push_back(std::move(entry));
    }
    if (labs.empty()) return {};
    return render_last_page(labs, measured_on, context.course().has_solutions(), context.style());
}

} // namespace grader
