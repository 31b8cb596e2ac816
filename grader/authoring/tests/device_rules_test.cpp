// Rules that compile and grade: each is broken once, on the smaller of the fixture's labs.

#include <filesystem>
#include <functional>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fmt/core.h>

#include "authoring/rules/build_rules.h"
#include "authoring/rules/device_rules.h"
#include "base/errors.h"
#include "flaws.h"
#include "testing/clockless_backend.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using flaws::replace;
using grader::CheckReport;

const std::string skeleton = "labs/02_sum/student.cu";
const std::string baseline = "labs/02_sum/baseline.cu";
const std::string solution = "solutions/02_sum/student.cu";
const std::string rung = "solutions/02_sum/ladder/1_whole_numbers.cu";
const std::string mistake = "solutions/02_sum/wrong/starts_at_the_second.cu";
const std::string skipped = "solutions/02_sum/wrong/skips_task_1.cu";
const std::string sum_manifest = "labs/02_sum/lab.toml";
const std::string tests = "labs/02_sum/tests.cpp";
constexpr std::uint64_t seed = 4711;

/// Output of the rules: one finding per line, and the summary.
struct CheckOutput {
    std::string broken;
    std::string summary;
};

/// Runs @p rules on the lab 02 of the course in @p root.
CheckOutput
add_finding(const fs::path& root,
            const std::function<void(const grader::Course&, const grader::Lab&, CheckReport&)>& rules,
            const fs::path& modules = FIXTURE_MODULES) {
    const grader::Course course(root, modules);
    CheckOutput told;
    CheckReport report([&](const std::string&, grader::Severity, const grader::Finding& finding) {
        told.broken += fmt::format("{}: {}\n", finding.file.lexically_relative(root).string(), finding.text);
    });
    rules(course, course.lab("02"), report);
    told.summary = report.summary();
    return told;
}

CheckOutput builds(const fs::path& root, bool released = false) {
    return add_finding(root, [=](const grader::Course&, const grader::Lab& lab, CheckReport& report) {
        check_builds(bench::backend(), lab, 2, released, report);
    });
}

CheckOutput on_device(const fs::path& root, bool released = false,
                      const fs::path& modules = FIXTURE_MODULES) {
    return add_finding(
        root,
        [=](const grader::Course& course, const grader::Lab& lab, CheckReport& report) {
            check_on_device(bench::backend(), course, lab, {released, seed}, report);
        },
        modules);
}

void copy(const fs::path& course, const std::string& from, const std::string& to) {
    fs::copy_file(course / from, course / to, fs::copy_options::overwrite_existing);
}

/// The host's backend without one of its capabilities.
class LackingBackend final : public bench::ClocklessBackend {
public:
    enum class Missing { device, clock };
    explicit LackingBackend(Missing what) : missing_(what) {}

    [[nodiscard]] const grader::Availability& availability() const override {
        return missing_ == Missing::device ? none_ : ClocklessBackend::availability();
    }
    [[nodiscard]] grader::Message why_untimed() const override {
        return missing_ == Missing::clock ? ClocklessBackend::why_untimed() : grader::Message();
    }

private:
    Missing missing_;
    grader::Availability none_{false, false, grader::verbatim("there is no device on this machine")};
};

} // namespace

TEST_CASE("every released file compiles without a warning", "[check-course]") {
    CHECK(builds(FIXTURE_COURSE).broken.empty());

    const fs::path course = harness::copy_of_course("builds");
    const auto warns = [&](const std::string& file) {
        const std::string good = harness::read(course / file);
        harness::write(course / file, good + "\nstatic int unused;\n");
        const CheckOutput told = builds(course);
        CHECK_THAT(told.broken,
                   ContainsSubstring(file + ": compiles with a warning") && ContainsSubstring("unused"));
        CHECK_THAT(told.summary, ContainsSubstring("0 rules held, 1 broken"));
        harness::write(course / file, good);
    };
    for (const std::string& file : {baseline, skeleton, solution, rung, mistake}) warns(file);

    harness::write(course / mistake, "#include \"lab.h\"\nvoid sum(\n");
    CHECK_THAT(builds(course).broken,
               ContainsSubstring(mistake + ": does not compile: starts_at_the_second.cu:"));
    replace(course / sum_manifest, "expect = \"fails:correct\"", "expect = \"fails:builds\"");
    CHECK(builds(course).broken.empty());

    replace(course / skeleton, "*args.out = args.n; // replace", "int total;");
    CHECK(builds(course).broken.empty()); // a student has edited it
    CHECK_THAT(builds(course, true).broken, ContainsSubstring(skeleton + ": compiles with a warning"));
}

TEST_CASE("without timing everything but speed is checked", "[check-course][sentences]") {
    const LackingBackend untimed(LackingBackend::Missing::clock);
    const auto check = [&](const fs::path& root) {
        return add_finding(root,
                           [&](const grader::Course& course, const grader::Lab& lab, CheckReport& report) {
                               check_on_device(untimed, course, lab, {true, seed}, report);
                           });
    };
    const CheckOutput fine = check(FIXTURE_COURSE);
    CHECK(fine.broken.empty());
    CHECK(fine.summary == "9 rules held, 0 broken, 1 not checked here (1 lab): the clock has stopped");

    const fs::path course = harness::copy_of_course("untimed");
    copy(course, mistake, rung);
    copy(course, mistake, baseline);
    const CheckOutput told = check(course);
    CHECK_THAT(told.broken,
               ContainsSubstring(rung + ": expected pass, and the grade is fails:correct") &&
                   ContainsSubstring(baseline + ": expected fails:fast, and the grade is fails:correct"));
}

TEST_CASE("without a device the rules that need one are counted", "[check-course][sentences]") {
    const LackingBackend none(LackingBackend::Missing::device);
    const CheckOutput told = add_finding(FIXTURE_COURSE, [&](const grader::Course& course, const grader::Lab&,
                                                             CheckReport& report) {
        for (const grader::Lab& lab : course.labs()) check_on_device(none, course, lab, {true, seed}, report);
    });
    CHECK(told.broken.empty());
    CHECK(told.summary ==
          "0 rules held, 0 broken, 18 not checked here (2 labs): there is no device on this machine");
}

TEST_CASE("every released file gets the grade that the course declares", "[check-course][timed]") {
    const CheckOutput told = on_device(FIXTURE_COURSE, true);
    CHECK(told.broken.empty());
    CHECK(told.summary == "9 rules held, 0 broken");
}

TEST_CASE("a skeleton that gets points is reported", "[check-course][timed]") {
    const fs::path course = harness::copy_of_course("earning-skeleton");
    // Correct for one element only.
    replace(course / skeleton, "args.n; // replace", "args.n > 0 ? args.in[0] : 0; // replace");
    replace(course / sum_manifest, "skeleton_hash = ", "# ");
    CHECK_THAT(on_device(course, true).broken, ContainsSubstring(skeleton + ": the starter code earns ") &&
                                                   ContainsSubstring("lets the grader recognize it"));
}

TEST_CASE("a skeleton that passes is reported unless it has been edited", "[check-course][timed]") {
    const fs::path course = harness::copy_of_course("passing-skeleton");
    copy(course, solution, skeleton);
    CHECK_THAT(on_device(course, true).broken, ContainsSubstring(skeleton + ": the starter code passes"));
    const CheckOutput told = on_device(course);
    CHECK(told.broken.empty());
    CHECK(told.summary == "7 rules held, 0 broken, 1 not checked here (1 lab): a student.cu was edited");
}

TEST_CASE("a baseline must be correct and too slow to pass", "[check-course][timed][sentences]") {
    const fs::path course = harness::copy_of_course("wrong-baseline");
    const std::string right = harness::read(course / baseline);
    replace(course / baseline, "    *args.out = 0;\n", "    *args.out = args.n == 1;\n");
    CHECK_THAT(on_device(course).broken,
               ContainsSubstring(baseline + ": expected fails:fast, and the grade is fails:correct"));
    harness::write(course / baseline, right);
    replace(course / sum_manifest, "pass = 3", "pass = 0.5");
    CHECK_THAT(on_device(course).broken,
               ContainsSubstring(baseline + ": expected fails:fast, and the grade is pass"));
    copy(course, mistake, baseline); // wrong at the timed size as well, so there is no baseline time
    CHECK_THAT(on_device(course).broken, ContainsSubstring(baseline + ": the baseline itself is wrong"));
    fs::remove(course / baseline);
    const CheckOutput told = on_device(course);
    CHECK_THAT(told.broken, ContainsSubstring(baseline + ": the baseline of 02_sum does not compile here"));
    CHECK_THAT(told.summary,
               ContainsSubstring("0 rules held, 1 broken, 8 not checked here (1 lab): a baseline cannot be"));
}

TEST_CASE("a program known from earlier labs that gets many points is reported", "[check-course][timed]") {
    const fs::path course = harness::copy_of_course("known-before");
    const auto with_known = [&](const std::string& thresholds) {
        const std::string manifest = harness::read(course / sum_manifest);
        replace(course / sum_manifest, "{ pass = 3, full = 8 }", thresholds);
        replace(course / sum_manifest, "budget_s = 0.1", "budget_s = 0.1\nknown = \"1_whole_numbers.cu\"");
        const std::string broken = on_device(course).broken;
        harness::write(course / sum_manifest, manifest);
        return broken;
    };
    // The rung passes, so the known techniques suffice for this lab.
    CHECK_THAT(with_known("{ known = 1.5, pass = 3, full = 8 }"),
               ContainsSubstring(rung + ": is the known program and earns ") &&
                   ContainsSubstring("of 30 points for fast; known = 1.5 is too low for it, or pass is"));
}

TEST_CASE("a solution or rung with an unexpected grade is reported", "[check-course][timed]") {
    const fs::path course = harness::copy_of_course("surprises");
    copy(course, baseline, solution);
    copy(course, baseline, rung);
    const CheckOutput slow = on_device(course);
    CHECK_THAT(slow.broken, ContainsSubstring(solution + ": expected pass, and the grade is fails:fast: "));
    CHECK_THAT(slow.broken, ContainsSubstring(rung + ": expected pass, and the grade is fails:fast: "));
    CHECK_THAT(slow.summary, ContainsSubstring("2 broken"));

    const fs::path steep = harness::copy_of_course("out-of-reach");
    replace(steep / sum_manifest, "full = 8", "full = 8000");
    const CheckOutput told = on_device(steep);
    CHECK_THAT(told.broken,
               ContainsSubstring(solution + ": earns ") && ContainsSubstring("of 30 points for fast"));
    CHECK_THAT(told.summary, ContainsSubstring("1 broken"));
}

TEST_CASE("an alternative may lose points only for its speed", "[check-course][timed]") {
    const fs::path course = harness::copy_of_course("check-alternatives");
    const auto alternative = [&](const std::string& from, const std::string& expect) {
        fs::create_directories(course / "solutions/02_sum/alternatives");
        copy(course, from, "solutions/02_sum/alternatives/another.cu");
        replace(course / sum_manifest, "[[hint]]",
                fmt::format("[[alternative]]\nfile = \"another.cu\"\ntitle = \"as another would\"\n"
                            "expect = \"{}\"\n\n[[hint]]",
                            expect));
        const std::string broken = on_device(course).broken;
        harness::write(course / sum_manifest, harness::read(fs::path(FIXTURE_COURSE) / sum_manifest));
        return broken;
    };
    CHECK(alternative(solution, "pass").empty());
    CHECK(alternative(baseline, "fails:fast").empty());
    CHECK_THAT(alternative(baseline, "pass"),
               ContainsSubstring("another.cu: expected pass, and the grade is fails:fast"));
    const std::string wrong = alternative(mistake, "pass");
    CHECK_THAT(wrong, ContainsSubstring("another.cu: expected pass, and the grade is fails:correct"));
    CHECK_THAT(wrong, ContainsSubstring("points for correct: "));
}

TEST_CASE("a mistake fails at the step and with the message that the manifest declares",
          "[check-course][timed]") {
    const fs::path course = harness::copy_of_course("check-mistakes");
    replace(course / sum_manifest, "message = \"differ\"", "message = \"varies\"");
    CHECK_THAT(on_device(course).broken,
               ContainsSubstring(mistake +
                                 ": expected the message \"varies\" of the step correct, which reports: "));
    replace(course / sum_manifest, "expect = \"fails:correct\"", "expect = \"fails:runs\"");
    CHECK_THAT(on_device(course).broken,
               ContainsSubstring(mistake + ": expected fails:runs, and the grade is fails:correct"));
}

TEST_CASE("a mistake that skips a task's technique must fail a step", "[check-course][timed]") {
    const fs::path course = harness::copy_of_course("unseen-skip");
    copy(course, solution, skipped);
    replace(course / sum_manifest, "expect = \"fails:fast\"\nmessage = \"speedup\"",
            "expect = \"pass\"\nmessage = \"speedup\"");
    CHECK_THAT(on_device(course).broken,
               ContainsSubstring(skipped + ": skips the technique of task_1, fails no step and earns "));
}

TEST_CASE("without timing one task may be undetectable if the manifest says so", "[check-course]") {
    const LackingBackend untimed(LackingBackend::Missing::clock);
    const fs::path course = harness::copy_of_course("unseen-task");
    const auto broken = [&] {
        return add_finding(course,
                           [&](const grader::Course& all, const grader::Lab& lab, CheckReport& report) {
                               check_on_device(untimed, all, lab, {true, seed}, report);
                           })
            .broken;
    };
    CHECK(broken().empty());
    replace(course / sum_manifest, "undetectable_task = \"task_1\"\n", "");
    CHECK_THAT(broken(), ContainsSubstring(skipped + ": skips the technique of task_1, fails no step"));
    replace(course / sum_manifest, "skeleton_hash", "undetectable_task = \"task_1\"\nskeleton_hash");
    copy(course, mistake, skipped);
    CHECK_THAT(broken(), ContainsSubstring(skipped + ": is detected without timing as well"));
}

TEST_CASE("a task's tests fail on its mistake and pass on the solution", "[check-course][timed]") {
    const fs::path course = harness::copy_of_course("blind-tests");
    copy(course, solution, mistake);
    CHECK_THAT(on_device(course).broken,
               ContainsSubstring(
                   "labs/02_sum/tests.cpp: the tests [task_1] pass on wrong/starts_at_the_second.cu"));

    // The mistake fails one of the two tests of the task; no mistake fails the other one.
    harness::write(course / mistake, R"(#include "lab.h"
extern "C" void sum(const SumArgs& args) {
    *args.out = 0;
    for (std::int64_t i = 0; i < args.n; ++i) *args.out += i < 100 ? args.in[i] : 0;
}
)");
    CHECK_THAT(on_device(course).broken,
               ContainsSubstring(
                   tests +
                   ": the test \"a few elements have their sum\" passes on every mistake of its task") &&
                   !ContainsSubstring("tests [task_1] pass") &&
                   !ContainsSubstring("holds every element once"));

    const fs::path untested = harness::copy_of_course("untested");
    replace(untested / sum_manifest, "id = \"task_1\"", "id = \"task_7\"");
    replace(untested / sum_manifest, "undetectable_task = \"task_1\"\n", "");
    replace(untested / sum_manifest, "task = \"task_1\"", "task = \"task_7\"");
    CHECK_THAT(on_device(untested).broken, ContainsSubstring(tests + ": no test has the tag [task_7]"));
}

TEST_CASE("a lab's tests pass on everything that is right", "[check-course][timed]") {
    const fs::path course = harness::copy_of_course("strict-tests");
    const std::string right = harness::read(course / rung);
    // Correct at every size that a grade uses; a test uses another size.
    replace(course / rung, "*args.out = total;", "*args.out = args.n == 100'000 ? 0 : total;");
    const CheckOutput told = on_device(course);
    CHECK_THAT(told.broken,
               ContainsSubstring(
                   tests + ": the test \"the sum holds every element once\" fails on 1_whole_numbers") &&
                   !ContainsSubstring("a few elements"));
    CHECK_THAT(told.summary, ContainsSubstring("1 broken"));
    // A rung that demonstrates a wrong result need not pass the tests.
    copy(course, mistake, rung);
    replace(course / sum_manifest, "title = \"one pass\"\nexpect = \"pass\"",
            "title = \"one pass\"\nexpect = \"fails:correct\"");
    CHECK(on_device(course).broken.empty());
}

TEST_CASE("a broken rule about grades is reported with the seed", "[check-course][timed]") {
    const fs::path course = harness::copy_of_course("told-seed");
    copy(course, mistake, rung);
    const harness::RunResult ran = harness::Grader(course).run({"02", "check-course", "--seed", "4711"});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 1);
    CHECK_THAT(ran.out,
               ContainsSubstring("– labs/02_sum: the inputs came from --seed 4711, which reproduces them"));
}

TEST_CASE("tests or modules that are not built do not count as a flaw of the course", "[check-course]") {
    const fs::path modules = harness::scratch("modules");
    CHECK_THROWS_AS(on_device(FIXTURE_COURSE, true, modules), grader::EnvironmentError);
    fs::create_directories(modules / "02_sum");
    fs::create_symlink(fs::path(FIXTURE_MODULES) / "02_sum/problem.so", modules / "02_sum/problem.so");
    CHECK_THROWS_AS(on_device(FIXTURE_COURSE, true, modules), grader::EnvironmentError);
}

TEST_CASE("check-course ends with a summary and a status", "[check-course][timed]") {
    const harness::RunResult good = harness::Grader().run({"check-course", "--released"});
    INFO(good.out << good.err);
    CHECK(good.status == 0);
    CHECK(good.left_behind.empty());
    CHECK_THAT(good.out, ContainsSubstring(" rules held, 0 broken\n"));

    const fs::path course = harness::copy_of_course("check-command");
    replace(course / skeleton, "// Lab 02", "// The lab 02");
    replace(course / "docs/measured.md", "<!-- generated: results -->\n",
            "<!-- generated: results -->\nBy hand.\n");
    const harness::RunResult bad = harness::Grader(course).run({"02", "check-course"});
    INFO(bad.out << bad.err);
    CHECK(bad.status == 1);
    CHECK_THAT(bad.out,
               ContainsSubstring(
                   "the course\n  ✘ docs/measured.md: the generated table \"results\" is out of date") &&
                   ContainsSubstring("02_sum\n  ✘ labs/02_sum/student.cu:1: differs from") &&
                   ContainsSubstring(", 2 broken\n") && !ContainsSubstring("01_scale"));
    const harness::RunResult fixed = harness::Grader(course).run({"02", "check-course", "--fix"});
    CHECK_THAT(fixed.out, ContainsSubstring("– docs/measured.md: updated the generated table \"results\"") &&
                              ContainsSubstring(", 1 broken\n"));

    fs::remove(course / sum_manifest);
    const harness::RunResult none = harness::Grader(course).run({"check-course"});
    CHECK(none.status == 3);
    CHECK_THAT(none.err, ContainsSubstring("labs/02_sum/lab.toml: there is no such file"));
}
