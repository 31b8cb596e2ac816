#include "grade/progress.h"

#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "harness.h"

namespace {

namespace fs = std::filesystem;
using grader::LabGrade;
using grader::Progress;
using grader::Status;
using grader::Verdict;

LabGrade failed_grade() {
    LabGrade grade;
    grade.id = "01_scale";
    grade.steps.push_back({"builds", Status::pass, "", {}, 0, 0});
    grade.steps.push_back({"correct", Status::fail, "", {}, 10, 40});
    grade.verdict = Verdict::fail;
    grade.score = 10;
    grade.max_score = 70;
    return grade;
}

} // namespace

TEST_CASE("progress is there again the next time", "[progress]") {
    const fs::path root = harness::scratch("progress");
    {
        Progress progress(root);
        CHECK_FALSE(progress.of("01_scale").verdict);
        progress.record(failed_grade());
        progress.hint_taken("01_scale", "correct", 0);
        progress.hint_taken("01_scale", "correct", 1);
        progress.hint_taken("02_sum", "fast", 4);
    }
    Progress progress(root);
    const grader::LabProgress lab = progress.of("01_scale");
    CHECK(lab.verdict == Verdict::fail);
    CHECK(lab.score == 10);
    CHECK(lab.max_score == 70);
    CHECK(lab.failed_step == "correct");
    CHECK(lab.speedup == 0);
    CHECK(lab.hints.at("correct") == std::vector<std::size_t>{0, 1});
    CHECK_FALSE(progress.of("02_sum").verdict);
    CHECK(progress.of("02_sum").hints.at("fast") == std::vector<std::size_t>{4});

    LabGrade passed = failed_grade();
    passed.steps.back().status = Status::pass;
    passed.verdict = Verdict::pass;
    passed.speedup.emplace().ratio = 7.5;
    progress.record(passed);
    CHECK(progress.of("01_scale").failed_step.empty());
    CHECK(Progress(root).of("01_scale").speedup == 7.5);
    CHECK(Progress(root).of("01_scale").hints.at("correct") ==
          std::vector<std::size_t>{0, 1}); // a grade takes no hint back
}

TEST_CASE("a failure of another kind starts its hints anew", "[progress]") {
    const fs::path root = harness::scratch("progress-kinds");
    Progress progress(root);
    const auto fails = [&](const std::string& message, const std::vector<std::string>& details) {
        LabGrade grade = failed_grade();
        grade.steps.back().message = message;
        grade.steps.back().details = details;
        progress.record(grade);
        progress.hint_taken(grade.id, "correct", 0);
        return Progress(root).of(grade.id).hints.at("correct").size();
    };
    CHECK(fails("1 of 4 cases are wrong; first on \"one\"", {"1 of 1 elements differ", "it says a"}) == 1);
    CHECK(fails("2 of 4 cases are wrong; first on \"two\"", {"0.5 of 7 elements differ", "it says b"}) == 2);
    CHECK(fails("2 of 4 cases are wrong; first on \"two\"", {"7 of 7 elements were never written"}) == 1);
    CHECK(fails("3 of 4 cases are wrong; first on \"two\"", {"6 of 7 elements were never written"}) == 2);
    CHECK(progress.of("01_scale").said.at("correct") ==
          "3 of 4 cases are wrong; first on \"two\"\n6 of 7 elements were never written");

    // What the simulator saw of it is said too: a hint may be about a race.
    LabGrade seen = failed_grade();
    seen.steps.back().seen = {"student.cu:7: shared race"};
    progress.record(seen);
    CHECK(progress.of("01_scale").said.at("correct").find("shared race") != std::string::npos);

    const std::string kept = std::string(grader::kept_gate) + "theoretical occupancy 75 %";
    CHECK(fails("two\xff", {"missed", kept, std::string(9999, 'x')}) == 1); // neither UTF-8 nor short
    CHECK(progress.of("01_scale").said.at("correct").size() < 5000);
    CHECK(Progress(root).of("01_scale").said.at("correct").find("occupancy") == std::string::npos);
}

TEST_CASE("a damaged progress file counts as empty and is replaced", "[progress]") {
    const std::string text =
        GENERATE(as<std::string>{}, "", "{", "[]", "null", "7", "{\"labs\": []}", "{\"labs\": [1]}",
                 "{\"labs\": {\"01_scale\": 7}}", "{\"labs\": {\"01_scale\": {\"score\": \"many\"}}}",
                 "{\"labs\": {\"01_scale\": {\"hints\": {\"correct\": \"two\"}}}}", "\xff\xfe\x00");
    CAPTURE(text);
    const fs::path root = harness::scratch("progress-damaged");
    harness::write(root / ".kernelsmith/progress.json", text);
    Progress progress(root);
    CHECK_FALSE(progress.of("01_scale").verdict);
    progress.record(failed_grade());
    CHECK(Progress(root).of("01_scale").verdict == Verdict::fail);
}

TEST_CASE("progress that cannot be written stops nobody", "[progress]") {
    const fs::path root = harness::scratch("progress-unwritable");
    harness::write(root / ".kernelsmith", "a file where a directory should be");
    Progress progress(root);
    CHECK_NOTHROW(progress.record(failed_grade()));
    CHECK(progress.of("01_scale").verdict == Verdict::fail);
}
