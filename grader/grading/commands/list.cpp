#include "grading/commands/commands.h"

#include <iostream>

#include <fmt/core.h>

#include "base/numbers.h"
#include "grading/command_line/context.h"
#include "grading/commands/lab_status.h"
#include "grading/report/modelled.h"

namespace grader {
namespace {

/// Returns the score of the best grade, and the speedup of that same grade.
std::string best(const LabProgress& progress) {
    if (progress.best_max_score <= 0) return "–";
    const std::string score =
        fmt::format("{} / {}", format_points(progress.best_score), format_points(progress.best_max_score));
    if (progress.best_speedup <= 0) return score;
    return fmt::format("{}, {}", score, marked_speedup(progress.best_speedup, progress.best_modelled));
}

void print_lab(const std::string& id, const std::string& stands, const std::string& best_grade,
               const std::string& title) {
    std::cout << fmt::format("{:<28} {:<34} {:<18} {}\n", id, stands, best_grade, title);
}

ExitStatus run_list(const ContextOptions& options, const Invocation& call) {
    Context context(options, call.places);
    ModelledLegend legend;
    bool with_speedup = false;
    print_lab("lab", "status", "best grade", "title");
    for (const Lab& lab : context.course().labs()) {
        const LabProgress progress = context.progress().of(lab.id);
        print_lab(lab.id, lab_status(lab, progress), best(progress), lab.manifest.title);
        legend.add(progress.best_modelled);
        with_speedup = with_speedup || progress.best_speedup > 0;
    }
    if (with_speedup) std::cout << "best grade: its score and its speedup; another grade may be faster\n";
    if (!legend.text().empty()) std::cout << legend.text() << '\n';
    return ExitStatus::passed;
}

} // namespace

Command list_command() {
    return command<ContextOptions>("list", "Lists the labs, with the progress in this tree", run_list);
}

} // namespace grader
