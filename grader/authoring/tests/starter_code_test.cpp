// Unedited starter code, and a task that can be detected only on a GPU.

#include <algorithm>
#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "course/course.h"
#include "course/skeleton.h"
#include "flaws.h"
#include "grading/messages/builds.h"
#include "testing/facts.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;

const std::string sum_skeleton = "labs/02_sum/student.cu";

/// Reports whether a step of @p lab says that its file is unedited starter code.
bool says_skeleton_unchanged(const nlohmann::json& lab) {
    return std::ranges::any_of(lab.at("steps"), [](const nlohmann::json& step) {
        return facts::has(facts::of(step), grader::messages::skeleton_unchanged);
    });
}

/// Returns a copy of the fixture course whose lab 02 has a skeleton that is correct for one element.
fs::path course_with_a_lucky_skeleton(const std::string& name) {
    const fs::path course = harness::copy_of_course(name);
    flaws::replace(course / sum_skeleton, "args.n; // replace", "args.n > 0 ? args.in[0] : 0; // replace");
    const grader::RegionedSource skeleton = grader::split_regions(harness::read(course / sum_skeleton));
    flaws::replace(course / "labs/02_sum/lab.toml", "72e7bde14ca33f8e", grader::fingerprint(skeleton));
    return course;
}

} // namespace

TEST_CASE("an unchanged skeleton earns nothing and the grade says so", "[grade]") {
    const fs::path course = course_with_a_lucky_skeleton("lucky-skeleton");
    const auto grade = [&] {
        const harness::RunResult ran = harness::Grader(course).run({"02", "--report", "json"});
        return harness::Report(ran.out).lab("02_sum");
    };
    const nlohmann::json untouched = grade();
    CHECK(says_skeleton_unchanged(untouched));
    CHECK(untouched.at("score") == 0);
    CHECK(untouched.at("max_score") == 70);
    flaws::replace(course / sum_skeleton, "    // TODO(1)", "    // Later.\n    // TODO(1)");
    flaws::replace(course / sum_skeleton, "// replace", "// replace: why?");
    CHECK(says_skeleton_unchanged(grade())); // comments and white space are not an edit
    flaws::replace(course / sum_skeleton, "args.in[0] : 0", "args.in[0] : 1 - 1");
    const nlohmann::json changed = grade();
    CHECK_FALSE(says_skeleton_unchanged(changed));
    CHECK(changed.at("score") > 0);
}

TEST_CASE("a skeleton that is correct from the start is reported if correctness is worth more than technique",
          "[check-course][timed]") {
    const fs::path course = harness::copy_of_course("right-skeleton");
    flaws::replace(course / sum_skeleton, "    *args.out = args.n; // replace\n",
                   "    *args.out = 0;                                                    // replace\n"
                   "    for (int bit = 0; bit < 16; ++bit)                                // replace\n"
                   "        for (std::int64_t i = 0; i < args.n; ++i)                     // replace\n"
                   "            *args.out += args.in[i] & (1 << bit);                     // replace\n");
    const grader::RegionedSource skeleton = grader::split_regions(harness::read(course / sum_skeleton));
    flaws::replace(course / "labs/02_sum/lab.toml", "72e7bde14ca33f8e", grader::fingerprint(skeleton));
    const auto check = [&] { return harness::Grader(course).run({"02", "check-course", "--released"}).out; };
    CHECK_THAT(check(),
               ContainsSubstring("the starter code is correct, and correct earns 40 points, technique 20"));
    flaws::replace(course / "labs/02_sum/lab.toml", "correct = 40", "correct = 20\ntechnique = 40");
    CHECK_THAT(check(), !ContainsSubstring("the starter code is correct"));
}

TEST_CASE("without a skeleton hash a file without code counts as unchanged", "[regions]") {
    const grader::Course course(FIXTURE_COURSE, FIXTURE_MODULES);
    grader::Manifest manifest = course.lab("01").manifest;
    const auto skeleton =
        grader::split_regions(harness::read(fs::path(FIXTURE_COURSE) / "labs/01_scale/student.cu"));
    CHECK(grader::is_unchanged_skeleton(manifest, skeleton));
    manifest.skeleton_fingerprint = "another";
    CHECK_FALSE(grader::is_unchanged_skeleton(manifest, skeleton));
    manifest.skeleton_fingerprint.clear();
    CHECK(grader::is_unchanged_skeleton(manifest, skeleton));
    CHECK_FALSE(grader::is_unchanged_skeleton(manifest, grader::split_regions("int whole_program;\n")));
}

TEST_CASE("a hint reports that a task needs a GPU measurement until one exists", "[hint]") {
    const fs::path course = harness::copy_of_course("unseen-hint");
    const harness::Grader grader(course);
    CHECK(grader.run({"02"}).status == 1);
    CHECK_THAT(grader.run({"hint", "02"}).out,
               ContainsSubstring("No counter shows whether task 1 (\"One pass\") was done"));
    CHECK_THAT(grader.run({"01"}).out, !ContainsSubstring("a GPU measures it"));
    fs::copy_file(course / "solutions/02_sum/student.cu", course / sum_skeleton,
                  fs::copy_options::overwrite_existing);
    CHECK(grader.run({"02"}).status == 0);
    CHECK_THAT(grader.run({"hint", "02"}).out, !ContainsSubstring("a GPU measures it"));
}
