// The grader's exit status and its output on both streams, for valid and invalid command lines.

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_adapters.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using harness::Grader;
using harness::RunResult;

struct WrongCall {
    std::vector<std::string> arguments;
    std::string message;
};

} // namespace

TEST_CASE("a command line error exits with status 2 and says what is wrong", "[command_line]") {
    const std::string file = harness::student("passes.cu").string();
    const WrongCall mistake = GENERATE_COPY(values<WrongCall>({
        {{"07"}, "Unknown lab 07. The labs are: 01_scale, 02_sum."},
        {{"scale"}, "Unknown lab scale"},
        {{"--file", file}, "--file needs exactly one LAB"},
        {{"01", "02", "--file", file}, "--file needs exactly one LAB"},
        {{"01", "--file", file, "--all", "solutions"}, "exclude each other"},
        {{"--case", "one"}, "--case needs exactly one LAB"},
        {{"--frobnicate"}, "--frobnicate"},
        {{"01", "--seed", "soon"}, "--seed"},
        {{"01", "--jobs", "many"}, "--jobs"},
        {{"01", "--report", "xml"}, "xml is not a report format for your own files"},
        {{"--all", "/no/such/directory"}, "No such directory: /no/such/directory"},
        {{"--all", "/usr"}, "nothing to grade"},
        {{"01", "--file", file, "--case", "the third"}, "has no case \"the third\""},
        {{"ladder"}, "LAB"},
        {{"hint"}, "LAB"},
        {{"history"}, "LAB"},
        {{"hint", "01", "--file", file},
         "--file is for a grade, sweep, explain, timeline and bundle, and not for hint"},
        {{"list", "--axis=2"}, "The following argument was not expected: --axis"},
        {{"list", "01"}, "The following argument was not expected: 01"},
        {{"class", "grade"}, "class needs one of these subcommands: status, watch, report, changes"},
        {{"class"}, "class needs one of these subcommands: status"},
        {{"ladder", "01", "--file", file}, "--file is for a grade"},
        {{"history", "07"}, "Unknown lab 07"},
        {{"watch", "07"}, "Unknown lab 07"},
        {{"watch", "01", "--file", file}, "watch grades the student.cu files of this tree"},
        {{"watch", "01", "--case", "one"}, "watch grades the student.cu files of this tree"},
        {{"watch", "--report", "json"}, "watch grades the student.cu files of this tree"},
        {{"hint", "07"}, "Unknown lab 07"},
        {{"sweep", "01"}, "AXIS is required"},
        {{"sweep", "01", "PASSES"}, "\"PASSES\" has no values"},
        {{"sweep", "01", "PASSES="}, "has no values"},
        {{"sweep", "01", "=1,2"}, "has no values"},
        {{"sweep", "01", "BLOCK=1,2"}, "no macro BLOCK"},
        {{"sweep", "01", "n=10,many"}, "many is not a size"},
        {{"sweep", "01", "n=-10"}, "-10 is not a size"},
        {{"sweep", "01", "PASSES=1", "--rung", "9_record"}, "has no rung 9_record"},
        {{"sweep", "02", "PASSES=1"}, "student.cu has no macro PASSES to set"},
    }));
    const RunResult ran = Grader(harness::copy_of_course("mistakes")).run(mistake.arguments);
    INFO(ran.out << ran.err);
    CHECK(ran.status == 2);
    CHECK_THAT(ran.err, StartsWith("grader: ") && ContainsSubstring(mistake.message));
}

TEST_CASE("an unknown backend exits with status 2", "[command_line]") {
    Grader grader;
    grader.backend = "fpga";
    const RunResult ran = grader.run({"01"});
    CHECK(ran.status == 2);
    CHECK_THAT(ran.err, ContainsSubstring("Unknown backend fpga"));
}

TEST_CASE("the help is printed outside a course", "[command_line]") {
    for (const char* argument : {"--help", "--help-all"}) {
        const RunResult ran = harness::run({GRADER_BINARY, argument}, {}, "/");
        CHECK(ran.status == 0);
        CHECK(ran.err.empty());
        for (const char* word : {"--all", "ladder", "sweep", "hint", "watch", "history", "doctor",
                                 "check-course", "Exit status"})
            CHECK_THAT(ran.out, ContainsSubstring(word));
    }
}

TEST_CASE("the help of a command lists its own options and no others", "[command_line]") {
    struct Help {
        std::vector<std::string> command;
        std::string option;
        std::string not_option;
    };
    const Help help = GENERATE(values<Help>({{{"hint"}, "--number", "--file"},
                                             {{"sweep"}, "--rung", "--number"},
                                             {{"calibrate"}, "--seconds", "--fresh"},
                                             {{"class", "report"}, "--pseudonyms", "--once"},
                                             {{"bundle"}, "--student", "--trust"}}));
    std::vector<std::string> words = help.command;
    words.emplace_back("--help");
    words.insert(words.begin(), GRADER_BINARY);
    const RunResult ran = harness::run(words, {}, "/");
    CHECK(ran.status == 0);
    CHECK_THAT(ran.out, ContainsSubstring(help.option) && !ContainsSubstring(help.not_option));
}

TEST_CASE("options may precede the name of a command", "[command_line]") {
    const Grader grader;
    const RunResult ran = grader.run({"--device", "list", "--seed", "1", "hint", "07"});
    CHECK(ran.status == 2);
    CHECK_THAT(ran.err, ContainsSubstring("Unknown lab 07"));
    CHECK_THAT(grader.run({"class", "--seed", "1", "status", "/no/such/class"}).err,
               ContainsSubstring("/no/such/class has not been graded as a class yet"));
}

TEST_CASE("every command of a program is known to the grader", "[command_line]") {
    const auto commands_of = [](const fs::path& program) {
        std::vector<std::string> names;
        std::istringstream lines(harness::run({program.string(), "--declarations"}, {}, "/").out);
        for (std::string line; std::getline(lines, line);)
            if (line.starts_with("command\t"))
                names.push_back(line.substr(8, line.find_first_of(" \t", 8) - 8));
        return names;
    };
    for (const char* program : {"grader-authoring", "grader-class"}) {
        const std::vector<std::string> names = commands_of(fs::path(GRADER_BINARY).parent_path() / program);
        CHECK(names.size() > 4);
        for (const std::string& name : names) {
            const RunResult ran = harness::run({GRADER_BINARY, name, "--help"}, {}, "/");
            CHECK(ran.status == 0);
            CHECK_THAT(ran.out, ContainsSubstring(name) && !ContainsSubstring("Exit status"));
        }
    }
}

TEST_CASE("outside a course the grader reports that there is none", "[command_line]") {
    const RunResult ran = harness::run({GRADER_BINARY, "list"}, {}, "/");
    CHECK(ran.status == 2);
    CHECK_THAT(ran.err, ContainsSubstring("not inside the course"));
}

TEST_CASE("the course is found from the current directory", "[command_line]") {
    const fs::path course = FIXTURE_COURSE;
    const RunResult ran =
        harness::run({GRADER_BINARY, "list", "--modules", FIXTURE_MODULES}, {}, course / "labs/01_scale");
    INFO(ran.err);
    CHECK(ran.status == 0);
    CHECK_THAT(ran.out, ContainsSubstring("02_sum"));
}

TEST_CASE("standard output has only JSON or only text", "[command_line]") {
    const Grader grader;
    const std::vector<std::string> arguments = {"01", "--file",
                                                harness::student("never_written.cu").string()};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), arguments.begin(), arguments.end());
        return grader.run(more);
    };
    const RunResult json = with({"--report", "json"});
    CHECK(json.status == 1);
    CHECK(harness::Report(json.out).lab("01_scale").at("verdict") == "fail");
    CHECK_THAT(with({}).out, StartsWith("  01_scale  Scale"));
    CHECK(with({"--exit-zero"}).status == 0);

    const RunResult unwritable = with({"--report", "json:/no/such/directory/report.json"});
    CHECK(unwritable.status == 3);
    CHECK_THAT(unwritable.err, ContainsSubstring("cannot write /no/such/directory/report.json"));
}

TEST_CASE("neither a pipe nor NO_COLOR gets escape sequences", "[command_line]") {
    const fs::path course = harness::copy_of_course("colours");
    Grader grader(course);
    grader.environment = {{"TERM", "xterm-256color"}, {"COLORTERM", "truecolor"}};
    const auto has_escapes = [&](const std::vector<std::string>& arguments) {
        const RunResult ran = grader.run(arguments);
        return (ran.out + ran.err).find('\x1b') != std::string::npos;
    };
    const std::string file = harness::student("nan.cu").string();
    for (const std::string no_color : {"", "1"}) {
        grader.environment["NO_COLOR"] = no_color;
        CHECK_FALSE(has_escapes({"01", "--file", file}));
        CHECK_FALSE(has_escapes({"01"}));
        CHECK_FALSE(has_escapes({"list"}));
        CHECK_FALSE(has_escapes({"hint", "01"}));
    }
}
