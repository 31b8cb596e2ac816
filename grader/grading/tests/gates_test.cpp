#include "grading/steps/gates.h"

#include <string>
#include <vector>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

namespace {

using Catch::Approx;
using Catch::Matchers::ContainsSubstring;
using grader::Gate;
using grader::LabGrade;
using grader::Status;
using grader::Step;

/// At most @p max atomics on global memory for each item, and what to do about more.
Gate atomics_at_most(double max, const std::string& text) {
    Gate gate;
    gate.counter = "global_atomics_per_item";
    gate.max = max;
    gate.slide = "atomics";
    gate.text = text;
    return gate;
}

/// The step `technique`, worth 20 points, of a program with so many atomics a point, by a wide gate and a close one.
Step judged(double atomics, LabGrade& grade) {
    Step step{"technique", Status::fail, "", {}, 0, 20};
    grade.counters = {{"global_atomics_per_item", atomics}};
    grader::judge_gates(step, {atomics_at_most(6, "far off"), atomics_at_most(2, "nearly")}, "50_fixture",
                        grade, "point");
    return step;
}

} // namespace

TEST_CASE("a counter that misses two gates is named once, with the wider bound", "[gates]") {
    LabGrade grade;
    const Step step = judged(17, grade);
    CHECK(step.status == Status::fail);
    CHECK(step.message == "atomics on global memory for each point 17 (at most 6)");
    CHECK(step.details == std::vector<std::string>{"far off [slides/50_fixture.md#atomics]"});
    CHECK(step.points == 0);
    CHECK(grade.gates.size() == 2);
}

TEST_CASE("a counter that keeps one gate and misses another is told with both", "[gates]") {
    LabGrade grade;
    const Step step = judged(4, grade);
    CHECK(step.message == "atomics on global memory for each point 4 (at most 2)");
    CHECK(step.points == Approx(10));
    REQUIRE(step.details.size() == 2);
    CHECK(step.details[0] == "nearly [slides/50_fixture.md#atomics]");
    CHECK_THAT(step.details[1], ContainsSubstring("4 (at most 6)"));
}

TEST_CASE("a counter that keeps two gates is named once, with the closer bound", "[gates]") {
    LabGrade grade;
    const Step step = judged(1, grade);
    CHECK(step.status == Status::pass);
    CHECK(step.message == "atomics on global memory for each point 1 (at most 2)");
    CHECK(step.details.empty());
    CHECK(step.points == Approx(20));
}
