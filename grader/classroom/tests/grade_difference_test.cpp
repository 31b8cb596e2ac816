// Differences between two grades of the same files, real and apparent ones.

#include <cmath>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "changed_grades.h"
#include "classroom/run/grade_difference.h"
#include "grading/messages/message.h"
#include "grading/messages/results.h"
#include "grading/messages/runs.h"
#include "testing/samples.h"

namespace {

using changed_grades::passed_with;
using changed_grades::step_of;
using changed_grades::wrong_with;
using grader::DifferenceKind;
using grader::LabGrade;
using grader::Message;
using grader::verbatim;

DifferenceKind kind_of(const LabGrade& then, const LabGrade& now) {
    return grader::difference_between(then, now).kind;
}

DifferenceKind kind_of(const Message& then, const Message& now) {
    return kind_of(wrong_with(then), wrong_with(now));
}

/// Returns a message: @p wrong of @p cases are wrong, the first one @p name with @p sizes.
Message wrong_cases(int wrong, int cases, const std::string& name, const std::string& sizes) {
    return {grader::messages::cases_are_wrong,
            {{"wrong", wrong},
             {"cases", cases},
             {"at", Message(grader::messages::on_case, {{"case", name}, {"sizes", sizes}})}}};
}

/// Returns a message on a crash by @p signal.
Message crash_by(const std::string& signal) {
    return {grader::messages::crashed,
            {{"when", Message(grader::messages::while_the_function_ran)}, {"signal_name", signal}}};
}

/// Returns a message on a device that reports @p error with the text @p text.
Message fault_of(const std::string& error, const std::string& text) {
    return {grader::messages::device_fault, {{"error", error}, {"text", text}}};
}

} // namespace

TEST_CASE("a new measurement alone is distinguished from a change", "[class-changes]") {
    CHECK(kind_of(samples::passed(), samples::passed()) == DifferenceKind::none);
    const auto measured = grader::difference_between(passed_with(25), passed_with(24.6));
    CHECK(measured.kind == DifferenceKind::measured);
    CHECK(std::abs(measured.measured - 0.4) < 1e-9);
    CHECK(measured.why.empty());
    // Points by other thresholds are not a repeated measurement.
    LabGrade work_on_host = passed_with(24.6);
    work_on_host.speedup->full = 12;
    const auto changed = grader::difference_between(passed_with(25), work_on_host);
    CHECK(changed.kind == DifferenceKind::changed);
    CHECK(changed.measured == 0);
    REQUIRE(changed.why.size() == 2);
    CHECK(changed.why[0] == "fast: pass, 25 → 24.6 of 30");
    CHECK(changed.why[1] ==
          "fast: the thresholds were 6.00× to pass and 9.00× for full points, and are now 6.00× and 12.00×");
    // Too close to call counts as passed; a fail does not, although only the measurement decided it.
    CHECK(kind_of(samples::too_close(), samples::passed()) == DifferenceKind::measured);
    LabGrade same_points = samples::passed();
    step_of(same_points, "fast").status = grader::Status::too_close;
    CHECK(kind_of(same_points, samples::passed()) == DifferenceKind::measured);
    const auto failed = grader::difference_between(samples::too_slow(), samples::too_close());
    CHECK(failed.kind == DifferenceKind::changed);
    REQUIRE(failed.why.size() == 1);
    CHECK_THAT(failed.why[0], Catch::Matchers::StartsWith(
                                  "fast: fail → too close to call, 10.2 → 24.4 of 30, as measured ("));
    // If something else changed, the measured difference is listed as measured.
    LabGrade wrong = passed_with(25.5);
    step_of(wrong, "correct").points = 20;
    grader::finalize_grade(wrong);
    const auto both = grader::difference_between(wrong, passed_with(25));
    CHECK(both.why == std::vector<std::string>{"correct: pass, 20 → 40 of 40",
                                               "fast: pass, 25.5 → 25 of 30, as measured"});
}

TEST_CASE("a line names the changed step and the message of the worse one", "[class-changes][sentences]") {
    const auto why = [](const LabGrade& then, const LabGrade& now) {
        return grader::difference_between(then, now).why;
    };
    // `fast` was skipped because of `correct`: the line of `correct` is enough.
    CHECK(why(wrong_with(verbatim("case 2: 3 of 10 wrong. The first is 7.")), samples::passed()) ==
          std::vector<std::string>{"correct: fail → pass, 36.5 → 40 of 40 (case 2: 3 of 10 wrong)"});
    CHECK(why(samples::passed(), wrong_with(verbatim("case 2: 3 of 10 wrong\nand more"))) ==
          std::vector<std::string>{"correct: pass → fail, 40 → 36.5 of 40 (case 2: 3 of 10 wrong)"});
    // A step that was not reached before, and fails now.
    CHECK(why(wrong_with(verbatim("11 of 12 cases")), samples::too_slow()) ==
          std::vector<std::string>{
              "correct: fail → pass, 36.5 → 40 of 40 (11 of 12 cases)",
              "fast: waits → fail (2.14 times as fast as the baseline; 6 times is asked for)"});
    LabGrade worth_more = samples::passed();
    step_of(worth_more, "correct").points = step_of(worth_more, "correct").max_points = 50;
    grader::finalize_grade(worth_more);
    CHECK(why(samples::passed(), worth_more) ==
          std::vector<std::string>{"correct: pass, 40 of 40 → 50 of 50"});
    CHECK(why(samples::correct_untimed(), samples::passed()).size() == 1);
}

TEST_CASE("different numbers in a message do not count as a change but different facts do",
          "[class-changes]") {
    const Message odd = wrong_cases(3, 12, "odd", "n 1009");
    CHECK(kind_of(odd, wrong_cases(7, 11, "odd", "n 10009")) == DifferenceKind::none);
    CHECK(kind_of(odd, wrong_cases(3, 12, "prime", "n 1009")) == DifferenceKind::changed);
    CHECK(kind_of(odd, {grader::messages::case_is_wrong, {{"at", odd.message("at")}}}) ==
          DifferenceKind::changed);
    CHECK(kind_of(crash_by("Aborted"), crash_by("Segmentation fault")) == DifferenceKind::changed);
    const Message fault = fault_of("cudaErrorIllegalAddress", "an illegal access, after 0.5 ms");
    CHECK(kind_of(fault, fault_of("cudaErrorIllegalAddress", "an illegal access, after 1,012.25 ms")) ==
          DifferenceKind::none);
    CHECK(kind_of(fault, fault_of("cudaErrorLaunchFailure", "an illegal access, after 0.5 ms")) ==
          DifferenceKind::changed);
    // The message of a passed step contains the duration of a case.
    LabGrade longer = samples::passed();
    step_of(longer, "runs").message = verbatim("12 cases, the longest took 1.20 s");
    CHECK(kind_of(samples::passed(), longer) == DifferenceKind::none);
}

TEST_CASE("texts from other programs are compared without their numbers", "[class-changes]") {
    CHECK(kind_of(verbatim("case 2: 3 of 1,009 wrong, by 0.5"),
                  verbatim("case 2: 41 of 10,009 wrong, by 12.25")) == DifferenceKind::none);
    CHECK(kind_of(verbatim("case 2 is wrong"), verbatim("c is not written")) == DifferenceKind::changed);
}

TEST_CASE("a line has both sentences where a step fails for another reason", "[class-changes][sentences]") {
    const auto words = grader::difference_between(wrong_with(verbatim("case 2 is wrong")),
                                                  wrong_with(verbatim("c is not written")));
    CHECK(words.why ==
          std::vector<std::string>{R"(correct: fail, now "c is not written", then "case 2 is wrong")"});
}
