#include "grading/grade/grade.h"

#include "grading/messages/counts.h"

#include <algorithm>

namespace grader {
namespace {

bool any_step_is(const LabGrade& grade, Status status) {
    return std::any_of(grade.steps.begin(), grade.steps.end(),
                       [=](const Step& step) { return step.status == status; });
}

/// Returns whether the build failed before `technique` and `fast`, which then earn nothing on any machine.
bool failed_before_technique(const LabGrade& grade) {
    return std::any_of(grade.steps.begin(), grade.steps.end(), [](const Step& step) {
        return step.status == Status::fail && step.name != "technique" && step.name != "fast";
    });
}

/// Returns whether the grade determined if the output is right. Without that there is no verdict.
bool correctness_was_measured(const LabGrade& grade) {
    const auto has = [&](const char* name) {
        const Step* step = grade.find(name);
        return step != nullptr && step->status != Status::not_measured;
    };
    return has("builds") && has("runs") && has("correct");
}

Verdict verdict_of(const LabGrade& grade) {
    if (any_step_is(grade, Status::fail)) return Verdict::fail;
    if (!grade.replayed.empty()) return Verdict::not_graded;
    // Check this before steps that wait: a step that could not be done here is not the student's fault.
    if (!correctness_was_measured(grade) || grade.incomplete) return Verdict::not_graded;
    return any_step_is(grade, Status::waits) ? Verdict::fail : Verdict::pass;
}

} // namespace

void finalize_grade(LabGrade& grade) {
    grade.score = 0;
    grade.max_score = 0;
    for (const Step& step : grade.steps) {
        grade.score += step.points;
        grade.max_score += step.max_points;
    }
    grade.incomplete = lacks_step(grade);
    grade.verdict = verdict_of(grade);
}

bool lacks_step(const LabGrade& grade) {
    return grade.replayed.empty() && correctness_was_measured(grade) && !failed_before_technique(grade) &&
           any_step_is(grade, Status::not_measured);
}

std::string to_string(Status status) {
    switch (status) {
        case Status::pass: return "pass";
        case Status::fail: return "fail";
        case Status::too_close: return "too_close";
        case Status::waits: return "waits";
        case Status::not_measured: return "not_measured";
    }
    return "unknown";
}

std::string to_string(Verdict verdict) {
    switch (verdict) {
        case Verdict::pass: return "pass";
        case Verdict::fail: return "fail";
        case Verdict::not_graded: return "not_graded";
    }
    return "unknown";
}

std::string verdict_in_words(const LabGrade& grade) {
    if (grade.incomplete) return "incomplete";
    switch (grade.verdict) {
        case Verdict::pass: return "passed";
        case Verdict::fail: return "not passed";
        case Verdict::not_graded: return "not graded";
    }
    return "unknown";
}

bool is_right_replay(const LabGrade& grade) {
    const Step* correct = grade.find("correct");
    return !grade.replayed.empty() && correct != nullptr && correct->status == Status::pass;
}

std::optional<Verdict> verdict_from(const std::string& text) {
    for (const Verdict verdict : {Verdict::pass, Verdict::fail, Verdict::not_graded})
        if (to_string(verdict) == text) return verdict;
    return std::nullopt;
}

std::vector<Message> failure_messages_of(const Step& step) {
    std::vector<Message> said;
    if (!step.message.empty()) said.push_back(step.message);
    for (const Message& detail : step.details)
        if (!detail.is(messages::passed_gate)) said.push_back(detail);
    said.insert(said.end(), step.observed.begin(), step.observed.end());
    return said;
}

std::string outcome_of(const LabGrade& grade) {
    const Step* failed = grade.first_failed();
    return failed == nullptr ? to_string(grade.verdict) : "fails:" + failed->name;
}

std::string expected_outcome(const LabGrade& grade, const Expectation& expectation) {
    const Step* fast = grade.find("fast");
    const bool untimed = fast != nullptr && fast->status == Status::not_measured;
    const bool decided_by_speed = expectation.failing_step.empty() || expectation.failing_step == "fast";
    return untimed && decided_by_speed ? to_string(Verdict::not_graded) : expectation.text();
}

} // namespace grader
