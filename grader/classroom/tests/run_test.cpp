// Runs of a class: what is cached, what is done once, and what is done again.

#include <csignal>
#include <cstdlib>
#include <random>
#include <thread>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "small_class.h"
#include "testing/facts.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using harness::Grader;
using harness::RunResult;
using nlohmann::json;

std::vector<std::string> grading(const fs::path& directory, const fs::path& report) {
    return {"--all", directory.string(), "--report", "json:" + report.string(), "--jobs", "2", "--exit-zero"};
}

json report_of(const fs::path& directory, const std::string& name) {
    const fs::path file = directory.parent_path() / (name + ".json");
    const RunResult ran = Grader().run(grading(directory, file));
    INFO(ran.out << ran.err);
    REQUIRE(ran.status == 0);
    CHECK(ran.left_behind.empty());
    return json::parse(harness::read(file));
}

bool began(const fs::path& directory) {
    std::error_code none;
    for (fs::directory_iterator at(directory / ".grades/journal", none), end; !none && at != end;
         at.increment(none))
        if (at->path().filename().string().find("-check-") != std::string::npos) return true;
    return false;
}

} // namespace

TEST_CASE("unchanged submissions are not graded again", "[class-run][slow]") {
    const fs::path directory = small_class::make("class-unchanged", 4);
    const json first = report_of(directory, "class-unchanged-1");
    const std::map<std::string, int> done = small_class::times_done(directory);
    CHECK(report_of(directory, "class-unchanged-2") == first);
    CHECK(small_class::times_done(directory) == done);
    // Other files in the student's folder may be included.
    harness::write(directory / "student100/01_scale/notes.h", "// new\n");
    json third = report_of(directory, "class-unchanged-3");
    const std::map<std::string, int> more = small_class::times_done(directory);
    CHECK(more.size() > done.size());
    CHECK(more.size() <= done.size() + 2);
    CHECK(third.at("submissions").at(1) == first.at("submissions").at(1));
}

TEST_CASE("a change of compiler environment variables causes a regrade", "[class-run][timed]") {
    const fs::path directory = small_class::make("class-variables", 1);
    (void)report_of(directory, "class-variables-1");
    const std::size_t once = small_class::times_done(directory).size();
    ::setenv("NVCC_APPEND_FLAGS", "-DBLOCK=32", 1);
    (void)report_of(directory, "class-variables-2");
    ::unsetenv("NVCC_APPEND_FLAGS");
    const std::size_t twice = small_class::times_done(directory).size();
    CHECK(twice > once);
    (void)report_of(directory, "class-variables-3");
    CHECK(small_class::times_done(directory).size() == twice);
}

TEST_CASE("the option --fresh regrades everything and keeps both results", "[class-run][timed]") {
    const fs::path directory = small_class::make("class-fresh", 2);
    const json first = report_of(directory, "class-fresh-1");
    const std::size_t once = small_class::times_done(directory).size();
    std::vector<std::string> again = grading(directory, directory.parent_path() / "class-fresh-2.json");
    again.insert(again.end(), {"--fresh", "--reason", "the test of lab 01 was wrong", "01"});
    const RunResult ran = Grader().run(again);
    INFO(ran.out << ran.err);
    REQUIRE(ran.status == 0);
    int twice = 0;
    for (const auto& [what, times] : small_class::times_done(directory)) twice += times == 2 ? 1 : 0;
    CHECK(twice == 3); // one check each, and a timing of the correct one
    CHECK(small_class::times_done(directory).size() == once);
    // From now on the newer grades count.
    const json last = report_of(directory, "class-fresh-3");
    const auto seed = [](const json& document) { return document["submissions"][0]["labs"][0]["seed"]; };
    CHECK(seed(last) != seed(first));
    CHECK(last["submissions"][0]["labs"][1] == first["submissions"][0]["labs"][1]);
    CHECK(small_class::without_times(last)["submissions"][1]["labs"][0]["verdict"] ==
          small_class::without_times(first)["submissions"][1]["labs"][0]["verdict"]);
}

TEST_CASE("a class killed twenty times at later and later points gives the same report",
          "[class-run][slow][kills]") {
    const fs::path directory = small_class::make("class-killed", 20);
    const json expected = small_class::without_times(report_of(directory, "class-undisturbed"));
    const std::string secret = harness::read(directory / ".grades/secret");
    const auto begin_anew = [&] {
        fs::remove_all(directory / ".grades");
        // Seeds are derived from the class's secret.
        harness::write(directory / ".grades/secret", secret);
    };
    begin_anew();
    // Growth of plan and journal in bytes after which the grader is killed; empty: at once.
    std::mt19937 random(20261125);
    std::uniform_int_distribution<std::uintmax_t> steps(0, 3000);
    const fs::path file = directory.parent_path() / "class-killed.json";
    const auto check_the_end = [&] {
        CHECK(small_class::without_times(report_of(directory, "class-killed-to-the-end")) == expected);
        for (const auto& [what, times] : small_class::times_done(directory)) {
            INFO(what);
            CHECK(times == 1);
        }
    };
    for (int kills = 0; kills < 20;) {
        const std::uintmax_t enough = small_class::progress(directory) + steps(random);
        const RunResult ran = Grader().run_and_stop(
            grading(directory, file), [&] { return small_class::progress(directory) >= enough; }, SIGKILL);
        INFO(ran.out << ran.err);
        if (ran.status == 0) {
            // The run ends before that much is written.
            check_the_end();
            begin_anew();
            continue;
        }
        REQUIRE(ran.status == -1);
        ++kills;
    }
    check_the_end();
}

TEST_CASE("the second grader of a class reports the first and waits or leaves", "[class-run][timed]") {
    const fs::path directory = small_class::make("class-two", 6);
    std::vector<std::string> leaving = grading(directory, directory.parent_path() / "class-two-left.json");
    leaving.emplace_back("--no-wait");
    RunResult left;
    RunResult waited;
    std::thread first([&] { CHECK(report_of(directory, "class-two-first").at("complete") == true); });
    while (!began(directory)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::thread second([&] {
        waited = Grader().run(grading(directory, directory.parent_path() / "class-two-waited.json"));
    });
    left = Grader().run(leaving);
    first.join();
    second.join();
    CHECK(left.status == 3);
    CHECK_THAT(left.err, ContainsSubstring("is being graded by process ") && ContainsSubstring("exiting"));
    CHECK(waited.status == 0);
    CHECK_THAT(waited.err, ContainsSubstring("waiting for it"));
    CHECK(json::parse(harness::read(directory.parent_path() / "class-two-waited.json")).at("complete") ==
          true);
    for (const auto& [what, times] : small_class::times_done(directory)) CHECK(times == 1);
}

TEST_CASE("a class reports its progress", "[class-run][timed]") {
    const fs::path directory = small_class::make("class-status", 4);
    const auto status = [&] { return Grader().run({"class", "status", directory.string()}); };
    CHECK(status().status == 2);
    const RunResult stopped = Grader().run_and_stop(
        grading(directory, directory.parent_path() / "class-status.json"), [&] { return began(directory); },
        SIGTERM);
    CHECK(stopped.status == 3);
    const RunResult half = status();
    INFO(half.out << half.err);
    CHECK(half.status == 0);
    CHECK_THAT(half.out, ContainsSubstring("No grader is running") && ContainsSubstring("student103"));
    (void)report_of(directory, "class-status-done");
    CHECK_THAT(status().out, ContainsSubstring("7  graded") && ContainsSubstring("The run is finished."));
}

TEST_CASE("a worker that dies on one file does not affect other grades", "[class-run][timed]") {
    const fs::path directory = small_class::make("class-dead-worker", 3);
    // The compiler kills its parent process while this student's submission is compiled.
    const fs::path compiler = directory.parent_path() / "class-killing-compiler/c++";
    harness::write(compiler, "#!/bin/sh\ngrep -qs student101 student.cu && "
                             "kill -9 $(ps -o ppid= -p $$)\nexec c++ \"$@\"\n");
    fs::permissions(compiler, fs::perms::owner_all);
    Grader grader;
    grader.environment["CXX"] = compiler.string();
    const fs::path file = directory.parent_path() / "class-dead-worker.json";
    const RunResult ran = grader.run(grading(directory, file));
    INFO(ran.out << ran.err);
    CHECK(ran.status == 3);
    const harness::Report report(harness::read(file));
    CHECK(report.lab("student101", "01_scale").at("verdict") == "not_graded");
    CHECK_THAT(facts::message_of(harness::step(report.lab("student101", "01_scale"), "runs")).text("text"),
               ContainsSubstring("the worker process that graded it ended"));
    CHECK(report.lab("student100", "01_scale").at("verdict") == "pass");
    CHECK(report.lab("student102", "01_scale").at("verdict") == "fail");
}
