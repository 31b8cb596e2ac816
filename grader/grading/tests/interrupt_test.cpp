// The grader is interrupted before it is done.

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using harness::Grader;
using harness::Report;
using harness::RunResult;

/// A solution that records its call in @p trace, leaves a process in another session behind, and runs
/// forever.
std::string endless(const fs::path& trace) {
    return R"(#include <cstdio>
#include <unistd.h>
#include "lab.h"
extern "C" void scale(const ScaleArgs&) {
    if (fork() == 0) setsid();
    std::fclose(std::fopen(")" +
           trace.string() + R"(", "w"));
    while (true) pause();
}
)";
}

/// A class of two, the first of which is graded soon and the second never.
struct Class {
    explicit Class(const std::string& name) : folder(harness::scratch(name)) {
        fs::create_directories(folder / "submissions/ann/01_scale");
        fs::copy_file(harness::student("wrong_answer.cu"), folder / "submissions/ann/01_scale/student.cu");
        harness::write(folder / "submissions/bob/01_scale/student.cu", endless(folder / "called"));
        harness::write(folder / "submissions/zoe/01_scale/student.cu", "");
        fs::create_directories(folder / "tmp");
        // Long enough for a slow machine to start; nothing waits for it.
        grader.course = harness::copy_of_course(name + "-course");
        const fs::path manifest = grader.course / "labs/01_scale/lab.toml";
        std::string text = harness::read(manifest);
        const std::size_t limit = text.find("wall_s");
        if (limit != std::string::npos)
            text.replace(limit, text.find_first_of(",\n}", limit) - limit, "wall_s = 250");
        harness::write(manifest, text);
        grader.environment["TMPDIR"] = (folder / "tmp").string();
    }

    fs::path folder;
    Grader grader;
};

} // namespace

TEST_CASE("a class that is stopped keeps the grades that were made", "[class][slow]") {
    const int signal = GENERATE(SIGINT, SIGTERM, SIGHUP);
    const Class group("stopped-class");
    const fs::path report_file = group.folder / "report.json";
    std::string so_far;
    const RunResult ran = group.grader.run_and_stop(
        {"01", "--all", (group.folder / "submissions").string(), "--jobs", "1", "--report", "console",
         "--report", "json:" + report_file.string()},
        [&] {
            // While Bob is graded, Ann's grade exists already.
            if (!fs::exists(group.folder / "called")) return false;
            so_far = harness::read(report_file);
            return true;
        },
        signal);
    INFO(ran.out << ran.err);
    CHECK(ran.status == 3);
    CHECK(ran.left_behind.empty());
    CHECK_THAT(ran.err, ContainsSubstring("stopped by a signal") && ContainsSubstring("1 of 3 submissions") &&
                            ContainsSubstring(report_file.string()) &&
                            ContainsSubstring("Run the same command to continue"));
    CHECK_THAT(ran.out, ContainsSubstring("ann") && !ContainsSubstring("zoe"));
    for (const std::string& text : {so_far, harness::read(report_file)}) {
        const Report report(text);
        CHECK(report.document.at("complete") == false);
        CHECK(report.document.at("submissions").size() == 1);
        CHECK(report.lab("ann", "01_scale").at("verdict") == "fail");
    }
    // Neither temporary files of the compilers nor of the grader are left.
    CHECK(fs::is_empty(group.folder / "tmp"));
    CHECK(std::distance(fs::directory_iterator(group.folder), {}) ==
          4); // submissions, tmp, called, report.json
}

TEST_CASE("a grader stopped during compilation ends its compilers", "[class]") {
    const Class group("stopped-compilers");
    Grader grader = group.grader;
    const fs::path compiler = group.folder / "compiler";
    harness::write(compiler, "#!/bin/sh\n: > '" + (group.folder / "called").string() +
                                 "'\n: > \"$TMPDIR/left\"\nsleep 1000 &\nsleep 1000\n");
    fs::permissions(compiler, fs::perms::owner_all);
    grader.environment["CXX"] = compiler.string();
    harness::write(group.folder / "report.json", "an older report\n");
    const RunResult ran = grader.run_and_stop(
        {"01", "--all", (group.folder / "submissions").string(), "--report",
         "json:" + (group.folder / "report.json").string()},
        [&] { return fs::exists(group.folder / "called"); }, SIGTERM);
    INFO(ran.out << ran.err);
    CHECK(ran.status == 3);
    CHECK(ran.left_behind.empty());
    CHECK_THAT(ran.err, ContainsSubstring("0 of 3 submissions"));
    CHECK(fs::is_empty(group.folder / "tmp"));
    CHECK(harness::read(group.folder / "report.json") == "an older report\n");
}

TEST_CASE("a signal that is ignored stays ignored", "[class]") {
    const Class group("nohup-class");
    // The grader is the parent of the process that calls this.
    harness::write(group.folder / "student.cu", R"(#include <csignal>
#include <unistd.h>
#include "lab.h"
extern "C" void scale(const ScaleArgs&) { ::kill(::getppid(), SIGHUP); }
)");
    const auto run = [&](const std::string& before) {
        return harness::run({"/bin/sh", "-c", before + "exec \"$@\"", "sh", GRADER_BINARY, "01", "--file",
                             (group.folder / "student.cu").string(), "--backend", "host", "--isolation",
                             "process", "--course", group.grader.course.string(), "--modules",
                             FIXTURE_MODULES},
                            group.grader.environment);
    };
    const RunResult ignoring = run("trap '' HUP; ");
    INFO(ignoring.out << ignoring.err);
    CHECK(ignoring.status == 1);
    CHECK_THAT(ignoring.out, ContainsSubstring("not passed yet"));
    const RunResult heeding = run("");
    INFO(heeding.out << heeding.err);
    CHECK(heeding.status == 3);
}
