#include "timing/loaded_memory.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>

namespace {

using namespace simulator::timing;
using Catch::Matchers::WithinRel;

constexpr double power = 2.5;
constexpr double next_to_nothing = 1e-6;

TEST_CASE("an SM that does not wait for memory takes no longer because memory is busy", "[time]") {
    CHECK_THAT(combined_time({1, 1, 1}, 0.9, power), WithinRel(1, next_to_nothing));
    CHECK_THAT(combined_time({1, 1, 1}, 3, power), WithinRel(3, next_to_nothing));
    CHECK_THAT(combined_time({0, 0, 0}, 3, power), WithinRel(3, next_to_nothing));
}

TEST_CASE("an SM that only waits takes as much longer as each access does", "[time]") {
    CHECK_THAT(combined_time({1, 2, 4}, 1, power), WithinRel(std::pow(2, 1 / power), next_to_nothing));
    CHECK_THAT(combined_time({1, 2, 4}, 0, power), WithinRel(1, next_to_nothing));
}

TEST_CASE("an SM with other work waits only after that work", "[time]") {
    const double time = combined_time({1, 1, 2}, 0.9, power);
    CHECK(time >= 1);
    CHECK(time < combined_time({1, 2, 4}, 0.9, power));
}

TEST_CASE("memory that answers later answers all accesses later", "[time]") {
    const simulator::DeviceTime time = simulator::device_time_named("h200").value();
    const simulator::DeviceTime later = slowed_down(time, 2);
    CHECK(later.dram_latency == 2 * time.dram_latency);
    CHECK(later.l2_spread == 2 * time.l2_spread);
    CHECK(later.global_atomic_latency == 2 * time.global_atomic_latency);
    CHECK(later.l1_latency == time.l1_latency);
}

} // namespace
