// Times of a class, read from its journal and saved in a file; and the page of the simulation.

#include <cmath>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "base/errors.h"
#include "classroom/bench/page.h"
#include "classroom/run/class_folder.h"
#include "classroom/run/journal.h"
#include "small_class.h"
#include "testing/approval.h"
#include "testing/harness.h"
#include "testing/samples.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using Catch::Matchers::WithinAbs;
using grader::Event;
using grader::JournalEntry;
using grader::Stage;
using grader::drain::MeasuredClass;
using grader::drain::MeasuredSubmission;
using grader::drain::SimulationSetup;
using grader::drain::StageTimes;
using grader::drain::Timing;

JournalEntry done(const std::string& student, const std::string& lab, Stage stage, double seconds,
                  double at = 1) {
    JournalEntry entry;
    entry.event = Event::done;
    entry.run = 1;
    entry.key = student + lab;
    entry.stage = stage;
    entry.student = student;
    entry.lab = lab;
    entry.at = at;
    entry.seconds = seconds;
    if (stage == Stage::check) {
        entry.timing_pending = true;
        return entry;
    }
    entry.device = "h200";
    entry.device_name = "NVIDIA H200";
    entry.device_seconds = seconds - 1;
    return entry;
}

/// Returns a class's folder with these lines in its journal.
fs::path journaled_class(const std::string& name, const std::vector<JournalEntry>& entries) {
    fs::path directory = harness::scratch(name);
    grader::JournalWriter writer(grader::ClassFolder(directory).journal(), "1");
    const grader::LabGrade grade = samples::passed();
    for (const JournalEntry& entry : entries) writer.append(entry, &grade);
    return directory;
}

/// Returns three labs with ten submissions each, four of which end after their check.
MeasuredClass measured_example() {
    MeasuredClass measured{"NVIDIA H200", 16, {}};
    for (const char* lab : {"01_occupancy", "02_divergence", "08_kmeans"})
        for (int i = 0; i < 10; ++i) {
            const double timing_pending = std::string(lab) == "08_kmeans" ? 9 : 0;
            MeasuredSubmission one{lab, {3 + 0.25 * i, std::nullopt}, StageTimes{1, Timing{2, 1}}};
            if (i >= 4) {
                one.times.timing = {6 + timing_pending + 0.5 * i, 5 + timing_pending + 0.5 * i};
                one.without_prescreen = StageTimes{1.5, one.times.timing};
            }
            measured.submissions.push_back(one);
        }
    return measured;
}

fs::path program() { return fs::path(GRADER_BINARY).parent_path() / "class_drain"; }

} // namespace

TEST_CASE("a journal yields the times of submissions per lab and without names", "[class-drain]") {
    JournalEntry stopped = done("bo", "02_divergence", Stage::check, 2);
    stopped.timing_pending = false;
    JournalEntry failed = done("chen", "02_divergence", Stage::time, 99);
    failed.event = Event::failed;
    const fs::path directory = journaled_class(
        "drain-journal",
        {done("ada", "02_divergence", Stage::check, 4), done("ada", "02_divergence", Stage::time, 8), stopped,
         done("ada", "01_occupancy", Stage::check, 3, 5), // the newest of two
         done("ada", "01_occupancy", Stage::check, 30, 4), done("ada", "01_occupancy", Stage::time, 6),
         done("chen", "02_divergence", Stage::check, 5), // not timed yet
         failed});
    const MeasuredClass measured = grader::drain::measured_class(directory, 16);
    CHECK(measured.device == "NVIDIA H200");
    CHECK(measured.cores == 16);
    REQUIRE(measured.submissions.size() == 3);
    CHECK(measured.submissions[0].lab == "01_occupancy");
    CHECK(measured.submissions[0].times.check == 3);
    REQUIRE(measured.submissions[0].times.timing);
    CHECK(measured.submissions[0].times.timing->seconds == 6);
    CHECK(measured.submissions[0].times.timing->device_seconds == 5);
    CHECK(measured.submissions[1].times.check == 4);
    CHECK(measured.submissions[2].times.check == 2);
    CHECK_FALSE(measured.submissions[2].times.timing);
    CHECK_THAT(measured.without_timing(), WithinAbs(1.0 / 3, 1e-9));
    CHECK_FALSE(measured.has_times_without_prescreen());
    CHECK_THAT(to_text(measured), !ContainsSubstring("ada") && !ContainsSubstring("bo\""));

    const fs::path other = journaled_class(
        "drain-journal-other",
        {done("ada", "02_divergence", Stage::check, 1), done("ada", "02_divergence", Stage::time, 9),
         done("bo", "02_divergence", Stage::check, 0.5), done("bo", "02_divergence", Stage::time, 3),
         done("ada", "01_occupancy", Stage::check, 1), done("ada", "01_occupancy", Stage::time, 7)});
    const MeasuredClass both = grader::drain::measured_class(directory, 16, other);
    CHECK(both.has_times_without_prescreen());
    CHECK(both.submissions[0].without_prescreen->timing->seconds == 7);
    CHECK(both.submissions[1].without_prescreen->timing->seconds == 9);
    CHECK(both.submissions[2].without_prescreen->timing->seconds == 3);

    // One student's submission does not count for another student's.
    const fs::path less =
        journaled_class("drain-journal-less", {done("bo", "02_divergence", Stage::check, 0.5),
                                               done("bo", "02_divergence", Stage::time, 3)});
    const MeasuredClass some = grader::drain::measured_class(directory, 16, less);
    CHECK_FALSE(some.submissions[1].without_prescreen);
    CHECK(some.submissions[2].without_prescreen);
    CHECK_FALSE(some.has_times_without_prescreen());
}

TEST_CASE("class times of different devices or without results are rejected", "[class-drain]") {
    CHECK_THROWS_AS(grader::drain::measured_class(harness::scratch("drain-no-class"), 4), grader::UsageError);
    const fs::path nothing = journaled_class("drain-nothing", {});
    fs::create_directories(nothing / ".grades/runs");
    CHECK_THROWS_AS(grader::drain::measured_class(nothing, 4), grader::EnvironmentError);
    JournalEntry elsewhere = done("bo", "01_occupancy", Stage::time, 8);
    elsewhere.device_name = "NVIDIA A100";
    const fs::path mixed =
        journaled_class("drain-mixed", {done("ada", "01_occupancy", Stage::check, 1),
                                        done("ada", "01_occupancy", Stage::time, 9),
                                        done("bo", "01_occupancy", Stage::check, 1), elsewhere});
    CHECK_THROWS_MATCHES(grader::drain::measured_class(mixed, 4), grader::EnvironmentError,
                         MessageMatches(ContainsSubstring("NVIDIA H200 and NVIDIA A100")));
    const fs::path h200 = journaled_class("drain-h200", {done("ada", "01_occupancy", Stage::check, 1),
                                                         done("ada", "01_occupancy", Stage::time, 9)});
    const fs::path a100 =
        journaled_class("drain-a100", {done("bo", "01_occupancy", Stage::check, 1), elsewhere});
    CHECK_THROWS_MATCHES(grader::drain::measured_class(h200, 4, a100), grader::EnvironmentError,
                         MessageMatches(ContainsSubstring(
                             "two classes were timed on different GPUs: NVIDIA H200 and NVIDIA A100")));
}

TEST_CASE("a measured class survives a round trip through its file", "[class-drain]") {
    const MeasuredClass measured = measured_example();
    const std::string text = to_text(measured);
    const MeasuredClass back = grader::drain::measured_from(text, "class.json");
    CHECK(to_text(back) == text);
    REQUIRE(back.submissions.size() == measured.submissions.size());
    CHECK(back.submissions[29].times.check == 5.25);
    CHECK(back.submissions[29].times.timing->seconds == 19.5);
    CHECK(back.submissions[29].times.timing->device_seconds == 18.5);
    CHECK(back.has_times_without_prescreen());
    for (const char* nonsense :
         {"", "{}", "[1]", R"({"format":2,"device":"","cores":1,"submissions":[]})",
          R"({"format":1,"device":"","cores":1,"submissions":[]})",
          R"({"format":1,"device":"","cores":1,"submissions":[{"lab":"a","check":-1}]})",
          R"({"format":1,"device":"","cores":1,"submissions":[{"lab":"a","check":1,"time":2}]})"})
        CHECK_THROWS_MATCHES(grader::drain::measured_from(nonsense, "class.json"), grader::EnvironmentError,
                             MessageMatches(
                                 ContainsSubstring("class.json is not an output of class_drain times")));
}

TEST_CASE("the page of a class simulation depends only on times and seed", "[class-drain]") {
    const MeasuredClass measured = measured_example();
    SimulationSetup setup{"docs/results/class/h200.json"};
    const std::string once = page(measured, setup);
    CHECK(once == page(measured, setup));
    check_approved("class_drain", once);
    setup.seed = 2;
    CHECK(once != page(measured, setup));
}

TEST_CASE("without times of prescreening the page omits it", "[class-drain]") {
    MeasuredClass measured = measured_example();
    measured.submissions.front().without_prescreen.reset();
    const std::string text = page(measured, {"class.json"});
    CHECK_THAT(text, !ContainsSubstring("prescreening |") && !ContainsSubstring("without prescreening"));
}

TEST_CASE("an invalid setup of a class simulation is rejected", "[class-drain]") {
    const auto refused = [](auto change) {
        SimulationSetup setup{"class.json"};
        change(setup);
        CHECK_THROWS_AS(page(measured_example(), setup), grader::UsageError);
    };
    refused([](SimulationSetup& one) { one.gpus = 0; });
    refused([](SimulationSetup& one) { one.cores = 7; });
    refused([](SimulationSetup& one) { one.size.students = 0; });
    refused([](SimulationSetup& one) { one.size.labs = 0; });
    refused([](SimulationSetup& one) { one.size.again = {0.1, 0.2}; });
    refused([](SimulationSetup& one) { one.size.again = {1.5}; });
    refused([](SimulationSetup& one) { one.size.again = {0.5, 0.4, 0.3, 0.2, 0.1}; });
    refused([](SimulationSetup& one) { one.stopped = -0.1; });
    refused([](SimulationSetup& one) { one.distribution.halving_time_s = 0; });
    refused([](SimulationSetup& one) { one.distribution.begin_s = std::nan(""); });
}

TEST_CASE("the program reads a class that was graded, and makes the page of it", "[class-drain][timed]") {
    const fs::path directory = small_class::make("drain-graded", 5);
    const fs::path folder = directory.parent_path();
    const harness::RunResult graded =
        harness::Grader().run({"--all", directory.string(), "--jobs", "2", "--exit-zero"});
    INFO(graded.out << graded.err);
    REQUIRE(graded.status == 0);
    const harness::RunResult times =
        harness::run({program().string(), "times", directory.string(), "--cores", "2"});
    INFO(times.out << times.err);
    REQUIRE(times.status == 0);
    const MeasuredClass measured = grader::drain::measured_from(times.out, "what it printed");
    std::size_t stages = 0;
    for (const MeasuredSubmission& one : measured.submissions) {
        CHECK(one.times.check > 0);
        stages += one.times.timing ? 2 : 1;
    }
    CHECK(stages == small_class::times_done(directory).size());
    CHECK(measured.submissions.size() == 9);
    CHECK(measured.without_timing() > 0);
    CHECK(measured.without_timing() < 1);

    harness::write(folder / "drain.json", times.out);
    const auto simulate = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {program().string(), "simulate", "drain.json"});
        return harness::run(options, {}, folder);
    };
    const harness::RunResult made = simulate({"--students", "20", "--attempts", "0.5,0.2", "--begin", "12"});
    INFO(made.out << made.err);
    CHECK(made.status == 0);
    CHECK_THAT(
        made.out,
        ContainsSubstring(
            "`build/bin/class_drain simulate drain.json --students 20 --attempts 0.5,0.2 --begin 12`") &&
            ContainsSubstring("20 students, 12 labs: 240 submissions") &&
            ContainsSubstring("Of all first attempts, 50 % are followed by a second, 20 % by a third") &&
            ContainsSubstring("none comes earlier than 12 h"));
    CHECK(simulate({"--gpus", "0"}).status == 2);
    CHECK(simulate({"--nonsense"}).status == 2);
    CHECK(harness::run({program().string(), "simulate", "gone.json"}, {}, folder).status == 2);
    CHECK(harness::run({program().string(), "times", folder.string(), "--cores", "2"}).status == 2);
    harness::write(folder / "broken.json", "{}");
    CHECK(harness::run({program().string(), "simulate", "broken.json"}, {}, folder).status == 3);
}

TEST_CASE("the page of class times equals the one generated from its record", "[class-drain]") {
    const fs::path root = KERNELSMITH_SOURCE_DIR;
    if (!fs::exists(root / "docs/results/class/h200.json")) SKIP("no class was measured yet");
    const harness::RunResult made =
        harness::run({program().string(), "simulate", "docs/results/class/h200.json"}, {}, root);
    CHECK(made.status == 0);
    CHECK(made.out == harness::read(root / "docs/results/class.md"));
}
