#include "rules/device_rules.h"

#include <algorithm>
#include <array>
#include <memory>

#include <fmt/core.h>

#include "child/process.h"
#include "errors.h"
#include "grade/grade_lab.h"
#include "grade/speed_step.h"
#include "grade/technique_step.h"
#include "report/text.h"
#include "rules/skeleton_rules.h"
#include "verify/problem_module.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Longer than any lab's tests take, and shorter than anybody waits.
constexpr double test_patience_s = 300;

/// One lab on the device, with its baseline waiting in one arena for all that is timed.
class Bench {
public:
    Bench(const Backend& backend, const Course& course, const Lab& the_lab,
          const std::function<void(const std::string&)>& progress)
        : lab(the_lab), backend_(backend), course_(course), progress_(progress), seed_(secret_seed()) {
        if (backend.why_untimed().empty()) arena_ = make_arena(backend, the_lab, seed_);
    }

    [[nodiscard]] LabGrade grade(const fs::path& source) const {
        GradeRequest request;
        request.source = source;
        request.seed = seed_;
        request.arena = arena_.get();
        request.progress = [&](const std::string& what) {
            progress_(what + ", " + source.filename().string());
        };
        return grade_lab(backend_, lab, request);
    }

    /// Runs the lab's tests that have the tag @p task on @p source.
    [[nodiscard]] Finished test(const fs::path& source, const std::string& task) const {
        progress_(fmt::format("{}: tests of {}, {}", lab.id, task, source.filename().string()));
        const fs::path modules = lab.module.parent_path().parent_path();
        ProcessSpec spec;
        spec.argv = {tests_of(lab).string(), fmt::format("[{}]", task)};
        for (const auto& [option, value] : {std::pair{"--source", source.string()},
                                            {"--backend", backend_.name()},
                                            {"--course", course_.root().string()},
                                            {"--modules", modules.string()}})
            spec.argv.insert(spec.argv.end(), {option, value});
        return run_to_end(spec, test_patience_s);
    }

    static fs::path tests_of(const Lab& lab) { return lab.module.parent_path() / "tests"; }

    const Lab& lab;

private:
    const Backend& backend_;
    const Course& course_;
    const std::function<void(const std::string&)>& progress_;
    std::uint64_t seed_;
    std::unique_ptr<Arena> arena_; ///< null where nothing can be timed
};

/// What the step that decided @p grade says.
std::string reason_of(const LabGrade& grade) {
    const Step* step = grade.first_failed();
    if (step == nullptr && !grade.steps.empty()) step = &grade.steps.back();
    if (step == nullptr) return {};
    return step->details.empty() ? step->message : step->message + "; " + step->details.front();
}

/// Holds the outcome of grading @p source against @p expectation.
Findings compare(const fs::path& source, const LabGrade& grade, const Expectation& expectation) {
    const std::string outcome = outcome_of(grade);
    const std::string expected = expected_outcome(grade, expectation);
    if (outcome == expected) return {};
    return {{source, 0,
             fmt::format("expected {}, and the grade is {}: {}", expected, outcome,
                         printable(reason_of(grade)))}};
}

Findings skeleton_does_not_pass(const Bench& bench) {
    if (bench.grade(bench.lab.student()).first_failed() != nullptr) return {};
    return {{bench.lab.student(), 0, "passes as it is handed out; leave something to do"}};
}

Findings baseline_is_right_and_slow(const Bench& bench) {
    const fs::path file = bench.lab.baseline();
    const LabGrade grade = bench.grade(file);
    Findings findings = compare(file, grade, bench.lab.manifest.of_baseline());
    const Step* fast = grade.find("fast");
    if (findings.empty() && fast != nullptr && fast->status != Status::fail &&
        fast->status != Status::not_measured)
        findings.push_back({file, 0, "passes the step fast: " + fast->message});
    return findings;
}

/// Whether the solution stays as clear of every gate as the manifest promises, so that other good solutions
/// pass.
Findings gates_leave_room(const Lab& lab, const LabGrade& solution) {
    Findings findings;
    for (const Gate& gate : lab.manifest.gates) {
        const auto value = solution.counters.find(gate.counter);
        if (value == solution.counters.end() || keeps(gate, value->second, gate.margin)) continue;
        findings.push_back(
            {lab.directory / "lab.toml", 0,
             fmt::format("the solution has {} {:g}, which is not {:g} % clear of the gate's bound; move "
                         "the bound or, for a quantity that moves in steps, lower the margin",
                         gate.counter, value->second, 100 * gate.margin)});
    }
    return findings;
}

Findings solution_earns_full_marks(const Bench& bench) {
    const fs::path solution = bench.lab.solutions / "student.cu";
    const LabGrade grade = bench.grade(solution);
    Findings findings = compare(solution, grade, {});
    for (const Step& step : grade.steps)
        if (findings.empty() && step.status != Status::not_measured && step.points < step.max_points)
            findings.push_back(
                {solution, 0,
                 fmt::format("earns {:.1f} of {:g} points for {}, and a solution earns all: {}", step.points,
                             step.max_points, step.name, step.message)});
    for (Finding& finding : gates_leave_room(bench.lab, grade)) findings.push_back(std::move(finding));
    return findings;
}

Findings rungs_fare_as_listed(const Bench& bench) {
    Findings findings;
    for (const Rung& rung : bench.lab.manifest.rungs) {
        const fs::path file = bench.lab.solutions / "ladder" / rung.file;
        if (!fs::exists(file)) continue; // the files' rules have told of it
        for (Finding& finding : compare(file, bench.grade(file), rung.expect))
            findings.push_back(std::move(finding));
    }
    return findings;
}

Findings mistakes_fail_as_listed(const Bench& bench) {
    Findings findings;
    for (const WrongFile& wrong : bench.lab.manifest.wrong) {
        const fs::path file = bench.lab.solutions / "wrong" / wrong.file;
        if (!fs::exists(file)) continue;
        const LabGrade grade = bench.grade(file);
        for (Finding& finding : compare(file, grade, wrong.expect)) findings.push_back(std::move(finding));
        const Step* failed = grade.first_failed();
        if (failed == nullptr || failed->name != wrong.expect.failing_step) continue;
        std::string said = failed->message;
        for (const std::string& line : failed->details) said += "\n" + line;
        for (const std::string& line : failed->seen) said += "\n" + line;
        if (said.find(wrong.message) == std::string::npos)
            findings.push_back({file, 0,
                                fmt::format("the step {} does not say \"{}\"; it says: {}", failed->name,
                                            wrong.message, printable(reason_of(grade)))});
    }
    return findings;
}

Findings tests_tell_right_from_wrong(const Bench& bench) {
    Findings findings;
    const fs::path tests = bench.lab.directory / "tests.cpp";
    const fs::path solution = bench.lab.solutions / "student.cu";
    for (const Task& task : bench.lab.manifest.tasks) {
        // A tag that no test has ends with an error too, so the solution's success is what gives a failure
        // its meaning.
        if (const Finished right = bench.test(solution, task.id);
            right.timed_out || right.end.exit_code != 0) {
            findings.push_back(
                {tests, 0, fmt::format("the tests [{}] do not pass on the solution", task.id)});
            continue;
        }
        for (const WrongFile& wrong : bench.lab.manifest.wrong) {
            const fs::path file = bench.lab.solutions / "wrong" / wrong.file;
            if (wrong.task != task.id || !fs::exists(file)) continue;
            const Finished finished = bench.test(file, task.id);
            if (finished.timed_out)
                findings.push_back(
                    {tests, 0,
                     fmt::format("the tests [{}] do not come to an end on wrong/{}", task.id, wrong.file)});
            else if (finished.end.exit_code == 0)
                findings.push_back(
                    {tests, 0,
                     fmt::format("the tests [{}] pass on wrong/{}; add one that this mistake fails", task.id,
                                 wrong.file)});
        }
    }
    return findings;
}

/// The skeleton's rule comes first, because it is left out where somebody works on it.
constexpr std::array rules = {skeleton_does_not_pass,    baseline_is_right_and_slow,
                              solution_earns_full_marks, rungs_fare_as_listed,
                              mistakes_fail_as_listed,   tests_tell_right_from_wrong};

} // namespace

void check_on_device(const Backend& backend, const Course& course, const Lab& lab, bool released,
                     const std::function<void(const std::string&)>& progress, CheckReport& report) {
    if (!backend.availability().usable)
        return report.not_checked(lab.id, rules.size(), backend.availability().reason);
    (void)load_problem(lab.module); // a module that is not built is the machine's fault, and no finding
    if (!fs::exists(Bench::tests_of(lab)))
        throw EnvironmentError(
            fmt::format("{} is not built. Build the course's tests: cmake --build --preset student",
                        Bench::tests_of(lab).string()));
    std::unique_ptr<Bench> bench;
    try {
        bench = std::make_unique<Bench>(backend, course, lab, progress);
    } catch (const EnvironmentError& error) {
        const std::vector<std::string_view> lines = split_lines(error.what());
        report.checked(lab.id, {{lab.baseline(), 0,
                                 std::string(lines.empty() ? "cannot be measured" : lines.front())}});
        return report.not_checked(lab.id, rules.size() - 1, "a baseline cannot be measured");
    }
    if (const std::string why = backend.why_untimed(); !why.empty()) report.not_checked(lab.id, 1, why);
    const bool skeleton = released || !worked_on(lab);
    if (!skeleton) report.not_checked(lab.id, 1, "a student.cu was worked on");
    for (std::size_t i = skeleton ? 0 : 1; i < rules.size(); ++i) report.checked(lab.id, rules[i](*bench));
}

} // namespace grader
