#include "authoring/rules/test_rules.h"

#include <optional>
#include <set>

#include <fmt/core.h>

#include "base/text.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

fs::path tests_file(const LabOnDevice& on_device) { return on_device.lab.directory / "tests.cpp"; }

/// Reports whether the results of @p entry are correct: its grade gets past the step `correct`.
bool computes_the_right_thing(const LabProgram& entry) {
    const std::string& step = entry.expect.failing_step;
    return step != "builds" && step != "runs" && step != "correct";
}

/// Runs the tests of @p wrong's task on it, if it can be run at all. Removes the tests that fail from @p
/// inert.
Findings fail_on(LabOnDevice& on_device, const WrongFile& wrong, std::set<std::string>& inert) {
    const std::optional<fs::path> source = on_device.source_of(wrong);
    if (!source || wrong.expect.failing_step == "builds") return {};
    const TestRun& run = on_device.test(*source, fmt::format("[{}]", wrong.task));
    if (!run.fault.empty())
        return {{tests_file(on_device), 0,
                 fmt::format("the tests [{}] on wrong/{}: {}", wrong.task, wrong.file, run.fault)}};
    for (const std::string& name : run.failed()) inert.erase(name);
    if (!run.failed().empty()) return {};
    return {{tests_file(on_device), 0,
             fmt::format("the tests [{}] pass on wrong/{}; add a test that detects this mistake", wrong.task,
                         wrong.file)}};
}

} // namespace

Findings tests_pass_on_what_is_right(LabOnDevice& on_device) {
    Findings findings;
    for (const LabProgram& entry : lab_programs(on_device.lab)) {
        if (!computes_the_right_thing(entry) || !fs::exists(entry.source)) continue;
        // In a sample, run the tests on the solution only: they take as long as several grades.
        if (!on_device.sample.whole() && entry.source != on_device.lab.solutions / "student.cu") continue;
        const TestRun& run = on_device.test(entry.source, "");
        if (!run.fault.empty())
            findings.push_back(
                {tests_file(on_device), 0, fmt::format("on {}: {}", entry.name, printable(run.fault))});
        else if (run.cases.empty())
            findings.push_back({tests_file(on_device), 0, "has no TEST_CASE"});
        for (const std::string& name : run.failed())
            findings.push_back(
                {tests_file(on_device), 0,
                 fmt::format("the test \"{}\" fails on {}, which is correct", name, entry.name)});
    }
    return findings;
}

Findings tests_can_fail(LabOnDevice& on_device) {
    const TestRun& right = on_device.test(on_device.lab.solutions / "student.cu", "");
    // That the tests pass on the solution is a separate rule, and a precondition for the meaning of a
    // failure.
    if (!right.fault.empty() || !right.failed().empty())
        return {{tests_file(on_device), 0, "the tests do not pass on the solution"}};
    std::set<std::string> inert;
    std::set<std::string> tags;
    for (const TestedCase& one : right.cases) {
        inert.insert(one.name);
        tags.insert(one.tags.begin(), one.tags.end());
    }
    Findings findings;
    for (const Task& task : on_device.lab.manifest.tasks)
        if (!tags.contains(task.id))
            findings.push_back({tests_file(on_device), 0, fmt::format("no test has the tag [{}]", task.id)});
    for (const WrongFile& wrong : on_device.lab.manifest.wrong)
        if (tags.contains(wrong.task))
            for (Finding& finding : fail_on(on_device, wrong, inert)) findings.push_back(std::move(finding));
    if (!on_device.sample.whole())
        return findings; // a mistake that makes a test fail may be in another
                         // sample
    for (const std::string& name : inert)
        findings.push_back({tests_file(on_device), 0,
                            fmt::format("the test \"{}\" passes on every mistake of its task; add a mistake "
                                        "to wrong/ that it detects, or remove it",
                                        name)});
    return findings;
}

} // namespace grader
