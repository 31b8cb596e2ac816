// A deficiency of the machine is an infrastructure error: exit status 3, a sentence with the remedy, and
// never a mark.

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "grading/messages/device.h"
#include "grading/sentences/sentence.h"
#include "testing/facts.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using facts::MatchesPattern;
using grader::sentence;
using harness::Grader;
using harness::RunResult;

const std::string good_file = harness::student("passes.cu").string();

/// Creates a directory with an executable script in it, and returns the script.
fs::path with_script(const std::string& directory, const std::string& name, const std::string& text) {
    const fs::path script = harness::scratch(directory) / name;
    harness::write(script, text);
    fs::permissions(script, fs::perms::owner_all);
    return script;
}

} // namespace

TEST_CASE("without a C++ compiler nothing is graded", "[environment]") {
    Grader grader;
    grader.environment = {{"PATH", harness::scratch("no-programs").string()}, {"CXX", ""}};
    const RunResult ran = grader.run({"01", "--file", good_file});
    CHECK(ran.status == 3);
    CHECK_THAT(ran.err, ContainsSubstring("No C++ compiler was found. Install"));
    CHECK(grader.run({"01", "--file", good_file, "--exit-zero"}).status == 3);
    CHECK(grader.run({"list"}).status == 0); // needs no compiler
}

TEST_CASE("a compiler that cannot be started is an infrastructure error", "[environment]") {
    Grader grader;
    grader.environment["CXX"] = with_script("broken-compiler", "c++", "#!/no/such/interpreter\n").string();
    const RunResult ran = grader.run({"01", "--file", good_file});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 3);
    CHECK_THAT(ran.err, ContainsSubstring("cannot start"));
}

TEST_CASE("a compiler that exits with status 127 fails the build and not the machine", "[environment]") {
    Grader grader;
    grader.environment["CXX"] =
        with_script("compiler-127", "c++",
                    "#!/bin/sh\ncase \"$*\" in *warning.cu*) echo 'cc1plus: not found'; exit 127 ;; esac\n"
                    "exec c++ \"$@\"\n")
            .string();
    const RunResult ran =
        grader.run({"01", "--file", harness::student("warning.cu").string(), "--report", "json"});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 1);
    const harness::Report report(ran.out);
    const nlohmann::json& builds = harness::step(report.lab("01_scale"), "builds");
    CHECK(builds.at("status") == "fail");
    CHECK_THAT(facts::of(builds), MatchesPattern("does_not_compile & text=\"cc1plus: not found\""));
}

TEST_CASE("an nvcc that is too old or missing is reported with its path", "[environment]") {
    Grader grader;
    grader.backend = "gpu";
    const fs::path old =
        with_script("old-nvcc", "nvcc", "#!/bin/sh\necho 'Cuda compilation tools, release 11.8, V11.8.89'\n");
    grader.environment["CUDACXX"] = old.string();
    const RunResult too_old = grader.run({"01", "--file", good_file});
    CHECK(too_old.status == 3);
    CHECK_THAT(too_old.err,
               ContainsSubstring(old.string() + " is from CUDA 11.8; the course needs 13.0 or newer"));

    grader.environment["CUDACXX"] = with_script("mute-nvcc", "nvcc", "#!/bin/sh\nexit 1\n").string();
    const RunResult mute = grader.run({"01", "--file", good_file});
    CHECK(mute.status == 3);
    CHECK_THAT(mute.err, ContainsSubstring("prints no release"));
}

TEST_CASE("a missing or broken runner is reported as an infrastructure error", "[environment]") {
    const fs::path programs = harness::scratch("lonely") / "bin";
    fs::create_directories(programs);
    fs::copy_file(GRADER_BINARY, programs / "grader");
    const auto grade = [&] {
        return harness::run({(programs / "grader").string(), "01", "--file", good_file, "--backend", "host",
                             "--course", FIXTURE_COURSE, "--modules", FIXTURE_MODULES});
    };
    const RunResult missing = grade();
    CHECK(missing.status == 3);
    CHECK_THAT(missing.err, ContainsSubstring((programs / "runner").string()));

    harness::write(programs / "runner", "#!/bin/sh\nexit 1\n");
    fs::permissions(programs / "runner", fs::perms::owner_all);
    const RunResult broken = grade();
    CHECK(broken.status == 3);
    CHECK_THAT(broken.err, ContainsSubstring(sentence({grader::messages::runner_did_not_start,
                                                       {{"program", (programs / "runner").string()}}})));
}

TEST_CASE("a problem module that is not built is named", "[environment]") {
    const fs::path empty = harness::scratch("no-modules");
    const RunResult ran = harness::run({GRADER_BINARY, "01", "--file", good_file, "--backend", "host",
                                        "--course", FIXTURE_COURSE, "--modules", empty.string()});
    CHECK(ran.status == 3);
    CHECK_THAT(ran.err, ContainsSubstring((empty / "01_scale/problem.so").string()));
}

TEST_CASE("a broken course is an infrastructure error", "[environment]") {
    const fs::path course = harness::copy_of_course("broken-course");
    const Grader grader(course);
    SECTION("a manifest with a mistake") {
        harness::write(course / "labs/01_scale/lab.toml", "format = 1\nid = 7\n");
        const RunResult ran = grader.run({"01"});
        CHECK(ran.status == 3);
        CHECK_THAT(ran.err, ContainsSubstring("lab.toml:2: id: expected a string"));
    }
    SECTION("a baseline that does not compile") {
        harness::write(course / "labs/01_scale/baseline.cu", "not C++\n");
        const RunResult ran = grader.run({"01", "--file", good_file});
        CHECK(ran.status == 3);
        CHECK_THAT(ran.err, ContainsSubstring("the baseline of 01_scale does not compile here"));
    }
    SECTION("a baseline that is wrong") {
        fs::copy_file(harness::student("wrong_answer.cu"), course / "labs/01_scale/baseline.cu",
                      fs::copy_options::overwrite_existing);
        const RunResult ran = grader.run({"01", "--file", good_file});
        CHECK(ran.status == 3);
        CHECK_THAT(ran.err, ContainsSubstring(sentence(grader::messages::baseline_is_wrong)));
    }
}

TEST_CASE("without a GPU a solution is compiled and not graded", "[environment][slow]") {
    if (fs::exists("/dev/nvidiactl") || fs::exists("/proc/driver/nvidia/version"))
        SKIP("there is an NVIDIA GPU here, and this is about machines without one");
    Grader grader;
    grader.backend = "gpu";
    const RunResult ran = grader.run({"01", "--file", good_file, "--report", "json"});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 3);
    const harness::Report report(ran.out);
    const nlohmann::json& lab = report.lab("01_scale");
    CHECK(lab.at("verdict") == "not_graded");
    CHECK(lab.at("speedup").is_null());
    CHECK(harness::step(lab, "builds").at("status") == "pass");
    for (const char* name : {"runs", "correct", "fast"}) {
        CHECK(harness::step(lab, name).at("status") == "not_measured");
        CHECK(facts::message_of(harness::step(lab, name)).is(grader::messages::no_gpu));
    }
    CHECK(grader.run({"01", "--file", good_file, "--exit-zero"}).status == 0);

    // A source that does not compile fails everywhere.
    const RunResult broken =
        grader.run({"01", "--file", harness::student("compile_error.cu").string(), "--report", "json"});
    CHECK(broken.status == 1);
    CHECK(harness::Report(broken.out).lab("01_scale").at("verdict") == "fail");

    for (const char* command : {"ladder", "sweep"}) {
        std::vector<std::string> arguments = {command, "01"};
        if (arguments.front() == "sweep") arguments.emplace_back("PASSES=1");
        const RunResult table = grader.run(arguments);
        CHECK(table.status == 3);
        CHECK_THAT(table.err, ContainsSubstring("Cannot measure a " + arguments.front() + ": " +
                                                sentence(grader::messages::no_gpu)));
    }
}

TEST_CASE("the doctor lists the tools it found and those that are missing", "[environment]") {
    const auto doctor = [](const harness::Environment& environment) {
        return harness::run({GRADER_BINARY, "doctor"}, environment, "/");
    };
    const RunResult healthy = doctor({});
    INFO(healthy.out << healthy.err);
    CHECK(healthy.status == 0);
    for (const char* word : {"compiler", "nvcc", "libcudart", "device", "isolation"})
        CHECK_THAT(healthy.out, ContainsSubstring(word));
    CHECK(healthy.out.find("✘") == std::string::npos);

    // Some machines have a script on PATH that starts the nvcc of the toolkit.
    const fs::path wrapper =
        with_script("doctor-wrapper", "bin/nvcc", "#!/bin/sh\nexec '" NVCC_BINARY "' \"$@\"\n");
    const RunResult wrapped = doctor({{"CUDACXX", wrapper.string()}});
    INFO(wrapped.out << wrapped.err);
    CHECK(wrapped.status == 0);
    CHECK_THAT(wrapped.out, ContainsSubstring("✔ nvcc         " + wrapper.string()));

    const fs::path old = with_script("doctor-old", "nvcc", "#!/bin/sh\necho 'release 12.9, V12.9.1'\n");
    const RunResult ill = doctor({{"CUDACXX", old.string()}});
    CHECK(ill.status == 3);
    CHECK_THAT(ill.out, ContainsSubstring("✘ nvcc") && ContainsSubstring("is from CUDA 12.9"));

    const fs::path partial =
        with_script("doctor-partial", "bin/nvcc", "#!/bin/sh\necho 'release 13.0, V13.0.1'\n");
    const RunResult incomplete = doctor({{"CUDACXX", partial.string()}});
    CHECK(incomplete.status == 3);
    CHECK_THAT(incomplete.out, ContainsSubstring("✔ nvcc") && ContainsSubstring("✘ libcudart"));
}

TEST_CASE("processes started before the grader are not killed", "[environment]") {
    // A shell that replaces itself by the grader leaves its children to it, and some launchers leave SIGCHLD
    // ignored.
    const fs::path note = harness::scratch("left-alone") / "pid";
    const std::string script = "sleep 60 & echo $! > '" + note.string() +
                               "'; trap '' CHLD; exec '" GRADER_BINARY
                               "' doctor --backend host >/dev/null 2>&1";
    const int status = std::system(script.c_str());
    CHECK(status == 0);
    pid_t sleeper = 0;
    std::ifstream(note) >> sleeper;
    REQUIRE(sleeper > 1);
    CHECK(::kill(sleeper, 0) == 0);
    ::kill(sleeper, SIGKILL);
}
