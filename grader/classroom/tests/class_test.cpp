// Grading whole folders: a class with all kinds of submissions, and a single set of labs.

#include <filesystem>
#include <sstream>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "grading/messages/builds.h"
#include "grading/messages/message.h"
#include "grading/messages/results.h"
#include "grading/messages/runs.h"
#include "testing/facts.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using harness::Grader;
using harness::Report;
using harness::RunResult;
namespace messages = grader::messages;

void submit(const fs::path& directory, const std::string& lab, const fs::path& file) {
    fs::create_directories(directory / lab);
    fs::copy_file(file, directory / lab / "student.cu");
}

/// Submits a fixture file as @p student's for lab 01, with the name in a comment: the compiler sees a copy at
/// another path.
void submit_signed(const fs::path& directory, const std::string& student, const std::string& file) {
    harness::write(directory / student / "01_scale/student.cu",
                   harness::read(harness::student(file)) + "\n// by " + student + "\n");
}

} // namespace

TEST_CASE("a class is graded with any folder names and missing files", "[class][timed]") {
    const fs::path course = FIXTURE_COURSE;
    const fs::path folder = harness::scratch("class with a blank");
    submit(folder / "Ada Lovelace", "01_scale", harness::student("passes.cu"));
    submit(folder / "Ada Lovelace", "02_sum", course / "solutions/02_sum/student.cu");
    submit(folder / "o'brien \"q\"; $(reboot)", "01_scale", harness::student("compile_error.cu"));
    submit(folder / "Zoë", "01_scale", harness::student("crash.cu"));
    submit(folder / "-rf \x1b[2J", "02_sum", course / "solutions/02_sum/wrong/starts_at_the_second.cu");
    fs::create_directories(folder /
                           "latin \xe9/01_scale/student.cu"); // a directory with a name that is not UTF-8
    fs::create_directories(folder / "never came");
    harness::write(folder / ".snapshot/01_scale/student.cu", "");

    const fs::path report_file = folder / "report.json";
    const RunResult ran = Grader().run({"--all", folder.string(), "--report", "console", "--report",
                                        "json:" + report_file.string(), "--jobs", "2"});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 1);
    CHECK(ran.left_behind.empty());
    CHECK(ran.out.find('\x1b') == std::string::npos);
    for (const char* text :
         {"Ada Lovelace", "o'brien", "Zoë", "never came", "1 of 6 submissions passed every lab"})
        CHECK_THAT(ran.out, ContainsSubstring(text));

    const Report report(harness::read(report_file));
    CHECK(report.document.at("complete") == true);
    CHECK(report.document.at("submissions").size() == 6);
    CHECK(report.lab("Ada Lovelace", "01_scale").at("verdict") == "pass");
    CHECK(report.lab("Ada Lovelace", "02_sum").at("verdict") == "pass");
    const auto failing = [&](const std::string& student, const std::string& lab, const std::string& name) {
        const nlohmann::json& step = harness::step(report.lab(student, lab), name);
        CHECK(step.at("status") == "fail");
        return facts::message_of(step);
    };
    CHECK(failing("o'brien \"q\"; $(reboot)", "01_scale", "builds").is(messages::does_not_compile));
    CHECK(failing("o'brien \"q\"; $(reboot)", "02_sum", "builds") == messages::not_submitted);
    const grader::Message crash = failing("Zoë", "01_scale", "runs");
    CHECK(crash.is(messages::crashed));
    CHECK(crash.text("signal_name") == "Segmentation fault");
    CHECK(failing("-rf \x1b[2J", "02_sum", "correct").is(messages::cases_are_wrong));
    // In the same form as the list of submissions.
    CHECK_THAT(failing("latin \\xE9", "01_scale", "builds").text("text"),
               ContainsSubstring("not a source file"));
    CHECK(failing("never came", "01_scale", "builds") == messages::not_submitted);
    CHECK(failing("never came", "02_sum", "builds") == messages::not_submitted);
    CHECK(report.lab("never came", "01_scale").at("max_score") == 70);
}

TEST_CASE("a class may be graded on one lab alone", "[class]") {
    const fs::path folder = harness::scratch("class-one-lab");
    submit(folder / "ada", "01_scale", harness::student("wrong_answer.cu"));
    submit(folder / "ben", "02_sum", harness::student("passes.cu"));
    const RunResult ran = Grader().run({"01", "--all", folder.string(), "--report", "json", "--exit-zero"});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 0);
    const Report report(ran.out);
    for (const nlohmann::json& submission : report.document.at("submissions"))
        CHECK(submission.at("labs").size() == 1);
    CHECK(report.lab("ada", "01_scale").at("verdict") == "fail");
    CHECK(facts::message_of(harness::step(report.lab("ben", "01_scale"), "builds")) ==
          messages::not_submitted);
    const RunResult table = Grader().run({"01", "--all", folder.string()});
    CHECK_THAT(table.out, ContainsSubstring("ben       ·"));
}

TEST_CASE("a file that does not compile is compiled once for each grading, not once for each look",
          "[class]") {
    const fs::path folder = harness::scratch("class-once");
    submit_signed(folder / "class", "ann", "compile_error.cu");
    submit_signed(folder / "class", "bob", "wrong_answer.cu");
    const fs::path compiler = folder / "compiler";
    harness::write(compiler, "#!/bin/sh\ngrep -hs '^// by ' student.cu >> '" + (folder / "calls").string() +
                                 "'\nexec c++ \"$@\"\n");
    fs::permissions(compiler, fs::perms::owner_all);
    Grader grader;
    grader.environment["CXX"] = compiler.string();
    const auto calls_for = [&](const std::string& student) {
        const RunResult ran = grader.run({"01", "--all", (folder / "class").string(), "--fresh"});
        INFO(ran.out << ran.err);
        CHECK(ran.status == 1);
        std::istringstream calls(harness::read(folder / "calls"));
        std::size_t count = 0;
        for (std::string line; std::getline(calls, line);) count += line == "// by " + student ? 1 : 0;
        fs::remove(folder / "calls");
        return count;
    };
    CHECK(calls_for("ann") == 1);
    // A failure may be caused by a lack of memory: the next grading tries again.
    CHECK(calls_for("ann") == 1);
    // Successful builds are compiled again, too: a class keeps no builds of graded submissions.
    CHECK(calls_for("bob") == 1);
}

TEST_CASE("a student's attack on the grader does not affect other grades", "[class][timed]") {
    const fs::path folder = harness::scratch("class-saboteur");
    submit(folder / "ann", "01_scale", harness::student("forges_a_fault.cu"));
    submit(folder / "bob", "01_scale", harness::student("passes.cu"));
    const RunResult ran = Grader().run({"01", "--all", folder.string(), "--report", "json"});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 1);
    const Report report(ran.out);
    // Messages of a runner during a call are the student's fault, even if they claim an infrastructure error.
    CHECK(report.lab("ann", "01_scale").at("verdict") == "fail");
    CHECK(facts::message_of(harness::step(report.lab("ann", "01_scale"), "runs")).is(messages::device_fault));
    CHECK(report.lab("bob", "01_scale").at("verdict") == "pass");
}

TEST_CASE("an infrastructure error for one student does not stop the class", "[class][timed]") {
    const fs::path folder = harness::scratch("class-machine");
    submit_signed(folder, "ann", "passes.cu");
    submit_signed(folder, "bob", "passes.cu");
    // While ann's submission is graded, the compiler fails for everything, including the baseline; each is
    // tried twice.
    const fs::path compiler = harness::scratch("class-machine-compiler") / "c++";
    harness::write(compiler, "#!/bin/sh\n"
                             "grep -qs '^// by ann' student.cu && { echo 'no space left'; exit 1; }\n"
                             "case \"$*\" in\n"
                             "*baseline.cu*) mkdir \"$0.once\" || mkdir \"$0.twice\" && "
                             "{ echo 'no space left'; exit 1; } ;;\n"
                             "esac\n"
                             "exec c++ \"$@\"\n");
    fs::permissions(compiler, fs::perms::owner_all);
    Grader grader;
    grader.environment["CXX"] = compiler.string();
    const RunResult ran = grader.run({"01", "--all", folder.string(), "--report", "json"});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 3);
    const Report report(ran.out);
    CHECK(report.lab("ann", "01_scale").at("verdict") == "not_graded");
    const grader::Message why = facts::message_of(harness::step(report.lab("ann", "01_scale"), "runs"));
    CHECK(why.is(messages::text));
    CHECK_THAT(why.text("text"), ContainsSubstring("does not compile the baseline"));
    CHECK(report.lab("bob", "01_scale").at("verdict") == "pass");
}

TEST_CASE("a submission that forges an infrastructure error fails", "[class][timed]") {
    const fs::path folder = harness::scratch("class-forger");
    submit(folder / "ann", "01_scale", harness::student("forges_when_loaded.cu"));
    submit(folder / "bob", "01_scale", harness::student("passes.cu"));
    const RunResult ran = Grader().run({"01", "--all", folder.string(), "--report", "json"});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 1);
    const Report report(ran.out);
    CHECK(report.lab("ann", "01_scale").at("verdict") == "fail");
    CHECK(harness::step(report.lab("ann", "01_scale"), "runs").at("status") == "fail");
    CHECK(report.lab("bob", "01_scale").at("verdict") == "pass");
}

TEST_CASE("a folder of labs is graded as one submission and the solutions pass", "[class][timed]") {
    const fs::path course = FIXTURE_COURSE;
    const RunResult ran = Grader().run({"--all", (course / "solutions").string(), "--report", "json"});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 0);
    CHECK(ran.left_behind.empty());
    const Report report(ran.out); // the output is JSON only
    CHECK(report.document.at("backend") == "host");
    for (const char* id : {"01_scale", "02_sum"}) {
        const nlohmann::json& lab = report.lab(id);
        CHECK(lab.at("verdict") == "pass");
        CHECK(lab.at("score") == lab.at("max_score"));
        CHECK(lab.at("speedup").at("ratio") > 3);
        CHECK(lab.at("speedup").at("thresholds_from") == "host");
    }
}
