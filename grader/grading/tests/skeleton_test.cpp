// A course in the form for students: without solutions, ladders, and everything generated from them.

#include <cstdlib>
#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "course/course.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using harness::Grader;
using harness::RunResult;

/// Returns the fixture course without its solutions, with manifests as scripts/release writes them.
fs::path released_course(const std::string& name) {
    const fs::path course = harness::copy_of_course(name);
    fs::remove_all(course / "solutions");
    for (const char* lab : {"01_scale", "02_sum"}) {
        const fs::path manifest = course / "labs" / lab / "lab.toml";
        fs::remove(manifest.parent_path() / "solution.cu");
        const fs::path whole = course / "whole.toml";
        fs::rename(manifest, whole);
        const std::string cut = "awk -f '" KERNELSMITH_SOURCE_DIR "/scripts/release.d/manifest.awk' '" +
                                whole.string() + "' > '" + manifest.string() + "'";
        REQUIRE(std::system(cut.c_str()) == 0);
        fs::remove(whole);
    }
    return course;
}

/// Writes a right file that can be swept: PASSES may be set from outside.
void write_own_file(const fs::path& course) {
    const fs::path file = course / "labs/01_scale/student.cu";
    harness::write(file, R"(#include "lab.h"

static float scaled(float value) {
    // TODO(1): twice the value and one more. (about 1 line)
    return 2 * value + 1;
    // END TODO(1)
}

#ifndef PASSES
#define PASSES 1
#endif

extern "C" void scale(const ScaleArgs& args) {
    // TODO(2): every element, once. (about 1 line)
    for (int pass = 0; pass < PASSES; ++pass)
        for (std::int64_t i = 0; i < args.n; ++i) args.out[i] = scaled(args.in[i]);
    // END TODO(2)
}
)");
}

} // namespace

TEST_CASE("the root of a course without solutions is found also from its build folder", "[released]") {
    const fs::path course = released_course("handed-out-root");
    // A build product of CMake next to the labs' programs.
    harness::write(course / "build/labs/01_scale/problem.so", "");
    fs::create_directories(course / "build/common");
    CHECK(grader::Course::find_root(course) == course);
    for (const char* start : {"labs/01_scale", "slides", "build/labs/01_scale", "build/common"})
        CHECK(grader::Course::find_root(course / start) == course);
    CHECK_FALSE(grader::Course(course, FIXTURE_MODULES).has_solutions());
    CHECK(grader::Course(FIXTURE_COURSE, FIXTURE_MODULES).has_solutions());
}

TEST_CASE("a released manifest keeps everything a grade needs and lists no rung", "[released]") {
    const grader::Course whole(FIXTURE_COURSE, FIXTURE_MODULES);
    const grader::Course cut(released_course("handed-out-manifest"), FIXTURE_MODULES);
    for (const char* id : {"01_scale", "02_sum"}) {
        const grader::Manifest& before = whole.lab(id).manifest;
        const grader::Manifest& after = cut.lab(id).manifest;
        CHECK(after.rungs.empty());
        CHECK(after.wrong.empty());
        CHECK(after.alternatives.empty());
        CHECK(after.peers.empty());
        CHECK(after.sweep.rung.empty());
        CHECK(after.sweep.linked_sizes == before.sweep.linked_sizes);
        CHECK(after.title == before.title);
        CHECK(after.entry == before.entry);
        CHECK(after.cases.size() == before.cases.size());
        CHECK(after.timed.size() == before.timed.size());
        CHECK(after.tasks.size() == before.tasks.size());
        CHECK(after.gates.size() == before.gates.size());
        REQUIRE(after.hints.size() == before.hints.size());
        for (std::size_t i = 0; i < after.hints.size(); ++i)
            CHECK(after.hints[i].text == before.hints[i].text);
        CHECK(after.speed.thresholds.at("host").full == before.speed.thresholds.at("host").full);
        CHECK(after.speed.thresholds.at("host").known == before.speed.thresholds.at("host").known);
        CHECK(after.speed.known.empty());
    }
}

TEST_CASE("a released course grades and refers to no missing file", "[released][timed][slow]") {
    const fs::path course = released_course("handed-out-grade");
    const Grader grader(course);
    CHECK(grader.run({"01"}).status == 1); // the starter code
    CHECK_THAT(grader.run({"hint", "01"}).out, ContainsSubstring("What becomes of 0?"));
    CHECK(grader.run({"list"}).status == 0);

    write_own_file(course);
    const RunResult passed = grader.run({"01"});
    INFO(passed.out << passed.err);
    CHECK(passed.status == 0);
    const std::string hint = grader.run({"hint", "01"}).out;
    CHECK_THAT(hint, ContainsSubstring("Further ideas are in slides/01_scale.md.\n") &&
                         !ContainsSubstring("solution"));

    fs::copy_file(fs::path(FIXTURE_COURSE) / "solutions/02_sum/student.cu", course / "labs/02_sum/student.cu",
                  fs::copy_options::overwrite_existing);
    const RunResult all = grader.run({"01", "02"});
    INFO(all.out << all.err);
    CHECK_THAT(all.out, ContainsSubstring("You have passed the whole course") &&
                            ContainsSubstring("yours     limit") && !ContainsSubstring("solution"));
}

TEST_CASE("commands that need a rung report that a released course has none", "[released]") {
    const fs::path course = released_course("handed-out-refusals");
    const Grader grader(course);
    for (const char* command : {"ladder", "calibrate", "check-course", "counters", "times", "predict"}) {
        const RunResult ran = grader.run({command, "01"});
        INFO(ran.out << ran.err);
        CHECK(ran.status == 2);
        CHECK_THAT(ran.err,
                   ContainsSubstring(command) && ContainsSubstring("which this course does not include"));
    }
    const RunResult rung = grader.run({"sweep", "01", "PASSES=1,2", "--rung", "2_one_pass"});
    CHECK(rung.status == 2);
    CHECK_THAT(rung.err, ContainsSubstring("This course does not include the rungs"));
    const RunResult all = grader.run({"--all", (course / "solutions").string()});
    CHECK(all.status == 2);
    CHECK_THAT(all.err, ContainsSubstring("This course does not include the solutions"));
}

TEST_CASE("a sweep without rungs compiles the student's file or explains the missing macro", "[released]") {
    const fs::path course = released_course("handed-out-sweep");
    const Grader grader(course);
    const RunResult early = grader.run({"sweep", "01", "PASSES=1,2"});
    CHECK(early.status == 2);
    CHECK_THAT(early.err,
               ContainsSubstring("student.cu has no macro PASSES to set") &&
                   ContainsSubstring("between `#ifndef PASSES` and `#endif`") &&
                   ContainsSubstring("this course does not include the rungs of the ladder that have it"));
    // A macro that exists and cannot be set is not missing.
    const fs::path file = course / "labs/01_scale/student.cu";
    const std::string skeleton = harness::read(file);
    for (const char* definition : {"#define PASSES 2\n", "constexpr int PASSES = 2;\n"}) {
        harness::write(file, definition + skeleton);
        CHECK_THAT(grader.run({"sweep", "01", "PASSES=1,2"}).err,
                   ContainsSubstring("student.cu:1 defines PASSES unconditionally") &&
                       !ContainsSubstring("has no macro"));
    }
    write_own_file(course);
    const RunResult own = grader.run({"sweep", "01", "PASSES=1,2"});
    INFO(own.out << own.err);
    CHECK(own.status == 0);
    CHECK_THAT(own.out, ContainsSubstring("student.cu over PASSES=1,2\n") && !ContainsSubstring("ladder"));
    CHECK_THAT(grader.run({"sweep", "01", "ALL=1000"}).out, ContainsSubstring("student.cu over ALL=1000"));
}

TEST_CASE("a sweep with rungs prefers the student's file if it has the macro", "[sweep]") {
    const fs::path course = harness::copy_of_course("own-sweep");
    const Grader grader(course);
    CHECK_THAT(grader.run({"sweep", "01", "PASSES=1"}).out,
               ContainsSubstring(
                   "1_fewer_passes.cu over PASSES=1\n"
                   "Your student.cu has no `#ifndef PASSES` yet, so a rung of the ladder is used."));
    CHECK_THAT(grader.run({"sweep", "01", "n=1000"}).out,
               ContainsSubstring("1_fewer_passes.cu over n=1000\nYour student.cu is not begun yet"));
    write_own_file(course);
    CHECK_THAT(grader.run({"sweep", "01", "PASSES=1"}).out,
               ContainsSubstring("student.cu over PASSES=1\n") && !ContainsSubstring("ladder"));
    CHECK_THAT(grader.run({"sweep", "01", "n=1000"}).out, ContainsSubstring("student.cu over n=1000"));
    // A longer name with the same beginning is another macro.
    CHECK_THAT(grader.run({"sweep", "01", "PASS=1"}).err, ContainsSubstring("has no macro PASS to set"));
}
