#include "grading/runner_client/runner_client.h"

#include <cstring>
#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "base/errors.h"
#include "testing/bench.h"
#include "testing/facts.h"
#include "testing/harness.h"

namespace {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using facts::MatchesPattern;
using grader::RunLimits;
using grader::RunnerClient;
using grader::RunnerDied;
using grader::RunnerFault;

constexpr RunLimits limits{{0.5, 256, 64}};

/// Writes a message to the grader: the lengths of its two parts, and an empty object as CBOR.
const std::string empty_object = "printf '\\1\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\240' >&3; ";

/// A runner that is a shell script, with the channel to the grader as descriptor 3.
RunnerClient script(const std::string& text) { return {{{"/bin/sh", "-c", text}, {}, false}, limits}; }

} // namespace

TEST_CASE("a runner reports its device", "[runner]") {
    RunnerClient runner(bench::backend().runner(), limits);
    CHECK(runner.hello().at("name") == "host");
}

TEST_CASE("on the host a call is timed in processor time and not in elapsed time", "[runner]") {
    RunnerClient runner(bench::backend().runner(), limits);
    runner.load(bench::build(harness::student("waits.cu")), "scale");
    runner.allocate(bench::problem().layout({{"n", 3}}), {1, 2});
    const grader::TimedCall call = runner.timed_call({1}, {});
    CHECK(call.observed_ms >= 100);
    CHECK(call.result.ms < call.observed_ms / 4);
}

TEST_CASE("a call ends when the time limit of all runs is exceeded whatever its own limit", "[runner]") {
    RunLimits few = limits;
    few.end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    few.wall_s = 60;
    few.all_runs_s = 1;
    // On a busy machine the time may be over before the call.
    const auto run = [&] {
        RunnerClient runner(bench::backend().runner(), few);
        runner.load(bench::build(harness::student("hang.cu")), "scale");
        runner.allocate(bench::problem().layout({{"n", 3}}), {1, 2});
        runner.call();
    };
    CHECK_THROWS_MATCHES(run(), grader::TimeBudgetExceeded, MatchesPattern("all_runs_timed_out seconds=1"));
}

TEST_CASE("the entry is called once with each args struct", "[runner]") {
    kernelsmith::Layout layout = bench::problem().layout({{"n", 2}});
    const kernelsmith::Layout second = bench::problem().layout({{"n", 1}});
    for (kernelsmith::Buffer buffer : second.buffers) {
        buffer.pointer_offset += layout.args.size();
        layout.buffers.push_back(buffer);
    }
    layout.args.insert(layout.args.end(), second.args.begin(), second.args.end());
    layout.calls = 2;

    RunnerClient runner(bench::backend().runner(), limits);
    runner.load(bench::build(harness::student("passes.cu")), "scale");
    runner.allocate(layout, {1, 2, 3, 4});
    const auto bytes = [](const std::vector<float>& values) {
        const auto* first = reinterpret_cast<const std::uint8_t*>(values.data());
        return std::vector<std::uint8_t>(first, first + values.size() * sizeof(float));
    };
    runner.fill(0, bytes({1, 2}));
    runner.fill(2, bytes({4}));
    runner.prepare({0});
    runner.call();
    CHECK(runner.fetch(1) == bytes({3, 5}));
    CHECK(runner.fetch(3) == bytes({9}));

    layout.calls = 5; // the bytes of two structs are not five
    CHECK_THROWS_AS(runner.allocate(layout, {1, 2, 3, 4}), RunnerFault);
}

TEST_CASE("data sent to a runner is read back unchanged", "[runner]") {
    RunnerClient runner(bench::backend().runner(), limits);
    runner.load(bench::build(harness::student("passes.cu")), "scale");
    const kernelsmith::Layout layout = bench::problem().layout({{"n", 3}});
    runner.allocate(layout, {0x1122334455667788ULL, 0x1122334455667799ULL});
    const std::vector<float> in = {0, 0.5F, -1};
    std::vector<std::uint8_t> bytes(12);
    std::memcpy(bytes.data(), in.data(), bytes.size());
    runner.fill(0, bytes);
    runner.prepare({0xfeedfeedfeedfeedULL});
    CHECK(runner.fetch(0) == bytes);
    CHECK(runner.fetch(1).front() == 0xed);
    CHECK(runner.call().ms >= 0);

    std::vector<float> out(3);
    const std::vector<std::uint8_t> fetched = runner.fetch(1);
    REQUIRE(fetched.size() == 12);
    std::memcpy(out.data(), fetched.data(), fetched.size());
    CHECK(out == std::vector<float>{1, 2, -1});
    const std::vector<std::uint8_t> gathered = runner.gather(1, {2, 0, 2});
    REQUIRE(gathered.size() == 12);
    std::memcpy(out.data(), gathered.data(), gathered.size());
    CHECK(out == std::vector<float>{-1, 1, -1});

    const std::vector<grader::GuardBands> bands = runner.guards();
    REQUIRE(bands.size() == 2);
    CHECK(bands[1].before.size() >= 4096);
    CHECK(bands[1].after.size() >= 4096);
    CHECK(bands[0].before.front() == 0x88);
    CHECK(bands[1].before.front() == 0x99);
    runner.release();
}

TEST_CASE("bare buffers have no guard bands", "[runner]") {
    RunnerClient runner(bench::backend().runner(), limits);
    runner.allocate_bare(bench::problem().layout({{"n", 3}}));
    const std::vector<grader::GuardBands> bands = runner.guards();
    REQUIRE(bands.size() == 2);
    for (const grader::GuardBands& band : bands) CHECK((band.before.empty() && band.after.empty()));
    runner.release();
    runner.finish();
}

TEST_CASE("a runner that cannot be started is an infrastructure error", "[runner]") {
    CHECK_THROWS_MATCHES(RunnerClient({{"/no/such/runner"}, {}, false}, limits), grader::EnvironmentError,
                         MessageMatches(ContainsSubstring("cannot start /no/such/runner: execve")));
}

TEST_CASE("a runner that hangs or crashes while it finishes is reported", "[runner]") {
    // The script reads the request, its lengths and the first byte of the rest: a process that ends before
    // has died.
    const std::string answers = "head -c 17 <&3 > /dev/null; " + empty_object;
    CHECK_NOTHROW(script(answers + "exit 1").finish()); // a simulator's findings are not a fault of the
                                                        // process
    const auto ends = [&](const std::string& text, const std::string& message) {
        INFO(text);
        RunnerClient runner = script(answers + text);
        CHECK_THROWS_MATCHES(runner.finish(), RunnerDied, MatchesPattern(message));
    };
    ends("sleep 1000", "did_not_end seconds=0.5");
    ends("kill -SEGV $$", "crashed when=before_the_function_was_called");
}

TEST_CASE("a runner may be set to drop output beyond the limit", "[runner]") {
    RunnerClient runner({{"/bin/sh", "-c", "head -c 200000 /dev/zero | tr '\\0' x; exit 3"}, {}, true},
                        limits);
    CHECK_THROWS_MATCHES(runner.call(), RunnerDied, MatchesPattern("ended_process status=3"));
    CHECK(runner.output().size() == 64 * 1024);
}

TEST_CASE("a runner's temporary files are removed with it", "[runner]") {
    std::filesystem::path folder;
    {
        RunnerClient runner =
            script("mkdir \"$TMPDIR/left\"; echo \"$TMPDIR\"; printf %30d 1 >&3; exec sleep 100");
        CHECK_THROWS_AS(runner.hello(), RunnerDied);
        folder = runner.output().substr(0, runner.output().find('\n'));
        CHECK(std::filesystem::is_directory(folder / "left"));
    }
    CHECK_FALSE(std::filesystem::exists(folder));
}

TEST_CASE("a runner rejects invalid requests and continues", "[runner]") {
    RunnerClient runner(bench::backend().runner(), limits);
    CHECK_THROWS_AS(runner.call(), RunnerFault);
    CHECK_THROWS_AS(runner.fetch(5), RunnerFault);
    CHECK_THROWS_AS(runner.load("/no/such/build.so", "scale"), RunnerFault);
    runner.allocate(bench::problem().layout({{"n", 3}}), {1, 2});
    CHECK_THROWS_AS(runner.fill(0, {1, 2, 3}), RunnerFault);
    CHECK_THROWS_AS(runner.gather(1, {3}), RunnerFault);
    CHECK_THROWS_AS(runner.prepare({1, {{0, 0}}}), RunnerFault); // there is no pool
    CHECK(runner.hello().at("name") == "host");
}

TEST_CASE("every way a runner can end has its message", "[runner][slow]") {
    const auto ends = [](const std::string& text, const std::string& message) {
        INFO(text);
        RunnerClient runner = script(text);
        CHECK_THROWS_MATCHES(runner.call(), RunnerDied, MatchesPattern(message));
    };
    ends("exit 3", "ended_process when=while_the_function_ran status=3");
    ends("kill -SEGV $$", "crashed when=while_the_function_ran signal=11 signal_name=\"Segmentation fault\"");
    ends("exec 3>&-; sleep 1.5; exit 3", "ended_process when=while_the_function_ran status=3");
    ends("exec 3>&-; sleep 1000", "closed_channel");
    ends("sleep 1000", "timed_out seconds=0.5");
    ends("printf '12345678 this is no message' >&3; sleep 1000", "wrote_to_channel");
    ends(empty_object + "sleep 1000", "wrote_to_channel");
    ends("printf '\\377' >&3; sleep 1000", "timed_out seconds=0.5");
    ends("while true; do echo 0123456789; done", "printed_too_much kib=64");
}
