#include "grading/steps/clean_step.h"

#include <algorithm>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/files.h"
#include "base/secrets.h"
#include "course/regions.h"
#include "finding_messages/memory_messages.h"
#include "finding_messages/race_messages.h"
#include "grading/channel/kernel_name.h"
#include "grading/grade/executed_code.h"
#include "grading/inspect/instrumented_run.h"
#include "grading/messages/clean.h"
#include "grading/steps/page_locked_leaks.h"
#include "grading/verify/case_run.h"
#include "grading/verify/problem_module.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Returns "student.cu:31"; empty if the location is unknown.
std::string place_of(const std::string& file, std::size_t line) {
    if (file.empty()) return {};
    const std::string name = fs::path(file).filename().string();
    return line == 0 ? name : fmt::format("{}:{}", name, line);
}

/// Returns the line of @p source that @p finding is about, without its indentation; empty if it is about
/// another file.
std::string quoted_line(const ObservedFinding& finding, const fs::path& source) {
    if (fs::path(finding.file).filename() != source.filename() || finding.line == 0) return {};
    const std::string text = read_text(source);
    const std::vector<std::string_view> lines = split_lines(text);
    if (finding.line > lines.size()) return {};
    std::string_view line = lines[finding.line - 1];
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    return std::string(line);
}

/// Returns the task of a placeholder in @p source that may be wrong and is involved in @p finding; 0 if there
/// is none.
int placeholder_in(const ObservedFinding& finding, const fs::path& source, const Manifest& manifest) {
    const RegionedSource taken_apart = split_regions(read_text(source));
    for (const auto& [file, line] :
         {std::pair(finding.file, finding.line), std::pair(finding.other_file, finding.other_line)}) {
        if (fs::path(file).filename() != source.filename()) continue;
        const Region* region = placeholder_at(taken_apart, line);
        if (region != nullptr && region->number <= manifest.last_task_affecting_results())
            return region->number;
    }
    return 0;
}

Message describe_finding(const ObservedFinding& finding, const fs::path& source, const Manifest& manifest) {
    std::vector<Message> more;
    if (!finding.kernel.empty())
        more.emplace_back(messages::in_kernel, Arguments{{"kernel", kernel_name(finding.kernel)}});
    if (finding.count > 1) more.emplace_back(messages::times, Arguments{{"count", finding.count}});
    Message message(messages::finding, {{"finding", finding.kind},
                                        {"place", place_of(finding.file, finding.line)},
                                        {"what", finding.what},
                                        {"more", std::move(more)}});
    if (const std::string line = quoted_line(finding, source); !line.empty()) {
        message.add({"line", finding.line});
        message.add({"source", line});
    }
    message.add({"where", finding.where});
    message.add({"other_place", place_of(finding.other_file, finding.other_line)});
    message.add({"other", finding.other});
    // A student must not fix code that is going to be replaced.
    if (const int task = placeholder_in(finding, source, manifest); task != 0)
        message.add({"task", task});
    else
        message.add({"advice", finding.advice});
    return message;
}

/// A case that ran under the simulator's checks.
struct CheckedCase {
    std::string name;  ///< name of the case
    std::string sizes; ///< "n 33, m 35"
    InstrumentedRun instrumented;
};

CheckedCase check_size(const Backend& backend, const Build& build, const DrawnCase& one) {
    InstrumentedRunSpec run = Instrumentation::mistakes;
    InstrumentedRun instrumented = run_instrumented(backend, build, one.sizes, one.seed, run);
    if (has_page_locked_leak(instrumented)) {
        run.calls = 2;
        excuse_constant_leaks(instrumented, run_instrumented(backend, build, one.sizes, one.seed, run));
    }
    return {one.name, load_problem(build.lab.module).describe(one.sizes), std::move(instrumented)};
}

/// Returns clean case @p number with the sizes that @p request draws.
DrawnCase clean_case(const Backend& backend, const Lab& lab, const GradeRequest& request,
                     std::size_t number) {
    const Case& known = lab.manifest.clean[number];
    const Case one = backend.isolation().is_strict ? known.in_strict_grade() : known;
    const std::uint64_t seed = derive(request.seed, "clean", number);
    return {one.name, one.draw(seed), seed};
}

/// Returns whether @p finding is a data race in shared memory with a thread in the relation @p who.
bool is_race_with(const ObservedFinding& finding, MessageKind who) {
    return finding.kind == "shared_race" && finding.what.message("who").is(who);
}

/// Returns @p findings, with races inside a warp after those between warps of the same kernel: the fix of the
/// latter fixes both.
std::vector<ObservedFinding> broadest_first(std::vector<ObservedFinding> findings) {
    std::set<std::string> kernels;
    for (const ObservedFinding& finding : findings)
        if (is_race_with(finding, kernelsmith::race_messages::thread_of_the_block))
            kernels.insert(finding.kernel);
    std::stable_partition(findings.begin(), findings.end(), [&](const ObservedFinding& finding) {
        return !(is_race_with(finding, kernelsmith::race_messages::lane_of_the_warp) &&
                 kernels.contains(finding.kernel));
    });
    return findings;
}

/// Keys of remarks, which are not failures: the same remark recurs at every size.
using Remarks = std::set<std::tuple<std::string, std::string, std::string, std::size_t>>;

/// Fails @p step for the errors found at one size, and adds the remarks to @p remarks.
void judge_size(Step& step, const CheckedCase& checked, const fs::path& source, const Manifest& manifest,
                Remarks& remarks) {
    const InstrumentedRun& instrumented = checked.instrumented;
    std::vector<ObservedFinding> findings;
    if (instrumented.observed) findings = broadest_first(instrumented.observed->findings);
    const auto failures = std::count_if(findings.begin(), findings.end(),
                                        [](const ObservedFinding& finding) { return finding.failure; });
    // Remarks come last, so that they never hide a failure.
    std::stable_partition(findings.begin(), findings.end(),
                          [](const ObservedFinding& finding) { return finding.failure; });
    std::set<std::string> pages; // a page is named only with the first finding of its kind
    for (const ObservedFinding& finding : findings) {
        if (!finding.failure &&
            !remarks.emplace(finding.kind, finding.kernel, finding.file, finding.line).second)
            continue;
        step.details.push_back(describe_finding(finding, source, manifest));
        if (pages.insert(finding.page).second) step.details.back().add({"page", finding.page});
    }
    const Message at(messages::on_case, {{"case", checked.name}, {"sizes", checked.sizes}});
    if (failures > 0) {
        const ObservedFinding& first = findings.front();
        step.status = Status::fail;
        step.message = {messages::found,
                        {{"finding", first.kind}, {"place", place_of(first.file, first.line)}, {"at", at}}};
    } else if (!instrumented.observed || !instrumented.fault.empty()) {
        step.status = Status::fail;
        step.message = {messages::check_did_not_end, {{"at", at}}};
        step.details.push_back(instrumented.fault.empty() ? messages::no_report : instrumented.fault);
    } else if (!instrumented.outcome.passed) {
        step.status = Status::fail;
        step.message = {messages::wrong_when_checked, {{"at", at}, {"why", instrumented.outcome.message}}};
        for (const Message& detail : instrumented.outcome.details) step.details.push_back(detail);
    }
}

/// Returns whether every access of @p one can be checked in an acceptable time.
bool is_small_enough_to_check(const Lab& lab, const DrawnCase& one) {
    constexpr double max_bytes = 1 << 20;
    constexpr double max_flops = 4e6;
    const kernelsmith::Work work = load_problem(lab.module).layout(one.sizes).work;
    return work.bytes <= max_bytes && work.flops <= max_flops;
}

/// Returns whether @p finding can explain a wrong result: a memory leak never can.
bool may_explain_wrong_result(const ObservedFinding& finding) {
    return finding.failure && finding.kind != "leak";
}

/// Returns whether @p finding reports that threads wrote the same elements of the output in which @p outcome
/// misses elements.
bool explains_missing_elements(const ObservedFinding& finding, const CaseOutcome& outcome) {
    const Message* const buffer = finding.where.find_message(kernelsmith::memory_messages::buffer);
    return outcome.symptom == Symptom::partly_written && finding.kind == "same_value_race" &&
           buffer != nullptr && buffer->text("name") == outcome.buffer;
}

/// Returns the finding that explains @p outcome best: the first one found may be unrelated.
std::optional<ObservedFinding> most_relevant_finding(const std::vector<ObservedFinding>& findings,
                                                     const CaseOutcome& outcome) {
    const auto first = [&](const auto& fits) { return std::find_if(findings.begin(), findings.end(), fits); };
    if (const auto twice = first([&](const auto& one) { return explains_missing_elements(one, outcome); });
        twice != findings.end()) {
        ObservedFinding finding = *twice;
        finding.advice = messages::same_index;
        return finding;
    }
    auto found = findings.end();
    if (outcome.symptom == Symptom::outside_its_buffer)
        found = first([](const ObservedFinding& one) { return one.kind == "out_of_bounds"; });
    if (found == findings.end()) found = first(may_explain_wrong_result);
    return found == findings.end() ? std::nullopt : std::optional(*found);
}

} // namespace

Step check_clean(const Backend& backend, const Build& build, const GradeRequest& request, LabGrade& grade) {
    const Lab& lab = build.lab;
    Step step{"clean", Status::pass, {}, {}, 0, lab.manifest.max_points("clean")};
    Remarks remarks;
    for (std::size_t i = 0; i < lab.manifest.clean.size(); ++i) {
        const CheckedCase checked = check_size(backend, build, clean_case(backend, lab, request, i));
        judge_size(step, checked, request.source, lab.manifest, remarks);
        if (step.status == Status::fail) return step;
        add(grade.evidence.checked_code,
            executed_code(checked.instrumented.observed->launches, request.source));
    }
    step.message = {remarks.empty() ? messages::nothing_found : messages::only_remarks,
                    {{"sizes", lab.manifest.clean.size()}}};
    if (!remarks.empty()) step.message.add({"remarks", remarks.size()});
    step.points = step.max_points;
    return step;
}

void check_uncovered_lines(const Backend& backend, const Build& build, const GradeRequest& request,
                           const std::vector<DrawnCase>& calls, LabGrade& grade) {
    const auto clean = std::ranges::find(grade.steps, "clean", &Step::name);
    if (clean == grade.steps.end() || clean->status != Status::pass) return;
    for (const DrawnCase& call : calls) {
        const std::vector<std::string> uncovered =
            lines_with_new_operations(grade.evidence.counted_code, grade.evidence.checked_code);
        if (uncovered.empty()) return;
        Remarks remarks;
        const CheckedCase checked = check_size(backend, with_extended_limits(build), call);
        judge_size(*clean, checked, request.source, build.lab.manifest, remarks);
        if (clean->status == Status::fail) {
            clean->points = 0;
            clean->details.emplace_back(messages::checked_counted_size,
                                        Arguments{{"line", uncovered.front()}});
            return;
        }
        add(grade.evidence.checked_code,
            executed_code(checked.instrumented.observed->launches, request.source));
    }
}

void check_modelled_lines(const Backend& backend, const Build& build, const GradeRequest& request,
                          const ExecutedCode& code, const DrawnCase& modelled, LabGrade& grade) {
    const auto clean = std::ranges::find(grade.steps, "clean", &Step::name);
    if (clean == grade.steps.end() || clean->status != Status::pass) return;
    ExecutedCode known = grade.evidence.counted_code;
    add(known, grade.evidence.checked_code);
    const std::vector<std::string> beyond = new_lines(code, known);
    if (grade.evidence.counted_code.empty() || beyond.empty()) return;
    const CheckedCase checked = check_size(backend, with_extended_limits(build), modelled);
    if (!checked.instrumented.observed || !checked.instrumented.fault.empty()) return;
    Remarks remarks;
    judge_size(*clean, checked, request.source, build.lab.manifest, remarks);
    if (clean->status == Status::fail) {
        clean->points = 0;
        clean->details.emplace_back(messages::checked_modelled_size, Arguments{{"line", beyond.front()}});
    }
    add(grade.evidence.checked_code, executed_code(checked.instrumented.observed->launches, request.source));
}

std::vector<Message> first_mistake(const Backend& backend, const Build& build, const GradeRequest& request,
                                   const DrawnCase& failing, const CaseOutcome& outcome) {
    const Lab& lab = build.lab;
    if (!backend.simulator().usable || lab.manifest.clean.empty()) return {};
    std::vector<DrawnCase> cases;
    if (is_small_enough_to_check(lab, failing)) cases.push_back(failing);
    for (std::size_t i = 0; i < lab.manifest.clean.size(); ++i)
        cases.push_back(clean_case(backend, lab, request, i));
    for (const DrawnCase& one : cases) {
        try {
            const CheckedCase checked = check_size(backend, build, one);
            // Without a report, or if the run did not finish, another size would give no more information,
            // and could take as long.
            if (!checked.instrumented.observed) return {};
            if (const auto finding =
                    most_relevant_finding(broadest_first(checked.instrumented.observed->findings), outcome)) {
                return {{messages::simulator_saw, {{"case", checked.name}, {"sizes", checked.sizes}}},
                        describe_finding(*finding, request.source, lab.manifest)};
            }
            if (!checked.instrumented.fault.empty()) return {};
        } catch (const EnvironmentError&) {
            return {}; // the step has failed anyway, and this was only to explain it
        }
    }
    return {};
}

} // namespace grader
