// Verdicts by source of thresholds on each GPU: the record, its page, and conditions that must hold in it.

#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "authoring/bench/thresholds/threshold_record.h"
#include "base/files.h"
#include "course/course.h"
#include "testing/approval.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using grader::Status;
using grader::ThresholdSource;
using grader::threshold_sources::all_records;
using grader::threshold_sources::page;
using grader::threshold_sources::ProgramVerdicts;
using grader::threshold_sources::read_record;
using grader::threshold_sources::Record;
using grader::threshold_sources::write_record;

const fs::path course_root = KERNELSMITH_SOURCE_DIR;

Record two_programs() {
    Record record{"NVIDIA H100 80GB HBM3", 13000, 13000, {}};
    record.labs["01_scale"] = {{grader::thresholds::Role::known,
                                "2_block_size.cu",
                                8.3,
                                0.77,
                                {{ThresholdSource::measured, {10, 10.2, Status::fail, 0}},
                                 {ThresholdSource::here, {9.9, 10.2, Status::fail, 0}}}},
                               {grader::thresholds::Role::solution,
                                "student.cu",
                                10.58,
                                0.98,
                                {{ThresholdSource::measured, {10, 10.2, Status::pass, 30}},
                                 {ThresholdSource::here, {9.9, 10.2, Status::pass, 30}}}}};
    return record;
}

} // namespace

TEST_CASE("a record of verdicts survives a round trip through its file", "[thresholds]") {
    const fs::path file = harness::scratch("threshold-record") / "h100.json";
    CHECK(read_record(file).labs.empty());
    write_record(file, two_programs());
    CHECK(page({{"h100", read_record(file)}}) == page({{"h100", two_programs()}}));
    harness::write(file, "{\"device\": 1}");
    CHECK_THROWS(read_record(file));
}

TEST_CASE("the page of thresholds has each program's verdict by each threshold source with totals",
          "[thresholds]") {
    const std::string text = page({{"h100", two_programs()}});
    CHECK_THAT(text, ContainsSubstring(
                         "| 01_scale | known: 2_block_size.cu | 8.3 | 77 % | 10 to 10.2: fail, 0 | 9.9 to "
                         "10.2: fail, 0 |"));
    CHECK_THAT(
        text,
        ContainsSubstring(
            "- `here`: 1 of 1 solutions pass; 1 of 1 known programs fail, 0 of 1 are too close to call."));
}

TEST_CASE("on each recorded GPU every solution has all points and no known program has more",
          "[thresholds]") {
    const auto records = all_records(course_root);
    CHECK(records.contains("h200"));
    CHECK(records.contains("h100"));
    const grader::Course course(course_root, course_root / "no modules are needed");
    for (const auto& [slug, record] : records) {
        // Of the twelve labs with a speed, lab 09 has not been measured by threshold_bench since it times two calls.
        CHECK(record.labs.size() == 11);
        for (const auto& [lab, programs] : record.labs) {
            INFO(lab << " on " << slug);
            REQUIRE(programs.size() == 2);
            const double max_points = course.lab(lab).manifest.score.fast;
            const ProgramVerdicts& known = programs.front();
            const ProgramVerdicts& solution = programs.back();
            for (const ThresholdSource source : {ThresholdSource::measured, ThresholdSource::here}) {
                INFO(to_string(source));
                CHECK(solution.verdicts.at(source).status == Status::pass);
                CHECK(solution.verdicts.at(source).points == max_points);
                CHECK(known.verdicts.at(source).points <= solution.verdicts.at(source).points);
            }
            const double min_clear_gap = 1.2;
            for (const ThresholdSource source : {ThresholdSource::measured, ThresholdSource::here})
                if (solution.speedup >= min_clear_gap * known.speedup)
                    CHECK(known.verdicts.at(source).status == Status::fail);
        }
    }
    check_generated("docs/results/thresholds.md", page(records));
}
