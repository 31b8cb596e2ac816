// Comparison of grades: when they count as equal, and the texts on differences.

#include <catch2/catch_test_macros.hpp>

#include "classroom/bundle/comparison.h"
#include "classroom/bundle/page.h"
#include "classroom/tests/bundle_samples.h"
#include "grading/messages/results.h"
#include "grading/messages/speed.h"
#include "grading/report/grade/json.h"
#include "testing/approval.h"
#include "testing/samples.h"

using grader::Agreement;
using grader::GradeComparison;
using grader::GradingEnvironment;
using grader::LabGrade;
using grader::Status;

namespace {

GradeComparison compared(const LabGrade& then, const LabGrade& now, bool same_clock = true) {
    return grader::compare(to_json(then), to_json(now), same_clock);
}

Agreement outcome_of(const LabGrade& then, const LabGrade& now, bool same_clock = true) {
    return compared(then, now, same_clock).outcome;
}

/// Returns a grade like samples::passed(), measured again: @p low to @p high.
LabGrade measured(double low, double high, Status status) {
    LabGrade grade = samples::passed();
    grade.speedup->low = low;
    grade.speedup->high = high;
    grade.speedup->ratio = (low + high) / 2;
    grade.steps.back().status = status;
    grade.steps.back().points = status == Status::fail ? 20 : 29;
    grade.steps.back().message = grader::verbatim("another one each time");
    finalize_grade(grade);
    return grade;
}

grader::ReplayResult sample_replay() {
    const GradingEnvironment then = bundle_samples::provenance().facts;
    GradingEnvironment now = then;
    now.course_files["lab.toml"] = "other";
    now.course_files.erase("lab.h");
    now.toolkit = "13.1\x1b[2J";
    LabGrade again = bundle_samples::grade();
    again.steps[2].message = grader::verbatim("10 of 12 cases \x1b[2J");
    again.steps[2].points = 30;
    again.counters["atomics"] = 4;
    finalize_grade(again);
    return {differences(then, now), compared(bundle_samples::grade(), again)};
}

} // namespace

TEST_CASE("comparing a grade with itself finds no difference", "[appeal]") {
    for (const LabGrade& grade : {samples::passed(), samples::wrong_output(), samples::compile_error(),
                                  samples::too_close(), samples::counted(), samples::no_gpu()})
        CHECK(outcome_of(grade, grade) == Agreement::same);
}

TEST_CASE("a changed status or message or points or counter is a difference", "[appeal]") {
    const LabGrade then = bundle_samples::grade();
    LabGrade now = then;
    now.steps[2].message = grader::messages::varies;
    CHECK(outcome_of(then, now) == Agreement::differs);
    now.steps[2].message = then.steps[2].message;
    CHECK(outcome_of(then, now) == Agreement::same);
    now.steps[2].message.add({"more", "."}); // another argument
    CHECK(outcome_of(then, now) == Agreement::differs);
    now = then;
    now.steps[2].points -= 1;
    CHECK(outcome_of(then, now) == Agreement::differs);
    now = then;
    now.steps[2].status = Status::pass;
    CHECK(outcome_of(then, now) == Agreement::differs);
    now = then;
    now.counters["sectors_per_request"] = 4.2500001;
    CHECK(outcome_of(then, now) == Agreement::differs);
    now = then;
    now.counters["loads"] = 1;
    CHECK(outcome_of(then, now) == Agreement::differs);
    now = then;
    now.steps.erase(now.steps.begin() + 1);
    CHECK(outcome_of(then, now) == Agreement::differs);
}

TEST_CASE("values that change in every grade do not count as a difference", "[appeal]") {
    const LabGrade then = bundle_samples::grade();
    LabGrade now = then;
    now.seed = "1";
    now.next = "";
    now.seconds = {};
    now.steps[2].replay = "other";
    CHECK(outcome_of(then, now) == Agreement::same);
}

TEST_CASE("times agree where their intervals overlap and both pass, or both do not", "[appeal]") {
    const LabGrade then = samples::passed(); // 9.41 to 9.53
    CHECK(outcome_of(then, measured(9.2, 9.41, Status::pass)) == Agreement::same);
    CHECK(outcome_of(then, measured(9.53, 9.7, Status::pass)) == Agreement::same);
    CHECK(outcome_of(then, measured(9.2, 9.5, Status::too_close)) == Agreement::same);
    CHECK(outcome_of(then, measured(9.54, 9.7, Status::pass)) == Agreement::differs);
    CHECK(outcome_of(then, measured(9.2, 9.40, Status::pass)) == Agreement::differs);
    CHECK(outcome_of(then, measured(9.2, 9.5, Status::fail)) == Agreement::differs);
}

TEST_CASE("times of another device are not compared, and all else is", "[appeal]") {
    const LabGrade then = samples::passed();
    CHECK(outcome_of(then, measured(2, 3, Status::fail), false) == Agreement::not_compared);
    LabGrade wrong = measured(2, 3, Status::fail);
    wrong.steps[2].points = 39;
    CHECK(outcome_of(then, wrong, false) == Agreement::differs);
}

TEST_CASE("a time that only one grade has is not compared", "[appeal]") {
    LabGrade untimed = samples::passed();
    untimed.speedup.reset();
    untimed.steps.back() = {"fast", Status::not_measured, grader::messages::not_measured_here, {}, 0, 0};
    finalize_grade(untimed);
    CHECK(outcome_of(samples::passed(), untimed) == Agreement::not_compared);
    CHECK(outcome_of(untimed, samples::passed()) == Agreement::not_compared);
    CHECK(outcome_of(untimed, untimed) == Agreement::same);
}

TEST_CASE("a timed step that differs does not excuse another difference", "[appeal]") {
    LabGrade then = samples::passed();
    LabGrade now = samples::wrong_output();
    now.id = then.id;
    // `fast` is skipped now because `correct` fails.
    CHECK(outcome_of(then, now) == Agreement::differs);
    CHECK(outcome_of(then, now, false) == Agreement::differs);
}

TEST_CASE("differences between two machines are listed by importance", "[appeal]") {
    const GradingEnvironment then = bundle_samples::provenance().facts;
    CHECK(differences(then, then).empty());
    GradingEnvironment now = then;
    now.course = "commit 2";
    now.grader = "1.1.0";
    now.driver = 13010;
    now.device = "NVIDIA H200";
    now.course_files["problem.cpp"] = "other";
    now.course_files["lab.toml"] = "other";
    now.course_files["common/new.h"] = "new";
    const std::vector<std::string> said = differences(then, now);
    REQUIRE(said.size() == 7);
    CHECK(said[0] == "The lab has changed: lab.toml has changed.");
    CHECK(said[1] == "The lab has changed: problem.cpp has changed.");
    CHECK(said[2] == "The lab has changed: common/new.h was added.");
    CHECK(said[3] == "Device: then host, now NVIDIA H200.");
    CHECK(said[4] == "CUDA version that the driver supports: then 13.0, now 13.1.");
    CHECK(said[5] == "Version of the grader: then 1.0.0, now 1.1.0.");
    CHECK(said[6] == "Version of the course: then commit 1b7ec70a, now commit 2.");
}

TEST_CASE("a course with thousands of different files is reported in a few lines", "[appeal]") {
    const GradingEnvironment then = bundle_samples::provenance().facts;
    GradingEnvironment now = then;
    for (int i = 0; i < 5000; ++i) now.course_files["common/" + std::to_string(i) + ".h"] = "new";
    const std::vector<std::string> said = differences(then, now);
    CHECK(said.size() == 21);
    CHECK(said.back() == "4980 more files of the course have changed.");
}

TEST_CASE("times are compared on the same device against the same thresholds alone", "[appeal]") {
    const GradingEnvironment then = bundle_samples::provenance().facts;
    CHECK(same_clock(then, then));
    for (std::string GradingEnvironment::*part :
         {&GradingEnvironment::backend, &GradingEnvironment::device_slug, &GradingEnvironment::thresholds}) {
        GradingEnvironment now = then;
        now.*part += "2";
        CHECK_FALSE(same_clock(then, now));
    }
}

TEST_CASE("the page of a replay equals the approved one", "[appeal][sentences]") {
    grader::Bundle bundle;
    bundle.provenance = bundle_samples::provenance();
    bundle.provenance.student = "ada\x1b[2J";
    bundle.provenance.sources.omitted = {"../other\x1b.h"};
    bundle.grade = to_json(bundle_samples::grade());
    const std::string differing = render_replayed(bundle, sample_replay(), {});
    const grader::ReplayResult same{{}, compared(samples::passed(), measured(9.3, 9.5, Status::pass))};
    const grader::ReplayResult elsewhere{{},
                                         compared(samples::passed(), measured(9.3, 9.5, Status::pass),
                                                  false)};
    bundle.provenance = bundle_samples::provenance();
    const std::string page = differing + "\n----\n\n" + render_replayed(bundle, same, {}) + "\n----\n\n" +
                             render_replayed(bundle, elsewhere, {});
    CHECK(page.find('\x1b') == std::string::npos);
    check_approved("replay", page);
}
