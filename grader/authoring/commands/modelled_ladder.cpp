#include "authoring/commands/modelled_ladder.h"

#include <iostream>
#include <optional>

#include <fmt/core.h>

#include "authoring/commands/ladder_row.h"
#include "base/numbers.h"
#include "base/text.h"
#include "grading/command_line/modelled_columns.h"
#include "grading/results/results.h"
#include "grading/sentences/sentence.h"
#include "grading/steps/grade_lab.h"

namespace grader {
namespace {

/// Returns the recorded times of the graded case of @p lab on the modelled GPU; none if there are none.
std::optional<CaseResult> measured_case(const Context& context, const Lab& lab, const std::string& device) {
    const Results results = read_results(results_file(context.course().root(), device));
    const auto cases = results.labs.find(lab.id);
    return cases == results.labs.end() ? std::nullopt : std::optional(cases->second.front());
}

/// Formats the columns with the times of @p rung in @p measured; nothing without recorded times.
std::string measured_columns(const std::optional<CaseResult>& measured, const std::string& rung) {
    if (!measured) return {};
    const RungResult* there = measured->find(rung);
    return there == nullptr
               ? fmt::format(" {:>9} {:>8}", "", "")
               : fmt::format(" {:>9} {:>8}", format_time(there->ms), format_speedup(there->speedup));
}

} // namespace

ExitStatus modelled_ladder(Context& context, const Lab& lab, std::uint64_t seed) {
    const Backend& backend = context.backend();
    const ModelledColumns times(backend, lab);
    const std::optional<CaseResult> measured = measured_case(context, lab, backend.device().slug);
    std::cout << fmt::format("{} on {}: {}{}\n\n", lab.id, backend.device().name, times.caption(),
                             measured ? fmt::format(", compared with times measured on {}", measured->name)
                                      : "")
              << fmt::format("{:<24}{}{}{}  {}\n", "rung", times.head(),
                             measured ? fmt::format(" {:>9} {:>8}", "measured", "speedup") : "",
                             counts_header(lab), "outcome without fast");
    bool as_expected = true;
    for (const LabProgram& entry : lab_programs(lab)) {
        GradeRequest request;
        request.source = entry.source;
        request.seed = seed;
        request.may_model = false; // the manifest's expectation of a rung was found by timing
        request.progress = [&](const std::string& what) { context.status().show(entry.name + ": " + what); };
        const LabGrade grade = grade_lab(backend, lab, request);
        context.status().show(entry.name + ": modelling");
        const CompileResult build = compile(backend.compile_job(entry.source, lab, {}));
        Message failure;
        const std::string modelled =
            build.ok && entry.expect.is_timed() ? times.of(build.object, failure) : times.blank();
        context.status().clear();
        std::string outcome = outcome_in_words(grade, entry.expect);
        if (grade.counted.empty()) outcome += failure_reason(grade);
        if (!failure.empty()) outcome += "; " + printable(sentence(failure));
        std::cout << fmt::format("{:<24}{}{}{}{}  {}\n", entry.name, modelled,
                                 measured_columns(measured, entry.name), shape_of(grade),
                                 counts_of(lab, grade), outcome)
                  << std::flush;
        as_expected = as_expected && outcome_of(grade) == expected_outcome(grade, entry.expect);
    }
    return as_expected ? ExitStatus::passed : ExitStatus::not_passed;
}

} // namespace grader
