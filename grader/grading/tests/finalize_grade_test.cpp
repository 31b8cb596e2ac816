#include <catch2/catch_test_macros.hpp>

#include "grading/grade/grade.h"
#include "testing/samples.h"

using grader::finalize_grade;
using grader::LabGrade;
using grader::Status;
using grader::Verdict;

namespace {

/// Returns a grade whose four steps have these states, and points 0, 0, 40 and 30.
LabGrade settled(Status builds, Status runs, Status correct, Status fast, double points = 0) {
    LabGrade grade;
    grade.steps = {{"builds", builds, {}, {}, 0, 0},
                   {"runs", runs, {}, {}, 0, 0},
                   {"correct", correct, {}, {}, points, 40},
                   {"fast", fast, {}, {}, 0, 30}};
    finalize_grade(grade);
    return grade;
}

} // namespace

TEST_CASE("a grade sums the points of its steps", "[settle]") {
    const LabGrade grade = samples::too_slow();
    CHECK(grade.score == 50.2);
    CHECK(grade.max_score == 70);
    CHECK(grade.verdict == Verdict::fail);
}

TEST_CASE("finalizing a grade twice changes nothing", "[settle]") {
    LabGrade grade = samples::too_slow();
    finalize_grade(grade);
    CHECK(grade.score == 50.2);
    CHECK(grade.max_score == 70);
}

TEST_CASE("a step that could not be measured leaves the grade incomplete, and its points in the maximum",
          "[settle]") {
    const LabGrade grade = settled(Status::pass, Status::pass, Status::pass, Status::not_measured, 40);
    CHECK(grade.score == 40);
    CHECK(grade.max_score == 70);
    CHECK(grade.incomplete);
    CHECK(grade.verdict == Verdict::not_graded);
    CHECK_FALSE(grade.is_mark());
    CHECK(grade.has_score());
    CHECK(verdict_in_words(grade) == "incomplete");
}

TEST_CASE("an incomplete grade never passes whatever its other steps", "[settle]") {
    for (const Status technique : {Status::pass, Status::fail, Status::too_close, Status::not_measured})
        for (const Status fast : {Status::pass, Status::fail, Status::too_close, Status::not_measured}) {
            LabGrade grade = settled(Status::pass, Status::pass, Status::pass, fast, 40);
            grade.steps.insert(grade.steps.end() - 1, {"technique", technique, {}, {}, 0, 30});
            finalize_grade(grade);
            CHECK(grade.max_score == 100);
            const bool open = technique == Status::not_measured || fast == Status::not_measured;
            const bool failed = technique == Status::fail || fast == Status::fail;
            CHECK(grade.incomplete == open);
            CHECK(grade.verdict == (failed ? Verdict::fail : open ? Verdict::not_graded : Verdict::pass));
        }
}

TEST_CASE("a grade that failed before timing is complete and so is a replay of one case", "[settle]") {
    CHECK_FALSE(settled(Status::pass, Status::pass, Status::fail, Status::not_measured).incomplete);
    LabGrade replay = settled(Status::pass, Status::pass, Status::pass, Status::not_measured);
    replay.replayed = "odd";
    finalize_grade(replay);
    CHECK_FALSE(replay.incomplete);
    CHECK(replay.verdict == Verdict::not_graded);
}

TEST_CASE("a program expected to pass or fail only at fast must pass all other steps without timing",
          "[settle]") {
    const LabGrade open = settled(Status::pass, Status::pass, Status::pass, Status::not_measured);
    for (const char* step : {"", "fast"}) CHECK(expected_outcome(open, {step}) == outcome_of(open));
    CHECK(expected_outcome(open, {"correct"}) == "fails:correct");
    const LabGrade wrong = settled(Status::pass, Status::pass, Status::fail, Status::waits);
    CHECK(expected_outcome(wrong, {}) == "pass");
}

TEST_CASE("too close to call counts as passed", "[settle]") {
    CHECK(settled(Status::pass, Status::pass, Status::pass, Status::too_close).verdict == Verdict::pass);
}

TEST_CASE("one failed step fails the lab whatever the other results", "[settle]") {
    CHECK(settled(Status::fail, Status::waits, Status::waits, Status::waits).verdict == Verdict::fail);
    CHECK(settled(Status::pass, Status::pass, Status::fail, Status::waits).verdict == Verdict::fail);
    CHECK(settled(Status::pass, Status::pass, Status::fail, Status::not_measured).verdict == Verdict::fail);
    CHECK(settled(Status::fail, Status::not_measured, Status::not_measured, Status::not_measured).verdict ==
          Verdict::fail);
}

TEST_CASE("a step that still waits counts as failed", "[settle]") {
    CHECK(settled(Status::pass, Status::pass, Status::pass, Status::waits).verdict == Verdict::fail);
}

TEST_CASE("a build whose correctness could not be checked is not graded", "[settle]") {
    CHECK(settled(Status::pass, Status::not_measured, Status::not_measured, Status::not_measured).verdict ==
          Verdict::not_graded);
    CHECK(settled(Status::pass, Status::pass, Status::not_measured, Status::pass).verdict ==
          Verdict::not_graded);
}

TEST_CASE("a build that the machine could not run leaves the lab not graded", "[settle]") {
    const LabGrade grade = settled(Status::not_measured, Status::waits, Status::waits, Status::waits);
    CHECK(grade.verdict == Verdict::not_graded);
}

TEST_CASE("a grade without steps does not pass", "[settle]") {
    LabGrade grade;
    grade.verdict = Verdict::pass;
    finalize_grade(grade);
    CHECK(grade.verdict == Verdict::not_graded);
    CHECK(grade.max_score == 0);
}

TEST_CASE("every status and verdict has a unique name", "[settle]") {
    CHECK(to_string(Status::pass) == "pass");
    CHECK(to_string(Status::fail) == "fail");
    CHECK(to_string(Status::too_close) == "too_close");
    CHECK(to_string(Status::waits) == "waits");
    CHECK(to_string(Status::not_measured) == "not_measured");
    CHECK(to_string(Verdict::pass) == "pass");
    CHECK(to_string(Verdict::fail) == "fail");
    CHECK(to_string(Verdict::not_graded) == "not_graded");
}
