// Rules on partial credit: each is broken once.

#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "authoring/rules/task_rules.h"
#include "course/course.h"
#include "testing/harness.h"

namespace {

using Catch::Matchers::ContainsSubstring;
using After = std::vector<grader::tasks::AfterTask>;

/// Returns the findings on @p now, one per line, in a lab of two tasks.
std::string findings_on(const After& now, const After* recorded = nullptr, bool timed = false,
                        const std::string& undetectable_task = "") {
    const grader::Course course(FIXTURE_COURSE, FIXTURE_MODULES);
    grader::Lab lab = course.lab("01");
    lab.manifest.undetectable_task = undetectable_task;
    std::string text;
    for (const grader::Finding& finding : each_task_raises_the_score(lab, {now, recorded, timed}))
        text += finding.text + "\n";
    return text;
}

After steps(double first, double second, double third) {
    return {{first, 70, "correct", "all wrong"}, {second, 70, "technique", "too few"}, {third, 70, "", ""}};
}

} // namespace

TEST_CASE("the score must rise after each task", "[check-course]") {
    CHECK(findings_on(steps(0, 50, 70)).empty());
    CHECK(findings_on(steps(0, 50, 53)).empty());
    CHECK_THAT(findings_on(steps(2, 50, 70)),
               ContainsSubstring("after 0 tasks the score is 2.0 (correct: all wrong); "
                                 "no task is done, so it must be 0"));
    CHECK_THAT(findings_on(steps(0, 50, 52)),
               ContainsSubstring("after 2 tasks the score is 52.0, and before task_2 it was 50.0"));
    CHECK_THAT(findings_on(steps(0, 50, 40)), ContainsSubstring("after 2 tasks the score is 40.0"));
    CHECK_THAT(findings_on({{0, 70, "correct", ""}, {10, 70, "correct", "some wrong"}, {70, 70, "", ""}}),
               ContainsSubstring(
                   "after 1 task the score is 10.0 (correct: some wrong); from the first task on"));
}

TEST_CASE("an undetectable task need not earn points without timing", "[check-course]") {
    CHECK(findings_on(steps(0, 70, 70), nullptr, false, "task_2").empty());
    CHECK_THAT(findings_on(steps(0, 70, 60), nullptr, false, "task_2"),
               ContainsSubstring("the score is 60.0"));
    CHECK_THAT(findings_on(steps(0, 70, 70), nullptr, true, "task_2"),
               ContainsSubstring("must add at least 3 points"));
}

TEST_CASE("an outdated record of scores after each task is reported", "[check-course]") {
    const After now = steps(0, 50, 70);
    CHECK(findings_on(now, &now).empty());
    const After other = steps(0, 51, 70);
    CHECK_THAT(findings_on(now, &other),
               ContainsSubstring("differ from docs/results/tasks.md; update it: "
                                 "build/bin/grader check-course --tasks 01 --record"));
    CHECK(findings_on(now, &other, true).empty()); // repeated measurements vary
    const After shorter = {now[0], now[1]};
    CHECK_THAT(findings_on(now, &shorter), ContainsSubstring("differ from"));
}

TEST_CASE("a score that falls after a task is reported on the simulator and on each recorded GPU",
          "[check-course]") {
    const grader::Course course(FIXTURE_COURSE, FIXTURE_MODULES);
    const grader::Lab& lab = course.lab("01");
    const auto findings = [&](const std::string& backend, const After& after) {
        std::string text;
        for (const grader::Finding& finding : scores_never_fall(lab, {{backend, {{lab.id, after}}}}))
            text += finding.text + "\n";
        return text;
    };
    for (const char* backend : {"sim", "h200"}) {
        CHECK(findings(backend, steps(0, 70, 70)).empty());
        CHECK_THAT(findings(backend, steps(0, 72.4, 70.7)),
                   ContainsSubstring("after 2 tasks the score is 70.7 on " + std::string(backend) +
                                     ", but with one task fewer it is 72.4"));
    }
    CHECK(findings("h200", steps(0, 50, 49.5)).empty()); // two measurements of one speed
    CHECK_FALSE(findings("sim", steps(0, 50, 49.5)).empty());
    const After other = steps(0, 70, 50);
    CHECK(scores_never_fall(lab, {{"sim", {{"02_sum", other}}}}).empty());
}
