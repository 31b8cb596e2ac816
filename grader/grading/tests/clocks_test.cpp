// Clock rates during a timed run, from the driver's library to the report.

#include "grading/measure/clocks.h"

#include <deque>

#include <catch2/catch_test_macros.hpp>

#include "forwarding_backend.h"
#include "grading/backend/nvml.h"
#include "grading/steps/speed_step.h"
#include "testing/facts.h"
#include "testing/harness.h"

namespace {

using facts::MatchesPattern;
using grader::ClockReading;
using grader::Clocks;
using grader::Pair;

Pair pair_at(unsigned baseline_mhz, unsigned student_mhz) {
    return {8, 1, {baseline_mhz, 0}, {student_mhz, 0}};
}

/// Returns these readings in a cycle.
class TurnsOfClock final : public grader::ClockSource {
public:
    explicit TurnsOfClock(std::deque<ClockReading> readings) : readings_(std::move(readings)) {}
    std::optional<ClockReading> read() override {
        readings_.push_back(readings_.front());
        readings_.pop_front();
        return readings_.back();
    }

private:
    std::deque<ClockReading> readings_;
};

/// The host with a simulated clock source.
class ClockedHost final : public bench::ForwardingBackend {
public:
    explicit ClockedHost(std::deque<ClockReading> readings) : readings_(std::move(readings)) {}
    [[nodiscard]] std::unique_ptr<grader::ClockSource> clocks() const override {
        return std::make_unique<TurnsOfClock>(readings_);
    }

private:
    std::deque<ClockReading> readings_;
};

/// Returns the grade of the step `fast` of a good build on @p host.
grader::LabGrade timed_with_clock(const grader::Backend& host, double budget_s = 0) {
    grader::Lab lab = bench::lab();
    lab.manifest.speed.budget_s = budget_s;
    grader::LabGrade grade;
    grader::measure_speed(host, grader::build_of(lab, bench::build(harness::student("passes.cu"))), {},
                          lab.manifest.speed.recorded_for(lab.manifest.speed.reference), grade);
    return grade;
}

} // namespace

TEST_CASE("pairs at unequal clocks are dropped, the most unequal ones first", "[clocks]") {
    std::vector<Pair> pairs(9, pair_at(1980, 1980));
    pairs[2] = pair_at(1980, 1965); // one step of the clock rate
    pairs[4] = pair_at(1980, 1755);
    pairs[6] = pair_at(1700, 1980);
    CHECK(grader::drop_unequal(pairs, 4) == 2);
    REQUIRE(pairs.size() == 7);
    CHECK(pairs[2].student_clock.sm_mhz == 1965);

    // At most a third is dropped, and no pair whose loss would make a round too small.
    std::vector<Pair> uneven(9, pair_at(1980, 1755));
    uneven[8] = pair_at(1980, 1200);
    CHECK(grader::drop_unequal(uneven, 4) == 3);
    CHECK(uneven.size() == 6);
    CHECK(uneven.back().student_clock.sm_mhz == 1755);
    std::vector<Pair> few(5, pair_at(1980, 1755));
    CHECK(grader::drop_unequal(few, 4) == 1);
    CHECK(grader::drop_unequal(few, 4) == 0);

    std::vector<Pair> unknown(9, pair_at(0, 1980));
    CHECK(grader::drop_unequal(unknown, 4) == 0);
}

TEST_CASE("the clock range and slowdowns of a measurement cover all its runs", "[clocks]") {
    Clocks clocks;
    CHECK_FALSE(clocks.known());
    clocks.add(pair_at(0, 0));
    CHECK_FALSE(clocks.known());
    clocks.add({8, 1, {1980, grader::power_cap}, {1700, grader::hardware_thermal}});
    clocks.add(pair_at(1900, 0));
    CHECK(clocks.low_mhz == 1700);
    CHECK(clocks.high_mhz == 1980);
    const std::vector<std::string> words = {"power cap", "thermal slowdown by the hardware"};
    CHECK(grader::slowdown_names(clocks.slowdowns) == words);
    CHECK(grader::slowdowns_from(words) == clocks.slowdowns);
}

TEST_CASE("a GPU's clocks come from its driver's library, where there is one", "[clocks]") {
    CHECK(grader::nvml_clocks("00000000:0f:00.0", "libnvidia-ml.so.nowhere") == nullptr);
    CHECK(grader::nvml_clocks("00000000:2f:00.0", NVML_STAND_IN) == nullptr);
    const std::unique_ptr<grader::ClockSource> clocks =
        grader::nvml_clocks("00000000:0f:00.0", NVML_STAND_IN);
    REQUIRE(clocks != nullptr);
    const std::optional<ClockReading> first = clocks->read();
    REQUIRE(first);
    CHECK(first->sm_mhz == 1980);
    CHECK(first->slowdowns == 0); // idle is not a slowdown
    CHECK(clocks->read()->slowdowns == grader::power_cap);
    // A GPU that stops responding gives no reading, and nothing else changes.
    CHECK_FALSE(grader::nvml_clocks("00000000:1f:00.0", NVML_STAND_IN)->read());
}

TEST_CASE("the step reports what throttled the GPU and the dropped pairs", "[clocks][timed][slow]") {
    // Two readings per pair: every seventh pair or so is uneven, in whichever order its calls run.
    std::deque<ClockReading> readings(13, ClockReading{1980, 0});
    readings.push_back({1500, grader::power_cap});
    constexpr double budget_s = 1000; // a round then has the maximum number of pairs, on any machine
    const grader::LabGrade slowed = timed_with_clock(ClockedHost(readings), budget_s);
    REQUIRE(slowed.speedup);
    CHECK(slowed.speedup->clocks.low_mhz == 1500);
    CHECK(slowed.speedup->clocks.high_mhz == 1980);
    CHECK(slowed.speedup->clocks.slowdowns == grader::power_cap);
    CHECK(slowed.speedup->clocks.dropped > 0);
    std::size_t kept = 0;
    for (const grader::Round& round : slowed.speedup->rounds)
        for (const Pair& pair : round.pairs) {
            CHECK(pair.baseline_clock.sm_mhz == pair.student_clock.sm_mhz);
            ++kept;
        }
    CHECK(kept == slowed.speedup->pairs);
    CHECK_THAT(slowed.steps.back().details,
               MatchesPattern("held_back reasons=\"power cap\" low=1500 high=1980"));

    const grader::LabGrade steady = timed_with_clock(ClockedHost({{1980, 0}}));
    CHECK(steady.speedup->clocks.known());
    CHECK(steady.speedup->clocks.dropped == 0);
    CHECK(steady.steps.back().details.empty());
    CHECK_FALSE(timed_with_clock(bench::backend()).speedup->clocks.known());
}
