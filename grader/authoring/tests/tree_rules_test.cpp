// Rules on a lab's files and its skeleton: each holds on the fixture course, and each is broken once here.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fmt/core.h>

#include "flaws.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using namespace flaws;
using Catch::Matchers::ContainsSubstring;

/// Returns a flaw of labs/01_scale/solution.cu: another file, or a symbolic link with another target.
Flaw linked(const std::function<void(const fs::path& link)>& make) {
    return {[=](const fs::path& course) {
                fs::remove(course / "labs/01_scale/solution.cu");
                make(course / "labs/01_scale/solution.cu");
            },
            "labs/01_scale/solution.cu: must be a relative symbolic link"};
}

} // namespace

TEST_CASE("the fixture course satisfies every rule that reads only files", "[check-course]") {
    const CheckOutput told = check(FIXTURE_COURSE, GENERATE(false, true));
    CHECK(told.broken.empty());
    CHECK(told.notes.empty());
    CHECK_THAT(told.summary, ContainsSubstring(" rules held, 0 broken") && !ContainsSubstring("not checked"));
}

TEST_CASE("a lab's solutions may have a list of equivalent mutants", "[check-course]") {
    const fs::path course = harness::copy_of_course("with-mutants");
    harness::write(course / "solutions/01_scale/equivalent_mutants.toml", "");
    CHECK(check(course, true).broken.empty());
}

TEST_CASE("a missing file of a lab is reported", "[check-course]") {
    std::vector<Flaw> flaws;
    for (const char* file :
         {"README.md", "lab.h", "student.cu", "solution.cu", "problem.cpp", "tests.cpp", "CMakeLists.txt"})
        flaws.push_back(without(fmt::format("labs/01_scale/{}", file), "is missing; every lab needs it"));
    for (const char* file : {"student.cu", "NOTES.md", "wrong"})
        flaws.push_back(
            without(fmt::format("solutions/01_scale/{}", file), "is missing; every lab needs it"));
    for (const char* file : {"labs/01_scale/baseline.cu", "solutions/01_scale/ladder"})
        flaws.push_back(without(file, "is missing; every lab with a speed step needs it"));
    flaws.push_back(without("slides/01_scale.md", "is missing; every lab needs it"));
    flaws.push_back(
        without("solutions/01_scale/ladder/0_original.cu", "is missing; a [[rung]] of lab.toml lists it"));
    flaws.push_back(without("solutions/01_scale/wrong/forgets_the_one.cu",
                            "is missing; a [[wrong]] of lab.toml lists it"));
    flaws.push_back(without("README.md", "is missing; students read it first"));
    require_findings("missing", flaws);
}

TEST_CASE("a file or folder that belongs to no lab is reported", "[check-course]") {
    require_findings("beside",
                     {
                         with_extra_file("labs/01_scale/student.cu.orig", "is not part of a lab"),
                         with_extra_file("labs/01_scale/nobody_includes_it.h", "is not part of a lab"),
                         {[](const fs::path& course) { fs::create_directory(course / "labs/01_scale/old"); },
                          "labs/01_scale/old: is not part of a lab"},
                         with_extra_file("solutions/01_scale/fast.cu", "is not part of a lab's solutions"),
                         with_extra_file("solutions/01_scale/ladder/3_record.cu",
                                         "no [[rung]] of lab.toml lists this file"),
                         with_extra_file("solutions/01_scale/alternatives/with_iota.cu",
                                         "no [[alternative]] of lab.toml lists this file"),
                         with_extra_file("solutions/01_scale/wrong/forgets_all.cu",
                                         "no [[wrong]] of lab.toml lists this file"),
                         {[](const fs::path& course) { fs::create_directory(course / "labs/3_max"); },
                          "labs/3_max: is not a lab"},
                         {[](const fs::path& course) { fs::create_directory(course / "solutions/03_max"); },
                          "solutions/03_max: no lab has this name"},
                         with_extra_file("slides/03_max.md", "no lab has this name"),
                     });
}

TEST_CASE("variants and themes and figures may be added without a rule violation", "[check-course]") {
    const fs::path course = harness::copy_of_course("free");
    for (const char* file : {"solutions/01_scale/variants/halves.cu", "solutions/README.md",
                             "slides/theme.css", "slides/figures/passes.svg", "labs/README.md"})
        harness::write(course / file, "Wanted.\n");
    CHECK(check(course).broken.empty());
}

TEST_CASE("a lab's solution and build file and manifest fit its directory", "[check-course]") {
    const std::string manifest = "labs/01_scale/lab.toml";
    const std::string build_file = "labs/01_scale/CMakeLists.txt";
    require_findings(
        "place",
        {
            linked([](const fs::path& link) { harness::write(link, "// A copy.\n"); }),
            linked([](const fs::path& link) {
                fs::create_symlink(fs::canonical(link.parent_path() / "../../solutions/01_scale/student.cu"),
                                   link);
            }),
            linked(
                [](const fs::path& link) { fs::create_symlink("../../solutions/02_sum/student.cu", link); }),
            linked([](const fs::path& link) { fs::create_symlink("student.cu", link); }),
            instead(build_file, "01_scale", "02_sum",
                    build_file + ": must contain add_lab(01_scale) and nothing else"),
            instead(build_file, "\n", "\nadd_library(helper helper.cpp)\n", "and nothing else"),
            instead(manifest, "id = \"01_scale\"", "id = \"03_scale\"",
                    "id is 03_scale, but the directory is 01_scale"),
            instead(manifest, "needs = []", "needs = [\"00_hello\"]", "needs 00_hello, which is not a lab"),
            instead(manifest, "needs = []", "needs = [\"02_sum\"]",
                    "needs 02_sum, which is not an earlier lab"),
        });

    const fs::path course = harness::copy_of_course("place-comment");
    replace(course / build_file, "add_lab(01_scale)", "# What a lab says.\nadd_lab( 01_scale )");
    CHECK(check(course).broken.empty());
}

TEST_CASE("a skeleton has a region for each task and equals its solution elsewhere", "[check-course]") {
    const std::string skeleton = "labs/01_scale/student.cu";
    const std::string solution = "solutions/01_scale/student.cu";
    const std::string end_of_file = "    // END TODO(2)\n}\n";
    require_findings(
        "skeleton",
        {
            instead(skeleton, "    // END TODO(2)\n", "", "TODO(2) has no end"),
            instead(skeleton, "// END TODO(1)", "// END TODO(2)",
                    skeleton + ": line 10: END TODO(2) closes another region"),
            instead(solution, "// END TODO(1)", "// END TODO(2)",
                    solution + ": line 10: END TODO(2) closes another region"),
            instead(skeleton, "TODO(1):", "TODO(2):", "has 0 regions TODO(1)"),
            instead(skeleton, "TODO(1):", "TODO(2):", "has 2 regions TODO(2)"),
            instead(skeleton, "TODO(1):", "TODO(3):", skeleton + ":8: TODO(3) is not a task: lab.toml has 2"),
            instead("labs/01_scale/lab.toml", "[[rung]]",
                    "[[task]]\nid = \"task_3\"\ntitle = \"More\"\n\n[[rung]]", "has 0 regions TODO(3)"),
            instead(skeleton, " (about 1 line)", "", skeleton + ":8: TODO(1) does not announce its length"),
            instead(solution, "    // TODO(1): ", "    // TODO(1): say: ",
                    skeleton + ":8: differs from solutions/01_scale/student.cu:8 outside the TODO regions"),
            // A longer region above it, so that the line numbers of the two files differ.
            {[=](const fs::path& course) {
                 replace(course / solution, "return 2 *", "value *= 2;\n    return");
                 replace(course / solution, "extern", "static");
             },
             skeleton + ":13: differs from solutions/01_scale/student.cu:14 outside the TODO regions: "
                        "\"extern"},
            instead(skeleton, end_of_file, end_of_file + "// More.\n", "\"// More.\" here, its end there"),
            instead(solution, end_of_file, end_of_file + "// More.\n", "its end here, \"// More.\" there"),
            {[=](const fs::path& course) {
                 for (const std::string& file : {skeleton, solution})
                     replace(course / file, "about 1 line", "about 3 lines");
             },
             skeleton + ":8: TODO(1) announces about 3 lines, but the solution has 1"},
            instead(solution, "return 2 *", "value *= 2;\n    value += 1;\n    return",
                    "announces about 1 lines, but the solution has 3"),
        });

    const fs::path course = harness::copy_of_course("skeleton-twice");
    replace(course / solution, "return 2 *", "value *= 2;\n    return"); // twice as long is within the
                                                                         // tolerance
    for (const char* const mistake : {"forgets_the_tail", "skips_task_2"})
        replace(course / "solutions/01_scale/wrong" / fmt::format("{}.patch", mistake), "-14,3 +14,4",
                "-15,3 +15,4");
    CHECK(check(course).broken.empty());
}

TEST_CASE("the manifest has the hash of the skeleton", "[check-course]") {
    const std::string manifest = "labs/01_scale/lab.toml";
    const std::string skeleton = "labs/01_scale/student.cu";
    require_findings("fingerprint",
                     {instead(skeleton, "pass < 32", "pass < 33", manifest + ": says skeleton_hash = "),
                      instead(manifest, "skeleton_hash", "# skeleton_hash", "says skeleton_hash = \"\"")});
    const fs::path course = harness::copy_of_course("fingerprint-fix");
    replace(course / skeleton, "// TODO(1): twice", "// TODO(1): two times"); // a comment is not code
    replace(course / "solutions/01_scale/student.cu", "// TODO(1): twice", "// TODO(1): two times");
    CHECK(check(course).broken.empty());
    replace(course / skeleton, "pass < 32", "pass < 33");
    CHECK_THAT(check(course, true, true).notes, ContainsSubstring("updated the fingerprint of the skeleton"));
    CHECK(check(course, true).broken.empty());
}

TEST_CASE("a skeleton that is right from the start may hold code", "[check-course]") {
    const fs::path course = harness::copy_of_course("starts-right");
    replace(course / "labs/01_scale/student.cu", "scaled(args.in[i]); // replace", "scaled(args.in[i]);");
    CHECK_THAT(check(course, true).broken, ContainsSubstring("TODO(2) contains code"));
    replace(course / "labs/01_scale/lab.toml", "skeleton_hash", "starts_right = true\nskeleton_hash");
    CHECK(check(course, true).broken.empty());
}

TEST_CASE("files with some tasks done must be named by the number of tasks", "[check-course]") {
    require_findings("states", {with_extra_file("solutions/01_scale/after/2.cu",
                                                "must be named N.cu for N tasks done of 2"),
                                with_extra_file("solutions/01_scale/after/first.cu", "must be named N.cu")});
    const fs::path course = harness::copy_of_course("states-good");
    harness::write(course / "solutions/01_scale/after/1.cu", "// One task is done.\n");
    CHECK(check(course).broken.empty());
}

TEST_CASE("a student.cu that was worked on is an error only where it is released", "[check-course]") {
    const fs::path course = harness::copy_of_course("worked-on");
    // Edits outside the regions as well: the check ignores what a student changes there.
    replace(course / "labs/01_scale/student.cu", "return value; // replace", "return 2 * value + 1;");
    replace(course / "labs/01_scale/student.cu", "// Lab 01", "// My lab 01");
    const CheckOutput told = check(course);
    CHECK(told.broken.empty());
    CHECK(told.notes == "labs/01_scale/student.cu: edited: the rules on skeletons were not checked\n");
    CHECK_THAT(told.summary, ContainsSubstring("5 not checked here (1 lab): a student.cu was edited"));
    CHECK_THAT(check(course, true).broken,
               ContainsSubstring("labs/01_scale/student.cu:8: edited: TODO(1) contains code") &&
                   ContainsSubstring("differs from"));
}
