// Rule: the record of modelled times and its page are consistent with the measurements.

#include <filesystem>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "authoring/records/model/page.h"
#include "authoring/records/model/record.h"
#include "flaws.h"
#include "grading/results/results.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;

/// Returns a course with one measured build of lab 01, and a record of it with another time.
fs::path course_with_old_record(const std::string& name) {
    const fs::path root = harness::copy_of_course(name);
    grader::Results results;
    results.device = "NVIDIA H200";
    grader::CaseResult graded;
    graded.name = "a million";
    graded.rungs.emplace_back().name = "baseline";
    graded.rungs.back().ms = 8;
    graded.rungs.back().expect = "fails:fast";
    results.labs["01_scale"] = {graded};
    grader::write_results(grader::results_file(root, "h200"), results);
    grader::accuracy::Record record;
    grader::accuracy::ComparedBuild& build = record.labs["01_scale"].builds.emplace_back();
    build.name = "baseline";
    build.measured_ms = 7;
    build.modelled_ms = 10;
    build.limiter = "dram";
    harness::write(grader::accuracy::record_file(root, "h200"), grader::accuracy::text_of(record));
    return root;
}

} // namespace

TEST_CASE("an outdated record of modelled times and its page are reported", "[accuracy]") {
    const fs::path root = course_with_old_record("old-record");
    const std::string broken = flaws::check(root, false).broken;
    CHECK_THAT(broken, ContainsSubstring("docs/results/times/h200/modelled.json: is out of date"));
    CHECK_THAT(broken, ContainsSubstring("docs/results/model.md: is out of date"));
}

TEST_CASE("check-course --fix updates the record and page of the model and keeps modelled times",
          "[accuracy]") {
    const fs::path root = course_with_old_record("mended-record");
    flaws::check(root, false, true);
    const grader::accuracy::Record record =
        grader::accuracy::read_record(grader::accuracy::record_file(root, "h200"));
    REQUIRE(record.labs.at("01_scale").builds.size() == 1);
    CHECK(record.labs.at("01_scale").builds[0].measured_ms == 8);
    CHECK(record.labs.at("01_scale").builds[0].modelled_ms == 10);
    CHECK_THAT(harness::read(grader::accuracy::page_file(root)),
               ContainsSubstring("| 01_scale | a million | 1 | 25 % |"));
    const std::string broken = flaws::check(root, false).broken;
    CHECK_THAT(broken, !ContainsSubstring("modelled.json") && !ContainsSubstring("model.md"));
}
