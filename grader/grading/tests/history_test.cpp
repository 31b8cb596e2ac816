// `grader history`, and the columns of `grader list` that depend on it.

#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "grading/history/progress.h"
#include "testing/harness.h"
#include "testing/samples.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using grader::LabGrade;
using harness::Grader;
using harness::RunResult;

LabGrade of_01(LabGrade grade) {
    grade.id = "01_scale";
    return grade;
}

std::string history(const Grader& grader) {
    const RunResult ran = grader.run({"history", "01"});
    INFO(ran.err);
    CHECK(ran.status == 0);
    return ran.out;
}

} // namespace

TEST_CASE("the history lists the changes from grade to grade", "[history]") {
    const fs::path course = harness::copy_of_course("history");
    const Grader grader(course);
    CHECK_THAT(history(grader), ContainsSubstring("01_scale was not graded yet"));

    CHECK(grader.run({"01"}).status == 1); // the skeleton
    fs::copy_file(harness::student("wrong_answer.cu"), course / "labs/01_scale/student.cu",
                  fs::copy_options::overwrite_existing);
    CHECK(grader.run({"01"}).status == 1);
    CHECK(grader.run({"01", "--case", "one"}).status == 1); // one case is not a grade
    CHECK(grader.run({"01", "--file", harness::student("nan.cu").string()}).status == 1);
    CHECK(grader::Progress(course).record_of("01_scale").grades.size() == 2);
    CHECK_THAT(history(grader), ContainsSubstring("01_scale  Scale") && ContainsSubstring("what changed") &&
                                    ContainsSubstring("the first grade") && ContainsSubstring("correct"));

    grader::Progress progress(course);
    LabGrade before = of_01(samples::wasteful());
    before.cases = grader::CaseCount{7, 11};
    before.gates = {{"sectors_per_128_bytes", "sectors per 128 bytes", 32, false}};
    LabGrade after = of_01(samples::passed());
    after.cases = grader::CaseCount{11, 11};
    after.gates = {{"sectors_per_128_bytes", "sectors per 128 bytes", 4, true}};
    progress.record(before);
    progress.record(of_01(samples::no_gpu()));
    progress.record(after);
    const std::string all = history(grader);
    CHECK_THAT(all, ContainsSubstring("not graded") && ContainsSubstring("technique    2.14×") &&
                        ContainsSubstring("passed       9.48×"));
    // Compared with the last grade that measured anything.
    CHECK_THAT(all, ContainsSubstring("sectors per 128 bytes 32") && ContainsSubstring("correct 7 → 11"));
    CHECK_THAT(grader.run({"list"}).out, ContainsSubstring("passed, 70 of 70 points") &&
                                             ContainsSubstring("70 / 70, 9.48×") &&
                                             ContainsSubstring("not begun"));
}

TEST_CASE("list remembers the best of all grades", "[history]") {
    const fs::path course = harness::copy_of_course("history-best");
    grader::Progress progress(course);
    progress.record(of_01(samples::passed()));
    progress.record(of_01(samples::compile_error()));
    CHECK_THAT(Grader(course).run({"list"}).out,
               ContainsSubstring("not passed yet, 0 of 70 points") && ContainsSubstring("70 / 70, 9.48×"));
}

TEST_CASE("a history that cannot be read stops no command", "[history]") {
    const fs::path course = harness::copy_of_course("history-broken");
    const Grader grader(course);
    const fs::path file = course / ".kernelsmith/history/01_scale.jsonl";
    harness::write(file, "no line of ours");
    CHECK_THAT(history(grader), ContainsSubstring("was not graded yet"));
    CHECK(grader.run({"01"}).status == 1);
    CHECK_THAT(history(grader), ContainsSubstring("the first grade"));
    CHECK(harness::read(file).starts_with("no line of ours\n{"));
}

TEST_CASE("two graders at once keep both grades", "[history]") {
    const fs::path course = harness::copy_of_course("history-two");
    const Grader grader(course);
    fs::copy_file(harness::student("compile_error.cu"), course / "labs/01_scale/student.cu",
                  fs::copy_options::overwrite_existing);
    const RunResult both =
        harness::run({"/bin/sh", "-c",
                      "\"$0\" 01 --backend host --course \"$1\" --modules \"$2\" & first=$!\n"
                      "\"$0\" 01 --backend host --course \"$1\" --modules \"$2\"\n"
                      "wait $first",
                      GRADER_BINARY, course.string(), FIXTURE_MODULES});
    CHECK(both.status == 1);
    CHECK(grader::Progress(course).record_of("01_scale").grades.size() == 2);
}
