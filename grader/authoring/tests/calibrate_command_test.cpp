// `grader calibrate` on the fixture course, and the rules on its results.

#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "authoring/records/calibration/conclude.h"
#include "authoring/records/calibration/manifest_line.h"
#include "authoring/records/calibration/page.h"
#include "authoring/records/calibration/record.h"
#include "flaws.h"
#include "grading/results/results.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using grader::calibration::all_calibrations;
using grader::calibration::CalibratedLab;
using grader::calibration::Calibration;
using grader::calibration::calibration_file;
using grader::calibration::page_file;
using grader::calibration::threshold_line;
using grader::calibration::thresholds_of;
using grader::calibration::VerdictCriterion;
using grader::calibration::with_thresholds;
using grader::calibration::write_calibration;
using harness::Grader;
using harness::RunResult;

const std::string calibrated_manifest = "labs/01_scale/lab.toml";
const std::string old_line = "host = { known = 2, pass = 3, full = 8 }";

/// Returns a course whose thresholds are from an H200, with a ladder recorded there.
fs::path course_from_h200(const std::string& name) {
    fs::path course = harness::copy_of_course(name);
    flaws::replace(course / calibrated_manifest, "reference = \"host\"", "reference = \"h200\"");
    flaws::replace(course / calibrated_manifest, old_line,
                   "h200 = { known = 1.3, pass = 3, full = 8, solution = 12 } # by hand");
    grader::Results results;
    results.device = "NVIDIA H200";
    grader::CaseResult graded;
    graded.name = "a million";
    for (const auto& [rung, speedup] :
         {std::pair{"1_fewer_passes", 1.3}, {"2_one_pass", 3.3}, {"solution", 12.0}}) {
        grader::RungResult& result = graded.rungs.emplace_back();
        result.name = rung;
        result.speedup = result.low = result.high = speedup;
    }
    results.labs["01_scale"] = {graded};
    grader::write_results(grader::results_file(course, "h200"), results);
    REQUIRE(flaws::check(course, true, true).broken.empty()); // writes the tables
    return course;
}

/// Returns the same course with a made-up calibration of another GPU.
fs::path calibrated_course(const std::string& name) {
    fs::path course = course_from_h200(name);
    CalibratedLab lab;
    lab.case_name = "a million";
    lab.reference = {"h200", {1.3, 3, 8, 12}};
    lab.reached = {{grader::thresholds::Role::known, "1_fewer_passes.cu", 1.4, 1.39, 1.41, 2, 6},
                   {grader::thresholds::Role::solution, "student.cu", 9, 8.9, 9.1, 2, 6}};
    lab.limit = 10;
    lab.threshold = thresholds_of(lab, "rtx_4090");
    Calibration calibration{"NVIDIA RTX 4090", 13000, 13000, "keeper", {{"01_scale", lab}}};
    write_calibration(calibration_file(course, "rtx_4090"), calibration);
    harness::write(page_file(course), grader::calibration::page(all_calibrations(course)));
    harness::write(course / calibrated_manifest,
                   with_thresholds(course / calibrated_manifest, "rtx_4090", lab.threshold));
    REQUIRE(flaws::check(course, true, true).broken.empty()); // writes the tables
    return course;
}

} // namespace

TEST_CASE("calibrate measures thresholds for the GPU at hand", "[calibrate][timed]") {
    const fs::path course = course_from_h200("calibrate");
    const std::string before = harness::read(course / calibrated_manifest);
    const RunResult dry = Grader(course).run({"calibrate", "01", "--seconds", "0"});
    INFO(dry.out << dry.err);
    CHECK(dry.status == 0);
    CHECK(dry.left_behind.empty());
    CHECK_THAT(dry.out, ContainsSubstring("level process\n\n01_scale, a million, in ") &&
                            ContainsSubstring("1_fewer_passes.cu") && ContainsSubstring("2_one_pass.cu") &&
                            ContainsSubstring("  lab.toml: host = { ") && !ContainsSubstring("written"));
    CHECK(harness::read(course / calibrated_manifest) == before);
    CHECK_FALSE(fs::exists(course / "docs/results/calibration"));

    const RunResult ran = Grader(course).run({"calibrate", "01", "--seconds", "0", "--record"});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 0);
    CHECK_THAT(ran.out, ContainsSubstring("written: docs/results/calibration/host.json"));
    const Calibration calibration = all_calibrations(course).at("host");
    CHECK(calibration.isolation == "process");
    const CalibratedLab& lab = calibration.labs.at("01_scale");
    CHECK(lab.reference.threshold.solution == 12);
    for (const grader::thresholds::Role role :
         {grader::thresholds::Role::baseline, grader::thresholds::Role::known,
          grader::thresholds::Role::closest, grader::thresholds::Role::solution}) {
        REQUIRE(lab.find(role) != nullptr);
        CHECK(lab.find(role)->grades == 2);
        CHECK(lab.find(role)->rounds == 6);
    }
    // 32 passes over memory against 32, and against one; on a busy machine either speedup is far off.
    CHECK(lab.find(grader::thresholds::Role::baseline)->ratio < 3);
    CHECK(lab.find(grader::thresholds::Role::solution)->ratio > 3);
    CHECK(lab.counted(VerdictCriterion::at).verdicts == 4);
    CHECK(lab.counted(VerdictCriterion::above).verdicts == 4);
    // Only that line differs, and the written thresholds are valid.
    std::string text = harness::read(course / calibrated_manifest);
    const std::string line = threshold_line("host", lab.threshold) + "\n";
    REQUIRE_THAT(text, ContainsSubstring("# by hand\n" + line));
    CHECK(text.erase(text.find(line), line.size()) == before);
    CHECK(harness::read(page_file(course)) == grader::calibration::page(all_calibrations(course)));
    CHECK(flaws::check(course).broken.empty());
}

TEST_CASE("calibrate on the reference GPU keeps the thresholds and records the measured speedups",
          "[calibrate][timed]") {
    const fs::path course = harness::copy_of_course("calibrate-reference");
    const RunResult ran = Grader(course).run({"calibrate", "01", "--seconds", "0", "--record"});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 0);
    CHECK_THAT(ran.out, ContainsSubstring("; known, pass and full are chosen by hand and stay"));
    const grader::Threshold& found = all_calibrations(course).at("host").labs.at("01_scale").threshold;
    CHECK(found.known == 2);
    CHECK(found.pass == 3);
    CHECK(found.full == 8);
    CHECK(found.solution > 3);
    CHECK_THAT(harness::read(course / calibrated_manifest), ContainsSubstring(threshold_line("host", found)));
}

TEST_CASE("without --record, calibrate keeps thresholds for grades in this tree", "[calibrate][timed]") {
    const fs::path course = course_from_h200("calibrate-keeps");
    const std::string before = harness::read(course / calibrated_manifest);
    REQUIRE(Grader(course).run({"calibrate", "01", "--seconds", "0"}).status == 0);
    CHECK(harness::read(course / calibrated_manifest) == before);
    const fs::path kept = course / ".kernelsmith/thresholds/host.json";
    REQUIRE(fs::exists(kept));
    const std::string text = harness::read(kept);
    CHECK_THAT(text, ContainsSubstring("\"grades\":2"));

    // A grade uses them, and names their source.
    const auto graded = [&](const std::vector<std::string>& more) {
        std::vector<std::string> line = {"01", "--file", (course / "solutions/01_scale/student.cu").string()};
        line.insert(line.end(), more.begin(), more.end());
        const RunResult ran = Grader(course).run(line);
        INFO(ran.out << ran.err);
        CHECK(ran.status == (more.empty() ? 0 : 3));
        return ran.out;
    };
    CHECK_THAT(graded({}), ContainsSubstring("2 grades of each program"));
    CHECK(harness::read(kept) == text);
    CHECK_THAT(graded({"--thresholds", "predicted"}), ContainsSubstring("no_thresholds"));

    // After a change of the baseline they are invalid, and the next grade measures again, once.
    harness::write(course / "labs/01_scale/baseline.cu",
                   harness::read(course / "labs/01_scale/baseline.cu") + "\n");
    CHECK_THAT(graded({}), ContainsSubstring("one grade of each program"));
    const std::string again = harness::read(kept);
    CHECK_THAT(again, ContainsSubstring("\"grades\":1"));
    CHECK_THAT(graded({}), ContainsSubstring("one grade of each program"));
    CHECK(harness::read(kept) == again);
}

TEST_CASE("a tree without solutions uses its thresholds, or does not judge the speed",
          "[calibrate][timed][sentences]") {
    const fs::path course = course_from_h200("thresholds-handed-out");
    const fs::path slow = course / "slow.cu";
    fs::copy_file(course / "labs/01_scale/baseline.cu", slow);
    const auto graded = [&](const std::vector<std::string>& more) {
        std::vector<std::string> line = {"01", "--file", slow.string()};
        line.insert(line.end(), more.begin(), more.end());
        return Grader(course).run(line);
    };
    REQUIRE(Grader(course).run({"calibrate", "01", "--seconds", "0"}).status == 0);
    fs::remove_all(course / "solutions");
    CHECK_THAT(graded({}).out,
               ContainsSubstring("2 grades of each program") && ContainsSubstring("times are needed"));
    fs::remove_all(course / ".kernelsmith");
    CHECK_THAT(graded({}).out, ContainsSubstring("lab has no thresholds for this GPU"));
    CHECK(graded({"--thresholds", "here"}).status == 2);
    CHECK_THAT(graded({"--thresholds", "here"}).err, ContainsSubstring("does not include the solutions"));
    CHECK_THAT(graded({"--thresholds", "measured"}).err,
               ContainsSubstring("has no recorded thresholds for") &&
                   ContainsSubstring("it has those for h200"));
    CHECK(graded({"--thresholds", "guessed"}).status == 2);
    CHECK_THAT(graded({"--device", "h2oo"}).err,
               ContainsSubstring("--device h2oo: unknown GPU. Available: "));
}

TEST_CASE("a lab that cannot be calibrated does not prevent calibration of the others",
          "[calibrate][timed]") {
    const fs::path course = course_from_h200("calibrate-goes-on");
    harness::write(course / "solutions/01_scale/ladder/1_fewer_passes.cu", "not C++\n");
    const RunResult ran = Grader(course).run({"calibrate", "--seconds", "0", "--record"});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 3);
    CHECK_THAT(ran.out, ContainsSubstring("\n01_scale: ") && ContainsSubstring("does not compile here") &&
                            ContainsSubstring("\n02_sum, "));
    const Calibration calibration = all_calibrations(course).at("host");
    CHECK_FALSE(calibration.labs.contains("01_scale"));
    CHECK(calibration.labs.contains("02_sum"));
}

TEST_CASE("calibrate reports what prevents a measurement", "[calibrate][sentences]") {
    const fs::path course = course_from_h200("calibrate-refuses");
    const auto refused = [&](const Grader& grader, const std::vector<std::string>& line, int status,
                             const std::string& why) {
        const RunResult ran = grader.run(line);
        INFO(ran.out << ran.err);
        CHECK(ran.status == status);
        CHECK_THAT(ran.err, ContainsSubstring(why));
    };
    refused(Grader(course), {"calibrate", "01", "--device", "h200"}, 2,
            "calibrate measures the GPU of this machine; remove --device");
    refused(Grader(course), {"calibrate", "01", "--seconds", "-1"}, 2, "--seconds");
    // Rejected before minutes are spent on measuring.
    flaws::replace(course / calibrated_manifest, "\n[[case]]",
                   "\n[speed.host]\nknown = 2\npass = 3\nfull = 8\n\n[[case]]");
    refused(Grader(course), {"calibrate", "01", "--record"}, 3, "in a table of their own");
    Grader simulated(course);
    simulated.backend = "sim";
    refused(simulated, {"calibrate", "01"}, 3,
            "Cannot calibrate without a GPU: the simulator models times and measures none.\nCalibrate on the "
            "machine");
}

TEST_CASE("calibrated thresholds in lab.toml must follow from their record", "[calibrate][check-course]") {
    const fs::path good = calibrated_course("calibrated");
    CHECK(flaws::check(good).broken.empty());
    const std::string line =
        "rtx_4090 = { known = 1.4, pass = 2.72, full = 5.93, solution = 8.9, limit = 10 }";
    REQUIRE_THAT(harness::read(good / calibrated_manifest), ContainsSubstring(line));

    const auto told = [&](const std::string& file, const std::string& from, const std::string& to) {
        const fs::path course = calibrated_course("calibrated-flaw");
        flaws::replace(course / file, from, to);
        return flaws::check(course).broken;
    };
    CHECK_THAT(told(calibrated_manifest, "pass = 2.72", "pass = 2.7"),
               ContainsSubstring("labs/01_scale/lab.toml: has rtx_4090 = { known = 1.4, pass = 2.7, full = "
                                 "5.93, solution = 8.9, limit = 10 }, "
                                 "but the measured speedups give: " +
                                 line));
    CHECK_THAT(told(calibrated_manifest, line + "\n", ""),
               ContainsSubstring("has no thresholds for rtx_4090, but the measured"));
    // A record that was edited by hand, and a manifest that agrees with it.
    const std::string record = "docs/results/calibration/rtx_4090.json";
    CHECK_THAT(told(record, "\"pass\":2.72", "\"pass\":2.7"),
               ContainsSubstring(
                   "rtx_4090.json has rtx_4090 = { known = 1.4, pass = 2.7, full = 5.93, solution = "
                   "8.9, limit = 10 }, but the rule gives for its speedups: " +
                   line));
    // Thresholds of the reference that have changed since.
    CHECK_THAT(
        told(calibrated_manifest, "h200 = { known = 1.3, pass = 3,", "h200 = { known = 1.3, pass = 4,"),
        ContainsSubstring("the thresholds for h200 have changed since rtx_4090 was calibrated by them; "
                          "measure again there: grader calibrate 01 --record"));
    // They do not follow from a ladder that was measured on another day.
    const fs::path course = calibrated_course("calibrated-ladder");
    grader::Results results = grader::read_results(grader::results_file(course, "h200"));
    for (grader::RungResult& rung : results.labs["01_scale"].front().rungs) rung.speedup *= 0.5;
    grader::write_results(grader::results_file(course, "rtx_4090"), results);
    CHECK(flaws::check(course, true, true).broken.empty());
}

TEST_CASE("check-course reports and fixes an outdated calibration page", "[calibrate][check-course]") {
    const fs::path course = calibrated_course("calibrated-page");
    flaws::replace(page_file(course), "1.4 (1.39 to 1.41)", "1.5 (1.39 to 1.41)");
    CHECK_THAT(flaws::check(course).broken, ContainsSubstring("docs/results/calibration.md: is out of date"));
    const flaws::CheckOutput fixed = flaws::check(course, false, true);
    CHECK(fixed.broken.empty());
    CHECK_THAT(fixed.notes, ContainsSubstring("docs/results/calibration.md: updated the page"));
    CHECK(harness::read(page_file(course)) == grader::calibration::page(all_calibrations(course)));
}
