// Scores of a student's file after each task.

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "authoring/records/tasks/record.h"
#include "base/errors.h"
#include "base/files.h"
#include "course/regions.h"
#include "testing/approval.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
namespace tasks = grader::tasks;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

const std::string two_tasks =
    "int a;\n// TODO(2): later (about 1 line)\nint b = 0; // replace\n// END TODO(2)\n"
    "// TODO(1): first (about 1 line)\n// END TODO(1)\nint c;\n";
const std::string both_done = "int a;\n// TODO(2): later (about 1 line)\nint b = 2;\nint d;\n// END TODO(2)\n"
                              "// TODO(1): first (about 1 line)\nint e = 1;\n// END TODO(1)\nint c;\n";

} // namespace

TEST_CASE("regions are filled in by their numbers in any order", "[tasks]") {
    const grader::RegionedSource filled = grader::split_regions(both_done);
    CHECK(grader::replace_regions(two_tasks, filled, 0) == two_tasks);
    CHECK(grader::replace_regions(two_tasks, filled, 1) ==
          "int a;\n// TODO(2): later (about 1 line)\nint b = 0; // replace\n// END TODO(2)\n"
          "// TODO(1): first (about 1 line)\nint e = 1;\n// END TODO(1)\nint c;\n");
    CHECK(grader::replace_regions(two_tasks, filled, 2) == both_done);
}

TEST_CASE("check-course grades a lab after each task and records the scores", "[tasks][timed][sentences]") {
    const fs::path course = harness::copy_of_course("after-tasks");
    const harness::RunResult ran = harness::Grader(course).run({"check-course", "--tasks", "01", "--record"});
    CHECK(ran.status == 0);
    CHECK_THAT(ran.out, ContainsSubstring("after 0 tasks: 0 of 70, correct: 3 of 4 cases are wrong") &&
                            ContainsSubstring("\nafter 1 task: 40 of 70, fast: ") &&
                            ContainsSubstring("\nafter 2 tasks: "));
    const tasks::TaskRecord record = tasks::read_task_record(course);
    REQUIRE(record.at("host").at("01_scale").size() == 3);
    CHECK(record.at("host").at("01_scale")[1].step == "fast");
    CHECK(record.at("host").at("01_scale")[2].message.empty());
    CHECK_THAT(harness::read(course / "docs/results/tasks.md"),
               ContainsSubstring("| 1 | 40 of 70 | `fast`: "));
    harness::write(course / "docs/results/tasks/labs.json", "{\"host\": {\"01_scale\": [{}]}}");
    CHECK_THROWS_MATCHES(tasks::read_task_record(course), grader::EnvironmentError,
                         MessageMatches(ContainsSubstring("labs.json is not a record of the scores")));
}

TEST_CASE("the table of a lab names the tasks that a program with full marks may lack", "[tasks]") {
    grader::Manifest manifest;
    manifest.id = "04_tiles";
    for (const char* id : {"task_1", "task_2"}) manifest.tasks.emplace_back().id = id;
    const tasks::TaskRecord record = {{"h200", {{"04_tiles", {{}, {}, {}}}}}};
    const fs::path root = harness::scratch("avoidable-tasks");
    CHECK(tasks::read_avoidable_tasks(root).empty());
    CHECK_THAT(tasks::table_of_lab(manifest, record, {}), !ContainsSubstring("full marks"));

    const fs::path file = root / "docs/results/shortcuts/full_marks.tsv";
    fs::create_directories(file.parent_path());
    harness::write(file, "04\ttask_1\tno tile\tTILE=0\n04\ttasks_1_2\tneither\tTILE=0\n05\ttask_2\tx\tY=1\n");
    CHECK_THAT(tasks::table_of_lab(manifest, record, tasks::read_avoidable_tasks(root)),
               ContainsSubstring("Programs that lack the idea of task 1 can have full marks, too."));
    harness::write(file, "04\n");
    CHECK_THROWS_MATCHES(tasks::read_avoidable_tasks(root), grader::EnvironmentError,
                         MessageMatches(ContainsSubstring("expected a lab and a task, found '04'")));
}

TEST_CASE("a vertical bar in a table cell is escaped", "[tasks]") {
    CHECK_THAT(tasks::task_table({{3.5, 70, "correct", "a | b"}, {70, 70, "", ""}}),
               ContainsSubstring("| 0 | 3.5 of 70 | `correct`: a \\| b |\n| 1 | 70 of 70 | passed |\n"));
}

TEST_CASE("the page of scores after each task equals the one generated from its record", "[tasks]") {
    check_generated("docs/results/tasks.md",
                    tasks::task_page(tasks::read_task_record(KERNELSMITH_SOURCE_DIR)));
}
