// Rules on references and generated numbers: each is broken once here.

#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "flaws.h"
#include "grading/results/results.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using namespace flaws;
using Catch::Matchers::ContainsSubstring;

} // namespace

TEST_CASE("references in hints and gates and links and tags must exist", "[check-course]") {
    const std::string manifest = "labs/01_scale/lab.toml";
    const std::string tests = "labs/01_scale/tests.cpp";
    require_findings(
        "references",
        {
            instead(
                manifest, "[slides#one-pass]", "[slides#two-passes]",
                manifest +
                    ": a hint for correct refers to a slide \"two-passes\"; slides/01_scale.md has no <a id"),
            last_line("slides/01_scale.md", "<!-- _class: solution -->",
                      "\"one-pass\"; slides/01_scale.md has it on a page about the solution, which is not "
                      "handed out"),
            instead(manifest, "slide = \"one-pass\"", "slide = \"none\"", "speed refers to a slide \"none\""),
            last_line(manifest,
                      "[[counted]]\nname = \"a\"\nsizes = { n = 1 }\n"
                      "[[gate]]\ncounter = \"occupancy\"\nmin = 1\nslide = \"warps\"\ntext = \"Too few.\"",
                      "the gate occupancy refers to a slide \"warps\""),
            last_line(manifest, "[[clean]]\nname = \"a\"\nsizes = { n = 1 }", "the step clean has no hint"),
            last_line("README.md", "[here](labs/09_none/README.md)",
                      ": the link labs/09_none/README.md is a dead link"),
            last_line("labs/01_scale/README.md", "![picture](passes.svg)",
                      "the link passes.svg is a dead link"),
            last_line("labs/01_scale/README.md", "<img src=\"passes.svg\">",
                      "the link passes.svg is a dead link"),
            last_line("labs/01_scale/README.md", "[1]: none.md", "the link none.md is a dead link"),
            last_line("labs/01_scale/README.md", "[out](../../../other/README.md)",
                      "leads out of the course"),
            last_line("solutions/01_scale/NOTES.md", "[it](../../slides/01_scale.md#other)",
                      "refers to a slide that does not exist; the file has no <a id=\"other\">"),
            last_line("slides/02_sum.md", "[it](02_sums.md)",
                      "slides/02_sum.md:9: the link 02_sums.md is a dead link"),
            instead(manifest, "step = \"runs\"", "step = \"correct\"", "the step runs has no hint"),
            instead(manifest, "step = \"fast\"", "step = \"correct\"", "the step fast has no hint"),
            last_line(manifest, "[forbid]\nlibraries = [\"curand\"]\nmessage = \"Draw yourself.\"",
                      "labs/01_scale/README.md: does not name curand, which lab.toml forbids"),
            instead(tests, "[task_1]", "[reference]", tests + ": no TEST_CASE has the tag [task_1]"),
            instead(tests, "[task_2]", "[task_2][task_3]",
                    tests + ":14: the tag [task_3] is not a task of lab.toml"),
            instead(tests, "[01_scale]", "[02_sum]", "the tag [02_sum] is not a task of lab.toml"),
            instead(manifest, "task = \"task_2\"", "task = \"task_1\"", "no [[wrong]] has the task task_2"),
            instead(manifest, "expect = \"fails:correct\"\nmessage = \"differ\"",
                    "expect = \"pass\"\nmessage = \"differ\"",
                    "wrong/forgets_the_one.cu is expected to pass"),
        });

    const fs::path course = harness::copy_of_course("references-good");
    harness::write(
        course / "labs/02_sum/README.md",
        harness::read(course / "labs/02_sum/README.md") +
            "\n[a](#tasks), [b](https://example.org/none), [c](../01_scale/README.md#tasks \"title\"),\n"
            "[d](../../slides/02_sum.md#whole-numbers), [e](<lab.h>), [f](../../labs), `[g](none.md)`\n\n"
            "```cpp\nauto f = [x](none y) {};\n```\n");
    CHECK(check(course).broken.empty());
}

TEST_CASE("each task needs a correct program that skips it", "[check-course]") {
    const std::string manifest = "labs/01_scale/lab.toml";
    require_findings(
        "skipped-tasks",
        {{[=](const fs::path& course) {
              replace(course / manifest, "file = \"skips_task_1.cu\"", "file = \"leaves_out.cu\"");
          },
          manifest + ": skips_task_1.patch is missing"},
         {[=](const fs::path& course) {
              replace(course / manifest, "file = \"skips_task_1.cu\"", "file = \"skips_task_9.cu\"");
          },
          "wrong/skips_task_9.cu skips task_9, which is not a task"},
         instead(manifest, "file = \"skips_task_1.cu\"\nexpect = \"fails:fast\"",
                 "file = \"skips_task_1.cu\"\nexpect = \"fails:correct\"",
                 "wrong/skips_task_1.cu is expected to be fails:correct; a program that only skips")});
}

TEST_CASE("each glossary word is introduced in the lab that first uses it", "[check-course]") {
    const std::string first = "labs/01_scale/README.md";
    const std::string second = "labs/02_sum/README.md";
    require_findings(
        "words",
        {instead(first, "a **pass**", "a pass", first + ": does not have \"pass\" in bold"),
         last_line(first, "It adds up whole\nnumbers, too.", "uses \"whole number\", which lab 02 teaches"),
         instead("labs/01_scale/lab.toml", "Compare your loop's", "Whole numbers? Compare your loop's",
                 "labs/01_scale/lab.toml: a hint or a gate uses \"whole number\""),
         instead("docs/glossary.md", "## 02_sum", "## 03_none",
                 "is below the heading \"03_none\", which is not a lab"),
         without("docs/glossary.md", "is missing")});
    const fs::path course = harness::copy_of_course("words-good");
    const std::string read = harness::read(course / first);
    harness::write(course / first, read + "\n## Open questions\n\nWhole numbers.\n");
    CHECK(check(course).broken.empty());
    harness::write(course / first,
                   read + "\nSee `whole numbers`.\n\n```\nwhole numbers\n```\n\n    whole numbers\n");
    CHECK(check(course).broken.empty());
}

TEST_CASE("outdated generated tables are reported or updated", "[check-course]") {
    const std::string marker = "<!-- generated: points 01_scale -->\n";
    require_findings(
        "tables",
        {
            instead("labs/01_scale/README.md", marker, marker + "By hand.\n",
                    "labs/01_scale/README.md: the generated table \"points 01_scale\" is out of date"),
            instead("labs/01_scale/README.md", marker, "", "has no markers for the generated table"),
            instead("docs/measured.md", "<!-- generated: results", "<!-- results",
                    "docs/measured.md: has no markers"),
            instead("solutions/02_sum/NOTES.md", "Not measured yet.", "Fast.",
                    "solutions/02_sum/NOTES.md: the generated table \"ladder 02_sum\" is out of date"),
            instead("labs/01_scale/lab.toml", "full = 8", "full = 7", "is out of date"),
        });

    const fs::path course = harness::copy_of_course("tables-fix");
    const std::string good = harness::read(course / "labs/01_scale/README.md");
    replace(course / "labs/01_scale/README.md", marker, marker + "By hand.\n");
    const CheckOutput told = check(course, false, true);
    CHECK(told.broken.empty());
    CHECK(told.notes == "labs/01_scale/README.md: updated the generated table \"points 01_scale\"\n");
    CHECK(harness::read(course / "labs/01_scale/README.md") == good);
    CHECK(check(course).notes.empty());
}

TEST_CASE("full marks require at most 85 % of the solution's measured speedup", "[check-course]") {
    const fs::path course = harness::copy_of_course("thresholds");
    grader::Results measured;
    measured.device = "host";
    const auto solution_reaches = [&](double speedup) {
        grader::RungResult solution;
        solution.name = "solution";
        solution.ms = 1;
        solution.speedup = speedup;
        measured.labs["01_scale"] = {{"a million", {{"n", 1'048'576}}, 1, 0.5, {solution}}};
        grader::write_results(grader::results_file(course, "host"), measured);
        return check(course, false, true).broken;
    };
    CHECK(solution_reaches(9.5).empty()); // full = 8
    CHECK_THAT(solution_reaches(8.8),
               ContainsSubstring(
                   "labs/01_scale/lab.toml: on host full is 8; it is between 1.3 times what is known and "
                   "85 % of what the solution reaches, 2.60 to 7.48"));
}

TEST_CASE("the known program must fail and its threshold must equal its measured speedup", "[check-course]") {
    const fs::path course = harness::copy_of_course("known");
    const fs::path manifest = course / "labs/01_scale/lab.toml";
    const auto with = [&](const std::string& thresholds) {
        flaws::replace(manifest, "known = 2, pass = 3, full = 8", thresholds);
        const std::string broken = check(course, false, true).broken;
        flaws::replace(manifest, thresholds, "known = 2, pass = 3, full = 8");
        return broken;
    };
    CHECK(with("known = 2.9, pass = 3, full = 8").empty());
    CHECK_THAT(with("known = 6.5, pass = 7, full = 8, solution = 12"),
               ContainsSubstring("pass is 7, and what is known reaches 6.5 times; pass is at least 7.22"));
    grader::Results measured;
    measured.device = "host";
    grader::RungResult known;
    known.name = "1_fewer_passes";
    known.ms = 1;
    known.speedup = 1.5;
    measured.labs["01_scale"] = {{"a million", {{"n", 1'048'576}}, 1, 0.5, {known}}};
    grader::write_results(grader::results_file(course, "host"), measured);
    CHECK_THAT(check(course, false, true).broken,
               ContainsSubstring(
                   "on host 1_fewer_passes.cu was measured at 1.50 times the baseline, but known is 2"));
}
