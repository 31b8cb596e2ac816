// Thresholds from measured speedups: the rule, the record, the texts.

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "authoring/records/calibration/conclude.h"
#include "authoring/records/calibration/page.h"
#include "base/errors.h"
#include "base/files.h"
#include "course/course.h"
#include "flaws.h"
#include "grading/measure/verdict_count.h"
#include "grading/messages/machine_error.h"
#include "testing/approval.h"
#include "testing/facts.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using grader::EnvironmentError;
using grader::Threshold;
using grader::calibration::all_calibrations;
using grader::calibration::CalibratedLab;
using grader::calibration::Calibration;
using grader::calibration::calibration_file;
using grader::calibration::Calibrations;
using grader::calibration::conclude;
using grader::calibration::lab_in_words;
using grader::calibration::read_calibration;
using grader::calibration::thresholds_of;
using grader::calibration::VerdictCriterion;
using grader::calibration::write_calibration;
using grader::thresholds::LabTimes;
using grader::thresholds::ProgramTimes;
using grader::thresholds::Reference;

/// Lab 01 on an H200.
const Reference h200 = {"h200", {9.8, 12.7, 13.1, 15.5, 15.84}};

/// Returns a grade of three rounds with these speedups.
grader::Measurement grade_of(const std::array<double, 3>& middles) {
    grader::Measurement grade;
    for (const double ratio : middles) {
        grader::Round& round = grade.rounds.emplace_back();
        for (const double noise : {0.999, 1.0, 1.0, 1.001}) round.pairs.push_back({8, 8 / ratio * noise});
    }
    return grade;
}

/// Returns two grades with speedups slightly below and above @p ratio.
ProgramTimes times_of(grader::thresholds::Role role, const std::string& file, double ratio) {
    return {role,
            file,
            {grade_of({ratio, 0.995 * ratio, 1.005 * ratio}), grade_of({ratio, ratio, 0.99 * ratio})}};
}

/// Returns times on a GPU where the known program reaches 8 times the baseline, and the solution 14 times.
LabTimes sample_times() {
    return {"a gigabyte",
            {times_of(grader::thresholds::Role::baseline, "baseline.cu", 1),
             times_of(grader::thresholds::Role::known, "2_block_size.cu", 8),
             times_of(grader::thresholds::Role::closest, "6_grid_stride.cu", 12.5),
             times_of(grader::thresholds::Role::solution, "student.cu", 14)},
            58.74,
            0.5};
}

Calibration sample_calibration() {
    Calibration calibration{"NVIDIA RTX 4090", 13000, 13000, "keeper", {}};
    calibration.labs["01_scale"] = conclude(sample_times(), h200, "rtx_4090");
    return calibration;
}

void check_same(const Threshold& threshold, double known, double pass, double full) {
    CHECK(threshold.known == known);
    CHECK(threshold.pass == pass);
    CHECK(threshold.full == full);
}

} // namespace

TEST_CASE("the bound on the fail rate is that of Clopper and Pearson", "[calibration]") {
    CHECK_THAT(grader::fail_rate_bound(0, 300), WithinAbs(0.00994, 0.00001));
    CHECK_THAT(grader::fail_rate_bound(0, 1), WithinAbs(0.95, 1e-9));
    CHECK_THAT(grader::fail_rate_bound(1, 10), WithinAbs(0.3942, 0.0001));
    CHECK_THAT(grader::fail_rate_bound(5, 100), WithinAbs(0.1023, 0.0001));
    CHECK(grader::fail_rate_bound(4, 4) == 1);
    CHECK(grader::fail_rate_bound(0, 0) == 1);
}

TEST_CASE("calibration uses the rounds of all grades", "[calibration]") {
    LabTimes times = sample_times();
    times.programs[0].grades.push_back(grade_of({0.9, 0.9, 0.9}));
    times.programs[3].grades.emplace_back().wrong = grader::verbatim("it crashed");
    const CalibratedLab lab = conclude(times, h200, "rtx_4090");
    CHECK(lab.case_name == "a gigabyte");
    CHECK(lab.seconds == 58.7);
    CHECK(lab.find(grader::thresholds::Role::known)->ratio == 8);
    CHECK(lab.find(grader::thresholds::Role::known)->low == 7.92);
    CHECK(lab.find(grader::thresholds::Role::known)->high == 8.04);
    CHECK(lab.find(grader::thresholds::Role::known)->grades == 2);
    CHECK(lab.find(grader::thresholds::Role::known)->rounds == 6);
    CHECK(lab.find(grader::thresholds::Role::solution)->grades == 3);
    CHECK(lab.find(grader::thresholds::Role::solution)->rounds == 6);
    CHECK(lab.limit == 16); // the baseline takes 8 ms, and the limit is half a millisecond
    CHECK(lab.threshold.solution == 13.9);
    CHECK(lab.threshold.limit == 16);
    check_same(lab.threshold, 8, 11.2, 11.7);

    // Of the baseline's three grades the third is 10 % too slow; of the solution's three the third has no
    // times.
    const grader::VerdictCount at = lab.counted(VerdictCriterion::at);
    CHECK(at.verdicts == 6);
    CHECK(at.below == 2);
    const grader::VerdictCount above = lab.counted(VerdictCriterion::above);
    CHECK(above.verdicts == 6);
    CHECK(above.above == 4);
    CHECK(above.below == 2);
    CHECK(lab.counted(VerdictCriterion::known).below == 2);
    CHECK(lab.counted(VerdictCriterion::closest).above == 2);
    CHECK(lab.counted(VerdictCriterion::full).below == 1);

    times.programs[3].grades = {times.programs[3].grades.back()};
    CHECK_THROWS_MATCHES(conclude(times, h200, "rtx_4090"), grader::MachineError,
                         facts::MatchesPattern("no_time_here program=student.cu & text text=\"it crashed\""));
}

TEST_CASE("calibration on the reference GPU keeps the thresholds and counts verdicts against them",
          "[calibration]") {
    const CalibratedLab lab = conclude(sample_times(), h200, "h200");
    check_same(lab.threshold, 9.8, 12.7, 13.1);
    CHECK(lab.threshold.solution == 13.9);
    CHECK(lab.threshold.limit == 16);
    CHECK(lab.counted(VerdictCriterion::closest).below == 2); // 12.5 is less than 12.7
    CHECK_THAT(lab_in_words("01_scale", "h200", lab), ContainsSubstring("chosen by hand and stay"));
}

TEST_CASE("a calibration survives a round trip through its file", "[calibration]") {
    const fs::path root = harness::scratch("calibration-record");
    const fs::path file = calibration_file(root, "rtx_4090");
    CHECK(read_calibration(file).labs.empty());
    Calibration calibration = sample_calibration();
    calibration.labs["02_sum"] = calibration.labs["01_scale"];
    calibration.labs["02_sum"].threshold.gain = 1.04;
    write_calibration(file, calibration);
    const Calibrations all = all_calibrations(root);
    REQUIRE(all.contains("rtx_4090"));
    const Calibration& back = all.at("rtx_4090");
    CHECK(back.device == "NVIDIA RTX 4090");
    CHECK(back.isolation == "keeper");
    CHECK(back.labs.at("02_sum").threshold == calibration.labs["02_sum"].threshold);
    // The file contains everything that the page, the texts and the rule use.
    CHECK(grader::calibration::page(all) == grader::calibration::page({{"rtx_4090", calibration}}));
    const CalibratedLab& lab = back.labs.at("01_scale");
    CHECK(lab_in_words("01_scale", "rtx_4090", lab) ==
          lab_in_words("01_scale", "rtx_4090", calibration.labs["01_scale"]));
    CHECK(thresholds_of(lab, "rtx_4090") == lab.threshold);

    const std::string good = harness::read(file);
    flaws::replace(file, "\"role\":\"closest\"", "\"role\":\"nearest\"");
    CHECK_THROWS_MATCHES(read_calibration(file), EnvironmentError,
                         MessageMatches(
                             ContainsSubstring("'nearest' is none of: baseline, known, closest, solution")));
    harness::write(file, "{\"format\": 1}");
    CHECK_THROWS_MATCHES(read_calibration(file), EnvironmentError,
                         MessageMatches(ContainsSubstring("rtx_4090.json has another format")));
    harness::write(file, good.substr(0, good.size() / 2));
    CHECK_THROWS_MATCHES(read_calibration(file), EnvironmentError,
                         MessageMatches(ContainsSubstring("is not a record of a calibration")));
}

TEST_CASE("a calibration result is printed in words", "[calibration][approval]") {
    CalibratedLab close = conclude(sample_times(), h200, "rtx_4090");
    Calibration calibration = sample_calibration();
    std::string text = lab_in_words("01_scale", "rtx_4090", close);
    LabTimes times = sample_times();
    times.programs[3] = times_of(grader::thresholds::Role::solution, "student.cu", 8.5);
    calibration.labs["02_sum"] = conclude(times, h200, "rtx_4090");
    text += "\n" + lab_in_words("02_sum", "rtx_4090", calibration.labs["02_sum"]);
    times = sample_times();
    times.programs[1].grades = {grade_of({8, 8, 8}), grade_of({13, 13, 7})};
    times.programs[3].grades = {grade_of({10, 10, 10}), grade_of({14, 14, 14}), grade_of({14, 14, 14})};
    times.programs[2].grades = {grade_of({9, 9, 9}), grade_of({13, 13, 13}), grade_of({13, 13, 13})};
    text += "\n" + lab_in_words("03_noisy", "rtx_4090", conclude(times, h200, "rtx_4090"));
    check_approved("calibration_in_words", text);
    calibration.device = "NVIDIA | \x1b[2J";
    check_approved("calibration_page",
                   grader::calibration::page({{"h200",
                                               {"NVIDIA H200",
                                                13000,
                                                13000,
                                                "keeper",
                                                {{"01_scale", conclude(sample_times(), h200, "h200")}}}},
                                              {"rtx_4090", calibration}}));
    CHECK_THAT(grader::calibration::page({}), ContainsSubstring("No GPU was calibrated yet."));
}

TEST_CASE("the calibration page of the course equals the one generated from its records", "[calibration]") {
    const fs::path course = KERNELSMITH_SOURCE_DIR;
    CHECK(grader::read_text(grader::calibration::page_file(course)) ==
          grader::calibration::page(all_calibrations(course)));
}
