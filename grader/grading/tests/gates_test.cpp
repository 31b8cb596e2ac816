#include "grading/steps/gates.h"

#include <string>
#include <vector>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "grading/messages/counts.h"
#include "testing/facts.h"

namespace {

using Catch::Approx;
using grader::Gate;
using grader::LabGrade;
using grader::Message;
using grader::Status;
using grader::Step;

/// Returns a gate of at most @p max global-memory atomics per item, with the advice @p text.
Gate atomics_at_most(double max, const std::string& text) {
    Gate gate;
    gate.counter = "global_atomics_per_item";
    gate.max = max;
    gate.slide = "atomics";
    gate.text = text;
    return gate;
}

/// Returns the step `technique`, worth 20 points, of a program with @p atomics per point, for a wide gate and
/// a tight one.
Step judged(double atomics, LabGrade& grade) {
    Step step{"technique", Status::fail, {}, {}, 0, 20};
    grade.counters = {{"global_atomics_per_item", atomics}};
    grader::judge_gates(step, {atomics_at_most(6, "far off"), atomics_at_most(2, "nearly")}, "50_fixture",
                        grade, "point");
    return step;
}

/// Returns the message of the gate for @p atomics of which at most @p most are allowed.
Message atomics_gate(int atomics, int most) {
    return {grader::messages::gate,
            {{"counter", "global_atomics_per_item"},
             {"words", "atomics on global memory per point"},
             {"value", static_cast<double>(atomics)},
             {"shown", std::to_string(atomics)},
             {"bounds", "at most " + std::to_string(most)},
             {"max", static_cast<double>(most)}}};
}

Message gates_message(Message gate) { return {grader::messages::gates, {{"all", std::move(gate)}}}; }

Message advice(const std::string& text) {
    return {grader::messages::gate_advice,
            {{"counter", "global_atomics_per_item"},
             {"text", text},
             {"lab", "50_fixture"},
             {"slide", "atomics"}}};
}

} // namespace

TEST_CASE("a counter that misses two gates is named once, with the wider bound", "[gates]") {
    LabGrade grade;
    const Step step = judged(17, grade);
    CHECK(step.status == Status::fail);
    CHECK(step.message == gates_message(atomics_gate(17, 6)));
    CHECK(step.details == std::vector{advice("far off")});
    CHECK(step.points == 0);
    CHECK(grade.gates.size() == 2);
}

TEST_CASE("a counter that passes one gate and fails another is reported with both", "[gates]") {
    LabGrade grade;
    const Step step = judged(4, grade);
    CHECK(step.message == gates_message(atomics_gate(4, 2)));
    CHECK(step.points == Approx(10));
    CHECK(step.details == std::vector{advice("nearly"), Message(grader::messages::passed_gate,
                                                                {{"gate", atomics_gate(4, 6)}})});
}

TEST_CASE("a counter that keeps two gates is named once, with the closer bound", "[gates]") {
    LabGrade grade;
    const Step step = judged(1, grade);
    CHECK(step.status == Status::pass);
    CHECK(step.message == gates_message(atomics_gate(1, 2)));
    CHECK(step.details.empty());
    CHECK(step.points == Approx(20));
}
