#include "grading/measure/speed_benchmark.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include "forwarding_backend.h"
#include "grading/measure/device_lock.h"
#include "grading/messages/machine_error.h"
#include "testing/facts.h"
#include "testing/harness.h"

namespace {

using facts::MatchesPattern;
using grader::MachineError;
using grader::SpeedBenchmark;

SpeedBenchmark arena_with(const std::filesystem::path& baseline, const kernelsmith::Sizes* sizes = nullptr) {
    return SpeedBenchmark(bench::backend(), grader::build_of(bench::lab(), bench::build(baseline)),
                          bench::problem(), 3, sizes);
}

double median_ratio(const grader::Measurement& measurement) {
    std::vector<double> ratios;
    for (const grader::Pair& pair : grader::pairs_of(measurement.rounds)) ratios.push_back(pair.ratio());
    return grader::median(ratios);
}

} // namespace

TEST_CASE("a benchmark times any number of builds against one baseline", "[arena][timed][slow]") {
    SpeedBenchmark benchmark = arena_with(bench::lab().baseline());
    CHECK(benchmark.case_name() == "a million");
    CHECK(benchmark.sizes() == kernelsmith::Sizes{{"n", 1'048'576}});

    const grader::Measurement fast =
        benchmark.measure(bench::build(harness::student("passes.cu")), bench::no_budget);
    CHECK(fast.wrong.empty());
    REQUIRE(fast.rounds.size() == 3);
    for (const grader::Round& round : fast.rounds) CHECK(round.pairs.size() == 4);
    CHECK(median_ratio(fast) > 4); // 32 passes against one

    const grader::Measurement slow =
        benchmark.measure(bench::build(harness::student("too_slow.cu")), bench::no_budget);
    CHECK(slow.wrong.empty());
    CHECK(median_ratio(slow) < 2);
}

TEST_CASE("the two processes of a round start together", "[arena]") {
    const bench::SlowStartingBackend host(harness::scratch("start-together"));
    const kernelsmith::Sizes sizes{{"n", 1000}};
    SpeedBenchmark benchmark(host, grader::build_of(bench::lab(), bench::build(bench::lab().baseline())),
                             bench::problem(), 3, &sizes);
    CHECK(benchmark.measure(bench::build(harness::student("passes.cu")), {0, 2}).rounds.size() == 2);
    // The process in which the baseline was first tried takes part in the first round.
    CHECK(harness::read(host.notes()) == "begins ready begins ready begins begins ready ready ");
}

TEST_CASE("an exceeded time budget is charged to the student's build whichever build was running",
          "[arena]") {
    grader::Build baseline = grader::build_of(bench::lab(), bench::build(bench::lab().baseline()));
    baseline.limits.end = std::chrono::steady_clock::now();
    CHECK_THROWS_AS(SpeedBenchmark(bench::backend(), baseline, bench::problem(), 3),
                    grader::TimeBudgetExceeded);
}

TEST_CASE("every timed repeat is checked and a crashing candidate does not end the benchmark",
          "[arena][slow]") {
    const kernelsmith::Sizes sizes{{"n", 200'000}};
    SpeedBenchmark benchmark = arena_with(bench::lab().baseline(), &sizes);
    CHECK(benchmark.case_name() == "n 200000");
    const auto measure = [&](const char* file) {
        return benchmark.measure(bench::build(harness::student(file)), bench::no_budget);
    };
    CHECK_THAT(measure("replays_old_output.cu").wrong, MatchesPattern("wrong_elements"));
    CHECK_THAT(measure("faster_than_checked.cu").wrong, MatchesPattern("wrong_elements"));
    CHECK_THAT(measure("writes_past_end_when_timed.cu").wrong, MatchesPattern("outside_its_buffer"));
    CHECK_THROWS_AS(measure("dies_when_timed.cu"), grader::RunnerDied);
    CHECK_THROWS_AS(measure("throws.cu"), grader::RunnerFault);
    CHECK_THROWS_AS(measure("missing_symbol.cu"), grader::RunnerFault);
    CHECK(measure("passes.cu").rounds.size() == 3);
}

TEST_CASE("a case of no elements can be timed", "[arena]") {
    const kernelsmith::Sizes sizes{{"n", 0}};
    SpeedBenchmark benchmark = arena_with(bench::lab().baseline(), &sizes);
    CHECK(benchmark.measure(bench::build(harness::student("passes.cu")), bench::no_budget).wrong.empty());
}

TEST_CASE("a baseline that does not work is an infrastructure error", "[arena]") {
    CHECK_THROWS_MATCHES(arena_with(harness::student("wrong_answer.cu")), MachineError,
                         MatchesPattern("baseline_is_wrong"));
    CHECK_THROWS_MATCHES(arena_with(harness::student("crash.cu")), MachineError,
                         MatchesPattern("baseline_does_not_run why=crashed"));
    CHECK_THROWS_MATCHES(arena_with(harness::student("throws.cu")), MachineError,
                         MatchesPattern("baseline_does_not_run why=runner_fault"));
}

TEST_CASE("only one process at a time measures on a device", "[device_lock]") {
    const std::string name = "test-" + std::to_string(::getpid());
    std::atomic<bool> waited = false;
    std::atomic<bool> entered = false;
    std::jthread second;
    {
        const grader::DeviceLock lock(name, [] { FAIL("nobody else holds this lock"); });
        second = std::jthread([&] {
            const grader::DeviceLock other(name, [&] { waited = true; });
            entered = true;
        });
        while (!waited) std::this_thread::yield();
        CHECK_FALSE(entered);
    }
    second.join();
    CHECK(entered);
    std::filesystem::remove(std::filesystem::temp_directory_path() / ("kernelsmith-" + name + ".lock"));
}
