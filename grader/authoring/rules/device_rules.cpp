#include "authoring/rules/device_rules.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <fmt/core.h>

#include "authoring/records/tasks/record.h"
#include "authoring/rules/counter_rules.h"
#include "authoring/rules/lab_on_device.h"
#include "authoring/rules/skeleton_rules.h"
#include "authoring/rules/task_rules.h"
#include "authoring/rules/test_rules.h"
#include "base/errors.h"
#include "base/files.h"
#include "base/text.h"
#include "grading/backend/simulator.h"
#include "grading/sentences/sentence.h"
#include "grading/steps/gates.h"
#include "grading/verify/case_run.h"
#include "grading/verify/problem_module.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Returns the message of the step that decided @p grade.
std::string reason_of(const LabGrade& grade) {
    const Step* step = grade.first_failed();
    if (step == nullptr && !grade.steps.empty()) step = &grade.steps.back();
    if (step == nullptr) return {};
    const std::string message = sentence(step->message);
    return step->details.empty() ? message : message + "; " + sentence(step->details.front());
}

/// Compares the grade of @p source with @p expectation.
Findings compare(const fs::path& source, const LabGrade& grade, const Expectation& expectation) {
    const std::string outcome = outcome_of(grade);
    const std::string expected = expected_outcome(grade, expectation);
    if (outcome == expected) return {};
    return {{source, 0,
             fmt::format("expected {}, and the grade is {}: {}", expected, outcome,
                         printable(reason_of(grade)))}};
}

Findings skeleton_earns_nothing(LabOnDevice& on_device) {
    const LabGrade& grade = on_device.grade(on_device.lab.student());
    if (grade.first_failed() == nullptr)
        return {{on_device.lab.student(), 0, "the starter code passes; leave something to do"}};
    if (grade.score > 0)
        return {{on_device.lab.student(), 0,
                 fmt::format("the starter code earns {:.1f} points; skeleton_hash in lab.toml lets the "
                             "grader recognize it",
                             grade.score)}};
    const Step* correct = grade.find("correct");
    const ScoreRule& score = on_device.lab.manifest.score;
    if (correct != nullptr && correct->status == Status::pass && 2 * score.correct > score.technique)
        return {
            {on_device.lab.student(), 0,
             fmt::format("the starter code is correct, and correct earns {:g} points, technique {:g}; if the "
                         "starter code is correct, correct may earn at most half of technique's points",
                         score.correct, score.technique)}};
    return {};
}

/// Checks that a lab rewards its own technique: the known program, graded from @p file, fails a gate and
/// earns next to nothing for speed.
Findings known_is_not_enough(const LabOnDevice& on_device, const fs::path& file, const LabGrade& grade) {
    constexpr double most = 0.1; // share of the points: repeated measurements vary slightly
    const Lab& lab = on_device.lab;
    if (lab.manifest.speed.known.empty() || file != lab.manifest.known_file(lab.directory, lab.solutions))
        return {};
    Findings findings;
    if (const Step* technique = grade.find("technique");
        technique != nullptr && technique->status != Status::fail)
        findings.push_back(
            {file, 0,
             "is the known program and fails no gate; add a gate for the technique of this lab: " +
                 sentence(technique->message)});
    const Step* fast = grade.find("fast");
    if (fast == nullptr || !grade.speedup) return findings;
    if (fast->status != Status::fail || fast->points > most * fast->max_points)
        findings.push_back(
            {file, 0,
             fmt::format("is the known program and earns {:.1f} of {:g} points for fast; known = {:g} is too "
                         "low for it, or pass is: {}",
                         fast->points, fast->max_points, grade.speedup->known, sentence(fast->message))});
    return findings;
}

Findings baseline_is_right_and_slow(LabOnDevice& on_device) {
    const fs::path file = on_device.lab.baseline();
    const LabGrade grade = on_device.grade(file);
    Findings findings = compare(file, grade, on_device.lab.manifest.baseline_expectation());
    const Step* fast = grade.find("fast");
    if (findings.empty() && fast != nullptr && fast->status != Status::fail &&
        fast->status != Status::not_measured)
        findings.push_back({file, 0, "passes the step fast: " + sentence(fast->message)});
    for (Finding& finding : known_is_not_enough(on_device, file, grade))
        findings.push_back(std::move(finding));
    return findings;
}

/// Checks that the solution keeps the distance to every gate that the manifest declares, so that other good
/// solutions pass. @p counters are of @p what.
Findings gates_leave_room(const Lab& lab, const std::map<std::string, double>& counters,
                          const std::string& what) {
    Findings findings;
    for (const Gate& gate : lab.manifest.gates) {
        const auto value = counters.find(gate.counter);
        if (value == counters.end() || passes_gate(gate, value->second, gate.margin)) continue;
        findings.push_back(
            {lab.directory / "lab.toml", 0,
             fmt::format("the solution has {} {:g}{}, which is less than {:g} % away from the gate's bound; "
                         "change the bound or, for a quantity that changes in steps, lower the margin",
                         gate.counter, value->second, what, 100 * gate.margin)});
    }
    return findings;
}

/// Checks the distance at the smallest and the largest sizes as well, because strict grades use secret sizes.
Findings gates_leave_room_for_strangers(const LabOnDevice& on_device, const fs::path& solution) {
    Findings findings;
    std::vector<CountedCall> smallest;
    std::vector<CountedCall> largest;
    for (const Case& counted : on_device.lab.manifest.counted) {
        if (counted.secret.empty()) continue;
        const auto [small, large] = counted.in_strict_grade().extremes();
        smallest.push_back({small, 1});
        largest.push_back({large, 2});
    }
    for (const std::vector<CountedCall>& calls : {smallest, largest}) {
        if (calls.empty()) continue;
        const std::string sizes = load_problem(on_device.lab.module).describe(calls.front().sizes);
        const auto counted = on_device.quantities(solution, calls);
        if (const auto* why = std::get_if<std::string>(&counted))
            findings.push_back(
                {solution, 0, fmt::format("cannot be counted at {}: {}", sizes, printable(*why))});
        else
            for (Finding& finding :
                 gates_leave_room(on_device.lab, std::get<0>(counted), fmt::format(" at {}", sizes)))
                findings.push_back(std::move(finding));
    }
    return findings;
}

Findings solution_earns_full_marks(LabOnDevice& on_device) {
    const fs::path solution = on_device.lab.solutions / "student.cu";
    const LabGrade grade = on_device.grade(solution);
    Findings findings = compare(solution, grade, {});
    for (const Step& step : grade.steps)
        if (findings.empty() && step.status != Status::not_measured && step.points < step.max_points)
            findings.push_back(
                {solution, 0,
                 fmt::format("earns {:.1f} of {:g} points for {}, and a solution earns all: {}", step.points,
                             step.max_points, step.name, sentence(step.message))});
    for (Finding& finding : gates_leave_room(on_device.lab, grade.counters, ""))
        findings.push_back(std::move(finding));
    if (grade.counters.empty()) return findings;
    for (Finding& finding : gates_leave_room_for_strangers(on_device, solution))
        findings.push_back(std::move(finding));
    return findings;
}

Findings rungs_fare_as_listed(LabOnDevice& on_device) {
    Findings findings;
    for (const Rung& rung : on_device.lab.manifest.rungs) {
        const fs::path file = on_device.lab.solutions / "ladder" / rung.file;
        if (!fs::exists(file)) continue; // the rules on files report it
        const LabGrade grade = on_device.grade(file);
        for (Finding& finding : compare(file, grade, rung.expect)) findings.push_back(std::move(finding));
        for (Finding& finding : known_is_not_enough(on_device, file, grade))
            findings.push_back(std::move(finding));
    }
    return findings;
}

/// Checks that correct alternatives lose points for their speed only.
Findings alternatives_lose_nothing(LabOnDevice& on_device) {
    Findings findings;
    for (const Alternative& one : on_device.lab.manifest.alternatives) {
        const fs::path file = on_device.lab.solutions / "alternatives" / one.file;
        if (!fs::exists(file)) continue; // the files' rules report it
        const LabGrade& grade = on_device.grade_with_speed(file);
        for (Finding& finding : compare(file, grade, one.expect)) findings.push_back(std::move(finding));
        for (const Step& step : grade.steps)
            if (step.name != "fast" && step.points < step.max_points)
                findings.push_back({file, 0,
                                    fmt::format("earns {:.1f} of {:g} points for {}: {}", step.points,
                                                step.max_points, step.name, sentence(step.message))});
    }
    return findings;
}

/// Checks that a file that skips the technique of a task fails a step, or loses most points: @p grade is of
/// such a file.
Findings skipping_is_detected(LabOnDevice& on_device, const fs::path& file, const WrongFile& wrong,
                              const LabGrade& grade) {
    constexpr double most = 0.9; // share of the points that the solution earns here
    if (wrong.skipped_task().empty()) return {};
    const double all = on_device.grade(on_device.lab.solutions / "student.cu").score;
    const bool seen = grade.first_failed() != nullptr || grade.score <= most * all;
    const bool hidden =
        on_device.untimed() && on_device.lab.manifest.undetectable_task == wrong.skipped_task();
    if (seen != hidden) return {};
    return {{file, 0,
             hidden
                 ? fmt::format(
                       "is detected without timing as well; remove undetectable_task = \"{}\" from lab.toml",
                       on_device.lab.manifest.undetectable_task)
                 : fmt::format("skips the technique of {}, fails no step and earns {:.1f} of the "
                               "solution's {:.1f} points; add a gate for that technique",
                               wrong.skipped_task(), grade.score, all)}};
}

Findings mistakes_fail_as_listed(LabOnDevice& on_device) {
    Findings findings;
    for (const WrongFile& wrong : on_device.lab.manifest.wrong) {
        const fs::path file = on_device.lab.solutions / "wrong" / wrong.file;
        const std::optional<fs::path> source = on_device.source_of(wrong);
        if (!source) continue;
        const LabGrade grade = on_device.grade(*source);
        for (Finding& finding : compare(file, grade, wrong.expect)) findings.push_back(std::move(finding));
        for (Finding& finding : skipping_is_detected(on_device, file, wrong, grade))
            findings.push_back(std::move(finding));
        const Step* failed = grade.first_failed();
        if (failed == nullptr || failed->name != wrong.expect.failing_step) continue;
        if (!wrong.message.matches(failure_messages_of(*failed)))
            findings.push_back(
                {file, 0,
                 fmt::format("expected the message \"{1}\" of the step {0}, which reports: {2}", failed->name,
                             wrong.message.text(), printable(reason_of(grade)))});
    }
    return findings;
}

Findings each_task_pays(LabOnDevice& on_device) {
    const tasks::TaskRecord record = tasks::read_task_record(on_device.root());
    TaskScores scores{on_device.after_tasks(), nullptr, !on_device.untimed()};
    if (const auto recorded = record.find("sim"); recorded != record.end())
        if (const auto lab = recorded->second.find(on_device.lab.id); lab != recorded->second.end())
            scores.recorded = &lab->second;
    return each_task_raises_the_score(on_device.lab, scores);
}

using DeviceRule = Findings (*)(LabOnDevice&);

/// Returns the rules that apply to @p lab. LabOnDevice caches the counters of each grade, so the rule on
/// counters only compares them.
/// @param skeleton whether student.cu is still the skeleton
/// @param whole whether all files of the lab are graded, not a sample: grading the files after each task is
/// too much for a sample
std::vector<DeviceRule> rules_for(const Lab& lab, bool skeleton, bool whole) {
    std::vector<DeviceRule> rules;
    if (skeleton) rules.push_back(skeleton_earns_nothing);
    if (lab.manifest.has_timed_cases())
        rules.insert(rules.end(), {baseline_is_right_and_slow, rungs_fare_as_listed});
    rules.insert(rules.end(), {solution_earns_full_marks, alternatives_lose_nothing, mistakes_fail_as_listed,
                               tests_pass_on_what_is_right, tests_can_fail});
    if (skeleton && whole && lab.manifest.has_timed_cases()) rules.push_back(each_task_pays);
    return rules;
}

void check_counters(const Backend& backend, const Course& course, LabOnDevice& on_device,
                    CheckReport& report) {
    if (!on_device.lab.manifest.has_step("technique")) return;
    if (!backend.simulator().usable)
        return report.not_checked(on_device.lab.id, 1, sentence(backend.simulator().reason));
    // Builds for another GPU than the recorded one have a different number of registers.
    if (backend.name() == "gpu" && backend.device().slug != default_model)
        return report.not_checked(on_device.lab.id, 1, "the counts are recorded for a different GPU");
    report.checked(on_device.lab.id, counts_agree_with_a_gpu(on_device, course, backend.device().slug));
}

} // namespace

void check_on_device(const Backend& backend, const Course& course, const Lab& lab, const DeviceCheck& check,
                     CheckReport& report) {
    const bool whole = check.sample.whole();
    const std::size_t all_rules =
        rules_for(lab, true, whole).size() + (lab.manifest.has_step("technique") ? 1 : 0);
    if (!backend.availability().usable)
        return report.not_checked(lab.id, all_rules, sentence(backend.availability().reason));
    (void)load_problem(lab.module); // a module that is not built is an infrastructure error, not a finding
    if (!fs::exists(LabOnDevice::tests_of(lab)))
        throw EnvironmentError(
            fmt::format("{} is not built. Build the course's tests: cmake --build --preset student",
                        LabOnDevice::tests_of(lab).string()));
    std::unique_ptr<LabOnDevice> on_device;
    try {
        on_device =
            std::make_unique<LabOnDevice>(backend, course, lab, check.sample, check.seed, check.progress);
    } catch (const EnvironmentError& error) {
        const std::string said = text_of(error);
        const std::vector<std::string_view> lines = split_lines(said);
        report.checked(lab.id, {{lab.baseline(), 0,
                                 std::string(lines.empty() ? "cannot be measured" : lines.front())}});
        return report.not_checked(lab.id, all_rules - 1, "a baseline cannot be measured");
    }
    if (const Message why = backend.why_untimed(); !why.empty() && lab.manifest.has_timed_cases())
        report.not_checked(lab.id, 1, sentence(why));
    const bool skeleton = check.released || !worked_on(lab);
    if (!skeleton) report.not_checked(lab.id, 1, "a student.cu was edited");
    const std::size_t broken_before = report.broken();
    for (const DeviceRule rule : rules_for(lab, skeleton, whole)) report.checked(lab.id, rule(*on_device));
    check_counters(backend, course, *on_device, report);
    if (report.broken() > broken_before)
        report.note(lab.id,
                    {lab.directory, 0,
                     fmt::format("the inputs came from --seed {}, which reproduces them", check.seed)});
}

} // namespace grader
