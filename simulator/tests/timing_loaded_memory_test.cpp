#include "timing/loaded_memory.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>

namespace {

using namespace simulator::timing;
using Catch::Matchers::WithinRel;

constexpr double power = 2.5;
constexpr double next_to_nothing = 1e-6;

TEST_CASE("memory load below the SM's own time does not slow an SM that never waits", "[time]") {
    CHECK_THAT(combined_time({1, 1, 1}, 0.9, power), WithinRel(1, next_to_nothing));
    CHECK_THAT(combined_time({1, 1, 1}, 3, power), WithinRel(3, next_to_nothing));
    CHECK_THAT(combined_time({0, 0, 0}, 3, power), WithinRel(3, next_to_nothing));
}

TEST_CASE("the time of an SM that only waits grows with the latency of its accesses", "[time]") {
    CHECK_THAT(combined_time({1, 2, 4}, 1, power), WithinRel(std::pow(2, 1 / power), next_to_nothing));
    CHECK_THAT(combined_time({1, 2, 4}, 0, power), WithinRel(1, next_to_nothing));
}

TEST_CASE("an SM with other work is slowed less by memory latency than one that only waits", "[time]") {
    const double time = combined_time({1, 1, 2}, 0.9, power);
    CHECK(time >= 1);
    CHECK(time < combined_time({1, 2, 4}, 0.9, power));
}

TEST_CASE("slowed-down memory raises DRAM and L2 and atomic latencies but not L1 latency", "[time]") {
    const simulator::DeviceTime time = simulator::device_time_named("h200").value();
    const simulator::DeviceTime later = slowed_down(time, 2);
    CHECK(later.dram_latency == 2 * time.dram_latency);
    CHECK(later.l2_spread == 2 * time.l2_spread);
    CHECK(later.global_atomic_latency == 2 * time.global_atomic_latency);
    CHECK(later.l1_latency == time.l1_latency);
}

} // namespace
