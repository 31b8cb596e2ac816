// A keeper and a runner on the simulator, where they share a device as on a GPU.

#include "grading/runner_client/keeper.h"

#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "base/descriptor.h"
#include "forwarding_backend.h"
#include "grading/isolation/isolation.h"
#include "grading/runner_client/runner_client.h"
#include "testing/facts.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using facts::MatchesPattern;
using grader::Backend;
using grader::RunnerClient;

constexpr std::int64_t kept_elements = 40'000; // too many to be spot-checked whole
constexpr std::uint64_t poison = 0x7fff00017fff0001ULL;

/// The simulator with a keeper. Skips the test if the machine has no sandbox for the runner.
const Backend& backend() {
    static const grader::Isolation best =
        grader::make_isolation(grader::IsolationRequest::automatic, bench::places().programs);
    if (best.level != grader::IsolationLevel::keeper) SKIP(best.missing.front());
    static const std::unique_ptr<Backend> sim = grader::make_backend("sim", bench::places(), "", best);
    return *sim;
}

/// The inputs 0, 1, 2, ... of a timed run, two windows long.
class Inputs {
public:
    Inputs() : memory_(::memfd_create("inputs", MFD_CLOEXEC)) {
        std::vector<float> all(kept_elements + 1);
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<float>(i);
        REQUIRE(grader::write_all(memory_, {reinterpret_cast<const char*>(all.data()), bytes()}));
    }
    static std::size_t bytes() { return (kept_elements + 1) * sizeof(float); }
    [[nodiscard]] grader::SharedPool shared() const { return {memory_.get(), bytes()}; }

private:
    grader::Descriptor memory_;
};

/// A runner with a keeper, in which @p entry of fixtures/cuda/kept.cu can be called.
class Kept {
public:
    explicit Kept(const std::string& entry)
        : object_(build()), runner_(backend().runner(), backend().limits({bench::lab().manifest.limits}),
                                    inputs_.shared(), object_) {
        (void)runner_.hello();
        runner_.pool();
        runner_.load(object_, entry);
        runner_.allocate(bench::problem().layout({{"n", kept_elements}}), {1, 2});
    }
    RunnerClient& operator*() { return runner_; }
    RunnerClient* operator->() { return &runner_; }

    /// Makes a timed call on the inputs from number @p from on. The whole output is checked.
    grader::TimedCall call(std::size_t from) {
        return runner_.timed_call({poison, {{0, from * sizeof(float)}}, false},
                                  {{1, 0, kept_elements * sizeof(float), kept_elements * sizeof(float), 1}});
    }
    float element(std::size_t index) {
        const std::vector<std::uint8_t> bytes = runner_.gather(1, {index});
        float value = 0;
        std::memcpy(&value, bytes.data(), sizeof(value));
        return value;
    }

private:
    static fs::path build() {
        const fs::path source = fs::path(FIXTURE_STUDENTS).parent_path() / "cuda/kept.cu";
        const grader::CompileResult result = grader::compile(backend().compile_job(source, bench::lab(), {}));
        INFO(result.log);
        REQUIRE(result.ok);
        return result.object;
    }

    Inputs inputs_;
    fs::path object_;
    RunnerClient runner_;
};

} // namespace

TEST_CASE("a keeper provides the inputs and its buffers receive the other process's results",
          "[keeper][slow]") {
    Kept kept("honest");
    for (const std::size_t from : {0, 1}) {
        const grader::TimedCall call = kept.call(from);
        CHECK(call.result.ms > 0);
        CHECK(call.observed_ms >= call.result.ms);
        CHECK(kept.element(100) == 2 * (100 + static_cast<float>(from)) + 1);
        CHECK(kept->outputs_settled());
        CHECK(kept->launches().launches.size() == 1); // none of the runner's own
    }
    CHECK(kept->guards().size() == 2);
    kept->release();
}

TEST_CASE("a call that signals completion before its outputs have arrived is detected", "[keeper]") {
    Kept kept("says_done_first");
    const grader::TimedCall call = kept.call(0);
    CHECK(call.observed_ms < call.result.ms);
    CHECK(kept.element(100) == 201); // the values have arrived by now
    CHECK_FALSE(kept->outputs_settled());
}

TEST_CASE("a build that replies in place of the runner is stopped", "[keeper]") {
    Kept kept("answers_by_itself");
    CHECK_THROWS_MATCHES(kept.call(0), grader::RunnerDied, MatchesPattern("wrote_to_channel"));
}

TEST_CASE("a process whose buffers are kept holds no pool and no doorbell open", "[keeper]") {
    Kept kept("lists_what_is_open");
    (void)kept->call();
    CHECK_THAT(kept->output(), ContainsSubstring("open: "));
    CHECK_THAT(kept->output(), !ContainsSubstring("memfd"));
}

TEST_CASE("a keeper that needs nothing from its runner starts in parallel with it", "[keeper]") {
    // As on a GPU. Memory of the host backend cannot be shared, but the inputs can be copied.
    const bench::SlowStartingBackend host(harness::scratch("keeper-starts"));
    const Inputs inputs;
    grader::RunnerCommand command = host.runner();
    command.kept = true;
    RunnerClient runner(command, host.limits({bench::lab().manifest.limits}), inputs.shared());
    runner.open();
    CHECK(runner.hello().at("name") == "host");
    runner.pool();
    CHECK(harness::read(host.notes()) == "begins begins ready ready ");
}

TEST_CASE("without a keeper a strict grade is refused and another one falls back to the sandbox",
          "[keeper]") {
    grader::Isolation isolation{grader::IsolationLevel::keeper};
    const grader::Isolation lower = grader::downgrade_to_sandbox(isolation, "it is a slice");
    CHECK(lower.level == grader::IsolationLevel::sandbox);
    REQUIRE(lower.missing.size() == 1);
    CHECK_THAT(lower.missing.front(), ContainsSubstring("it is a slice"));
    isolation.is_strict = true;
    CHECK_THROWS_MATCHES(grader::downgrade_to_sandbox(isolation, "it is a slice"), grader::EnvironmentError,
                         MessageMatches(ContainsSubstring("--isolation sandbox")));
    isolation.level = grader::IsolationLevel::sandbox;
    CHECK_NOTHROW(grader::downgrade_to_sandbox(isolation, "it is a slice"));
}
