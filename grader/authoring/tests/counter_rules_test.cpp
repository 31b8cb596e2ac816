// Rule: the simulator's counts agree with a GPU's; tested with builds that write fake simulator reports.

#include "authoring/rules/counter_rules.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fmt/core.h>

#include "authoring/records/counters/record.h"
#include "base/files.h"
#include "testing/bench.h"
#include "testing/harness.h"
#include "testing/simulated.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using grader::LabOnDevice;

const std::string one_pass_file = "solutions/01_scale/ladder/2_one_pass.cu";

/// Returns a source that reports launches which moved @p sectors, and appends to @p log each time that it is
/// counted.
std::string counted_source(double sectors, const fs::path& log) {
    nlohmann::json report = simulated::nothing();
    report["launches"].push_back(simulated::launch("scale_all", sectors, 128, 0.75));
    return simulated::solution(simulated::nothing().dump(), report.dump(), 1,
                               fmt::format(R"(const char* check = std::getenv("KERNELSMITH_STAND_IN_CHECK");
    if (check != nullptr && std::string(check) == "none") std::ofstream("{}", std::ios::app) << "counted\n";)",
                                           log.string()));
}

/// Returns a course whose first lab has the same counts in all of its programs, and no record of a GPU.
fs::path counted_course(const std::string& name) {
    const fs::path course = simulated::instrumented_course(name);
    for (const char* file :
         {"labs/01_scale/baseline.cu", "solutions/01_scale/student.cu",
          "solutions/01_scale/ladder/0_original.cu", "solutions/01_scale/ladder/1_fewer_passes.cu"})
        harness::write(course / file, counted_source(4, course / "log"));
    harness::write(course / one_pass_file, counted_source(4, course / "rung.log"));
    return course;
}

std::string faults_of(const fs::path& root) {
    const grader::Course course(root, FIXTURE_MODULES);
    LabOnDevice bench(bench::backend(), course, course.lab("01"), {}, 1, [](const std::string&) {});
    std::string text;
    for (const grader::Finding& finding : counts_agree_with_a_gpu(bench, course, "some_gpu"))
        text += finding.file.filename().string() + ": " + finding.text + "\n";
    return text;
}

/// Records the current counts as a GPU's, with the table.
void record(const fs::path& root) {
    const grader::Course course(root, FIXTURE_MODULES);
    LabOnDevice bench(bench::backend(), course, course.lab("01"), {}, 1, [](const std::string&) {});
    grader::CountersRecord record;
    for (const grader::LabProgram& entry : lab_programs(bench.lab))
        record.groups[bench.lab.id].push_back({entry.name, grader::by_kernel(bench.counted(entry.source))});
    write_counters(grader::counters_file(root, "some_gpu"), record);
    harness::write(root / "docs/counters_on_a_gpu.md",
                   "<!-- generated: counters 01_scale -->\n<!-- end generated -->\n");
    const auto& builds = record.groups.at(bench.lab.id);
    write_block(counters_block(course, bench.lab.id, compare_counters(builds, builds, {})));
}

} // namespace

TEST_CASE("simulated counters of each program are compared with those of a GPU", "[check-course]") {
    const fs::path course = counted_course("gpu-counts");
    CHECK_THAT(faults_of(course), ContainsSubstring("the GPU's record is empty"));
    record(course);
    CHECK(faults_of(course).empty());

    harness::write(course / one_pass_file, counted_source(8, course / "rung.log"));
    const std::string faults = faults_of(course);
    CHECK_THAT(faults,
               ContainsSubstring("2_one_pass: l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum of "
                                 "scale_all is 8 on the simulator and 4 on the GPU") &&
                   ContainsSubstring("counters_on_a_gpu.md: the table \"counters 01_scale\" is out of date"));
    CHECK_THAT(faults, !ContainsSubstring("1_fewer_passes:"));
}

TEST_CASE("counters of a grade are reused", "[check-course][timed]") {
    const fs::path root = counted_course("counted-once");
    const grader::Course course(root, FIXTURE_MODULES);
    LabOnDevice bench(bench::backend(), course, course.lab("01"), {}, 1, [](const std::string&) {});
    CHECK(bench.grade(root / one_pass_file).find("technique")->status == grader::Status::pass);
    CHECK(bench.counted(root / one_pass_file).size() == 1);
    CHECK(bench.counted(root / one_pass_file).size() == 1);
    CHECK(grader::split_lines(harness::read(root / "rung.log")).size() == 1);
    CHECK(bench.counted(root / "labs/01_scale/baseline.cu").size() == 1); // it was not graded
}
