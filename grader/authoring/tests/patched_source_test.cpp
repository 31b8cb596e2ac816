// Mistakes that are stored as patches: they are compiled, graded and reported like complete sources.

#include "authoring/patch/patched_source.h"

#include <filesystem>
#include <functional>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "authoring/patch/patch.h"
#include "authoring/rules/build_rules.h"
#include "authoring/rules/device_rules.h"
#include "flaws.h"
#include "testing/bench.h"
#include "testing/facts.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;

const std::string tail_patch = "solutions/01_scale/wrong/forgets_the_tail.patch";
const std::string scale_solution = "solutions/01_scale/student.cu";

std::string log_of(const fs::path& course) {
    const fs::path source = whole_source(bench::backend(), bench::lab(), course / tail_patch);
    return compile(bench::backend().compile_job(source, bench::lab(), {})).log;
}

/// Returns the findings of @p rules on lab 01 of the course in @p root, one per line.
std::string findings_of(
    const fs::path& root,
    const std::function<void(const grader::Course&, const grader::Lab&, grader::CheckReport&)>& rules) {
    const grader::Course course(root, FIXTURE_MODULES);
    std::string told;
    grader::CheckReport report([&](const std::string&, grader::Severity, const grader::Finding& finding) {
        told += finding.file.lexically_relative(root).string() + ": " + finding.text + "\n";
    });
    rules(course, course.lab("01"), report);
    return told;
}

} // namespace

TEST_CASE("a patch is expanded to a whole source and any other file is used as it is", "[patch]") {
    const fs::path course = harness::copy_of_course("whole-source");
    CHECK(whole_source(bench::backend(), bench::lab(), course / scale_solution) == course / scale_solution);
    const fs::path missing = course / "solutions/01_scale/wrong/nobody.patch";
    CHECK(whole_source(bench::backend(), bench::lab(), missing) == missing);
    const fs::path source = whole_source(bench::backend(), bench::lab(), course / tail_patch);
    CHECK(source.filename() == "forgets_the_tail.cu");
    std::string expected = harness::read(course / scale_solution);
    const std::string right =
        "    for (std::int64_t i = 0; i < args.n; ++i) args.out[i] = scaled(args.in[i]);\n";
    expected.replace(expected.find(right), right.size(),
                     "    for (std::int64_t i = 0; i + 4 <= args.n; i += 4)\n"
                     "        for (std::int64_t k = i; k < i + 4; ++k) args.out[k] = scaled(args.in[k]);\n");
    CHECK(harness::read(source) == expected);

    // If the patch is unchanged, the cached build remains valid; if it changes, the source is written again.
    const auto written = fs::last_write_time(source);
    CHECK(whole_source(bench::backend(), bench::lab(), course / tail_patch) == source);
    CHECK(fs::last_write_time(source) == written);
    flaws::replace(course / tail_patch, "i + 4 <= args.n", "i + 4 < args.n");
    CHECK(whole_source(bench::backend(), bench::lab(), course / tail_patch) == source);
    CHECK_THAT(harness::read(source), ContainsSubstring("i + 4 < args.n"));
    CHECK(whole_source(bench::backend(), bench::lab(), bench::course().root() / tail_patch) != source);
}

TEST_CASE("a compiler names the lines of the patched source and finds files next to the solution",
          "[patch]") {
    const fs::path course = harness::copy_of_course("patched-lines");
    CHECK(log_of(course).empty());
    flaws::replace(course / tail_patch, "+    for (std::int64_t i = 0; i + 4",
                   "+    for (std::int64_t unknown = 0, i = no_such_name; i + 4");
    CHECK_THAT(log_of(course),
               ContainsSubstring("forgets_the_tail.cu:15:") && ContainsSubstring("no_such_name"));

    const fs::path including = harness::copy_of_course("patched-includes");
    harness::write(including / "solutions/01_scale/ladder/step.inc", "constexpr std::int64_t step = 4;\n");
    flaws::replace(including / scale_solution, "#include \"lab.h\"\n\n",
                   "#include \"lab.h\"\n#include \"ladder/step.inc\"\n");
    flaws::replace(including / tail_patch, "i + 4 <= args.n", "i + step <= args.n");
    CHECK(log_of(including).empty());
}

TEST_CASE("a patch can be graded and an error is reported with its line in the patch", "[patch][timed]") {
    const fs::path course = harness::copy_of_course("graded-patch");
    const auto grade = [&] {
        return harness::Grader(course).run(
            {"01", "--file", (course / tail_patch).string(), "--report", "json"});
    };
    const harness::RunResult fits = grade();
    INFO(fits.out << fits.err);
    CHECK(fits.status == 1);
    const harness::Report report(fits.out);
    const nlohmann::json& correct = harness::step(report.lab("01_scale"), "correct");
    CHECK_THAT(facts::of(correct), facts::MatchesPattern("never_written"));
    // The replay command names the complete source that the patch makes.
    CHECK_THAT(correct.at("facts").at("replay").get<std::string>(),
               ContainsSubstring("--file ") && ContainsSubstring("_patched/forgets_the_tail.cu"));

    flaws::replace(course / scale_solution, "// Lab 01", "// A line more.\n// Lab 01");
    const harness::RunResult moved = grade();
    INFO(moved.out << moved.err);
    CHECK(moved.status == 3);
    CHECK_THAT(moved.err, ContainsSubstring(tail_patch + ":6: ") && ContainsSubstring("hunk 1: line 14 of"));
}

TEST_CASE("a patched source that does not compile cleanly is reported with its patch", "[check-course]") {
    const fs::path course = harness::copy_of_course("patched-builds");
    const auto told = [&] {
        return findings_of(course,
                           [](const grader::Course&, const grader::Lab& lab, grader::CheckReport& report) {
                               check_builds(bench::backend(), lab, 2, true, report);
                           });
    };
    CHECK(told().empty());
    flaws::replace(course / tail_patch, "+    for (std::int64_t i = 0; i + 4",
                   "+    for (std::int64_t unused = 0, i = 0; i + 4");
    CHECK_THAT(told(), ContainsSubstring(tail_patch + ": compiles with a warning") &&
                           ContainsSubstring("forgets_the_tail.cu:15:"));
    // Another rule reports that it does not fit.
    flaws::replace(course / tail_patch, "@@ -14,3 +14,4 @@", "@@ -13,3 +13,4 @@");
    CHECK(told().empty());
}

TEST_CASE("a patch that is not a mistake is reported by its grade and by the tests of its task",
          "[check-course][timed]") {
    const fs::path course = harness::copy_of_course("patched-right");
    flaws::replace(course / tail_patch, "i + 4 <= args.n; i += 4", "i < args.n; i += 4");
    flaws::replace(course / tail_patch, "k < i + 4", "k < i + 4 && k < args.n");
    const std::string told = findings_of(course, [](const grader::Course& tree, const grader::Lab& lab,
                                                    grader::CheckReport& report) {
        check_on_device(bench::backend(), tree, lab, {true, 4711}, report);
    });
    CHECK_THAT(told, ContainsSubstring(tail_patch + ": expected fails:correct, and the grade is pass"));
    CHECK_THAT(told, ContainsSubstring("the tests [task_2] pass on wrong/forgets_the_tail.patch"));
}
