#include "authoring/commands/check_course.h"

#include <iostream>
#include <memory>

#include <fmt/core.h>

#include "authoring/commands/commands.h"
#include "authoring/mutation/tally.h"
#include "base/files.h"
#include "base/text.h"
#include "grading/steps/speed_step.h"

namespace grader {
namespace {

using mutation::MutantOutcome;

std::vector<mutation::MutantResult> try_all(Context& context, const CheckCourseOptions& options,
                                            const Lab& lab, const std::vector<mutation::Mutant>& mutants) {
    const Backend& backend = context.backend();
    const std::unique_ptr<DeviceLock> lock = context.lock_device();
    mutation::MutantGradingRequest request;
    request.seed = options.seed.value_or(default_seed);
    request.jobs = options.jobs;
    request.work = context.places().work / "mutants";
    request.progress = [&](std::size_t done, std::size_t all) {
        context.status().show(fmt::format("{}: {} of {} mutants", lab.id, done, all));
    };
    const std::unique_ptr<SpeedBenchmark> benchmark = benchmark_where_timed(backend, lab, request.seed);
    request.benchmark = benchmark.get();
    std::vector<mutation::MutantResult> results = grade_mutants(backend, lab, mutants, request);
    context.status().clear();
    return results;
}

void print_survivor(const mutation::MutantResult& survivor, const std::string& solution) {
    std::cout << fmt::format("not caught: {}\n  {}\n", survivor.mutant.id, survivor.mutant.rule->mistake);
    for (const std::string& line : mutation::line_diff(solution, survivor.mutant.text))
        std::cout << "  " << printable(line) << '\n';
}

} // namespace

ExitStatus check_mutants(Context& context, const CheckCourseOptions& options) {
    const Lab& lab = context.course().lab(options.mutants);
    const mutation::Equivalents listed = mutation::read_equivalents(mutation::equivalents_file(lab));
    const std::string solution = read_text(lab.solutions / "student.cu");
    const std::vector<mutation::MutantResult> results =
        try_all(context, options, lab, mutation::sample_of(mutation::mutants_of(solution)));
    for (const mutation::MutantResult& result : results)
        if (result.outcome == MutantOutcome::survived && !listed.contains(result.mutant.id))
            print_survivor(result, solution);
    const std::vector<std::string> faults = faults_of(listed, results);
    for (const std::string& fault : faults) std::cout << "✘ " << printable(fault) << '\n';

    const mutation::Tally tally = tally_of(results, listed);
    std::cout << fmt::format(
        "{}: {} changes; {} do not compile, {} make the same program, {} are listed as equivalent\n", lab.id,
        tally.tried, tally.not_compiling, tally.same_program, tally.equivalent);
    for (const auto& [step, count] : tally.caught_by)
        std::cout << fmt::format("  {} caught by {}\n", count, step);
    if (options.record) {
        mutation::MutantRecord record = mutation::read_mutant_record(context.course().root());
        record[lab.id] = tally;
        write_mutant_record(context.course().root(), record);
    }
    std::cout << fmt::format("{} of {} mutants caught\n", tally.caught(), tally.mutants());
    return tally.catches_enough() && faults.empty() ? ExitStatus::passed : ExitStatus::not_passed;
}

} // namespace grader
