// Times of a recorded launch on another GPU.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "gpu/measured_time.h"
#include "predict/nearest.h"
#include "predict/traffic_by_l2.h"
#include "timing/recorded_launch.h"

namespace {

using namespace simulator;
using namespace simulator::timing;
using Catch::Matchers::WithinRel;
using predict::nearest;
using predict::with_l2_of;

/// A launch of many equal blocks that reads through L2 and computes.
RecordedLaunch recorded_example() {
    RecordedLaunch recorded;
    recorded.launch.blocks = 4096;
    recorded.launch.multiprocessors = 132;
    recorded.launch.resident = 8;
    recorded.launch.instructions[static_cast<std::size_t>(Unit::fma)] = 5e7;
    recorded.launch.demand.read_sectors = 4e6;
    recorded.launch.demand.traffic.read = 128'000'000;
    recorded.sm.cycles = 80'000;
    recorded.sm.extrapolation_factor = 2;
    recorded.sm.generations = 4;
    recorded.sm.relative_times = {1, 1.5, 2.75};
    recorded.sm.run.cycles = 40'000;
    recorded.sm.run.data = 12'345;
    return recorded;
}

GpuSpeed speed_of(const std::string& name) {
    return {device_named(name).multiprocessors, device_time_named(name).value()};
}

double ms_on(const RecordedLaunch& recorded, const GpuSpeed& from, const GpuSpeed& to) {
    return time_on(recorded, recorded.launch.demand.traffic, from, to).ms;
}

} // namespace

TEST_CASE("a recorded launch survives a round trip and omits what is zero", "[predict]") {
    const RecordedLaunch recorded = recorded_example();
    const std::string json = to_json(recorded);
    CHECK(json.find("lockstep") == std::string::npos);
    CHECK(json.find("atomic_sectors") == std::string::npos);
    const RecordedLaunch again = recorded_launch(json);
    CHECK(to_json(again) == json);
    CHECK(again.launch.blocks == recorded.launch.blocks);
    CHECK(again.launch.instructions == recorded.launch.instructions);
    CHECK(again.sm.relative_times == recorded.sm.relative_times);
    CHECK(again.sm.run.data == recorded.sm.run.data);
    CHECK_THROWS_AS(recorded_launch("{\"sm\": 1}"), std::invalid_argument);
}

TEST_CASE("a launch that is predicted for its own GPU has the time of the model", "[predict]") {
    const RecordedLaunch recorded = recorded_example();
    const GpuSpeed h200 = speed_of("h200");
    CHECK_THAT(ms_on(recorded, h200, h200),
               WithinRel(time_of(recorded.launch, recorded.sm, h200.time).ms, 1e-9));
}

TEST_CASE("twice the SMs take half the SM time, unless SMs are idle or one block is the longest",
          "[predict]") {
    RecordedLaunch recorded = recorded_example();
    const GpuSpeed h200 = speed_of("h200");
    GpuSpeed twice = h200;
    twice.multiprocessors *= 2;
    const auto cycles = [&] {
        return scaled_sm(recorded.sm, recorded.launch, recorded.launch, h200, twice).cycles;
    };
    CHECK_THAT(cycles(), WithinRel(recorded.sm.cycles / 2, 1e-6));
    recorded.launch.blocks = 100; // some SMs are idle
    CHECK_THAT(cycles(), WithinRel(recorded.sm.cycles, 1e-6));
    recorded.launch.blocks = 4096;
    recorded.sm.imbalance = {recorded.sm.cycles, recorded.sm.cycles / 10};
    CHECK_THAT(cycles(), WithinRel(recorded.sm.cycles, 1e-6));
    recorded.sm.imbalance = {recorded.sm.cycles / 4, recorded.sm.cycles};
    CHECK_THAT(cycles(), WithinRel(recorded.sm.cycles / 2, 1e-6));
}

TEST_CASE("a launch that waits for DRAM follows its latency, and one that computes follows its units",
          "[predict]") {
    RecordedLaunch recorded = recorded_example();
    recorded.sm.relative_times = {1, 2, 4};
    recorded.launch.instructions = {};
    recorded.launch.demand.traffic.read = 4'000'000 * 32ULL;
    recorded.sm.run = {};
    const GpuSpeed from = speed_of("h200");
    GpuSpeed slow_memory = from;
    slow_memory.time.dram_latency *= 2;
    slow_memory.time.dram_spread *= 2;
    const auto cycles = [&](const GpuSpeed& to) {
        return scaled_sm(recorded.sm, recorded.launch, recorded.launch, from, to).cycles;
    };
    CHECK_THAT(cycles(slow_memory), WithinRel(2 * recorded.sm.cycles, 1e-6));

    recorded.sm.relative_times = {1, 1, 1};
    constexpr auto fma = static_cast<std::size_t>(Unit::fma);
    recorded.launch.instructions[fma] =
        recorded.sm.cycles * from.time.rate[fma] * recorded.launch.multiprocessors;
    GpuSpeed half_the_units = from;
    half_the_units.time.rate[fma] /= 2;
    CHECK_THAT(cycles(half_the_units), WithinRel(2 * recorded.sm.cycles, 0.05));
    CHECK_THAT(cycles(slow_memory), WithinRel(recorded.sm.cycles, 1e-6));
}

TEST_CASE("traffic of DRAM is interpolated by the size of L2", "[predict]") {
    L2::Traffic small;
    small.read = 1000;
    small.lines = 7;
    L2::Traffic large = small;
    large.read = 200;
    const std::vector<predict::TrafficSample> samples = {{4e6, large}, {1e6, small}};
    L2::Traffic own;
    own.lines = 5;
    CHECK(with_l2_of(own, 1e6, samples).read == 1000);
    CHECK(with_l2_of(own, 2e6, samples).read == 600);
    CHECK(with_l2_of(own, 4e6, samples).read == 200);
    CHECK(with_l2_of(own, 9e6, samples).read == 200);
    CHECK(with_l2_of(own, 1e5, samples).read == 1000);
    CHECK(with_l2_of(own, 2e6, samples).lines == 5);
    CHECK(with_l2_of(small, 2e6, {}).read == 1000);
}

TEST_CASE("the nearest GPU has as many threads per SM, then a close compute capability", "[predict]") {
    const auto without = [](const std::vector<std::string>& left_out) {
        std::vector<std::string> names = device_names();
        std::erase_if(names, [&](const std::string& name) {
            return std::ranges::find(left_out, name) != left_out.end();
        });
        return names;
    };
    CHECK(nearest(device_named("l4"), device_names()) == "l4");
    CHECK(nearest(device_named("h100"), without({"h100"})) == "h200");
    CHECK(nearest(device_named("h100"), without({"h100", "h200"})) == "a100");
    CHECK(nearest(device_named("rtx_4090"), without({"rtx_4090"})) == "l40");
    CHECK_THROWS_AS(nearest(device_named("l4"), {}), std::invalid_argument);
}

TEST_CASE("what calibrate does not measure is derived from a modelled GPU", "[predict][time]") {
    const MeasuredGpu h200 = measured_as_modelled("h200");
    CHECK(h200.values.contains("dram.read_gb_s"));
    CHECK(h200.values.contains("model.l2_write_gb_s"));
    CHECK_FALSE(h200.values.contains("model.sharpness"));
    const DeviceTime own = device_time_named("h200").value();
    const DeviceTime from_a100 = time_from_base(h200, "a100");
    const DeviceTime a100 = device_time_named("a100").value();
    CHECK(from_a100.dram_read_gb_s == own.dram_read_gb_s);
    CHECK(from_a100.clock_ghz == own.clock_ghz);
    CHECK(from_a100.sharpness == a100.sharpness);
    CHECK_THAT(from_a100.l2_latency / a100.l2_latency, WithinRel(282.42 / 205.0, 1e-6));
}

TEST_CASE("the output of calibrate is read, with other keys than the model's", "[predict][time]") {
    const MeasuredGpu gpu = measured_gpu(
        "name = \"NVIDIA Something\"\ncapability = [8, 6]\nmultiprocessors = 10\nclock_mhz = 1500\n"
        "memory_bytes = 8000000000\nmemory_clock_mhz = 7000\nmemory_bus_bits = 128\ndram_gb_s = 224.0\n"
        "l2_bytes = 2097152\nconstant_bytes = 65536\nl1_shared_bytes = 102400\nshared_per_sm = 102400\n"
        "shared_per_block = 49152\nshared_per_block_optin = 101376\nshared_reserved_per_block = 1024\n"
        "registers_per_sm = 65536\nregisters_per_block = 65536\nthreads_per_sm = 1536\nthreads_per_block = "
        "1024\n"
        "blocks_per_sm = 16\n",
        "[time]\nclock_mhz = [1480.0, \"measured\"]\n[time.l2]\nwrite_gb_s = [700.0, \"measured\"]\n"
        "[[time.l2_loaded]]\ngb_s = 1.0\n");
    CHECK(gpu.device.multiprocessors == 10);
    const DeviceTime time = time_from_base(gpu, "a10");
    CHECK_THAT(time.clock_ghz, WithinRel(1.48, 1e-9));
    CHECK(time.l2_write_gb_s == 700.0);
}
