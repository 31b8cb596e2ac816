#include "timing/launch_time.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <memory>

#include "gpu/device.h"
#include "timing/dependent_blocks.h"

namespace {

using namespace simulator;
using namespace simulator::timing;
using Catch::Matchers::WithinRel;

constexpr std::uint32_t multiprocessors = 4;

/// A launch whose blocks have one warp, which computes for @p cycles cycles.
TimedLaunch computing(std::uint64_t blocks, std::uint32_t cycles) {
    KernelFacts kernel;
    OpFacts op;
    op.cost.instructions[static_cast<std::size_t>(Unit::fma)] = 1;
    kernel.ops = {op};
    kernel.segments = {{0, 1, plan_of(kernel.ops, 1, 1), {}}};
    TimedLaunch launch;
    launch.kernel = std::make_shared<const KernelFacts>(kernel);
    launch.blocks = blocks;
    launch.multiprocessors = multiprocessors;
    launch.threads = 32;
    launch.dram_share = {0};
    for (std::uint64_t n = 0; n < 2 && n * multiprocessors < blocks; ++n) {
        BlockTrace& block = launch.steps.emplace_back();
        block.block = n * multiprocessors;
        block.warps.emplace_back().ops.assign(cycles, 0);
        block.warps[0].executed = cycles;
    }
    launch.work.assign(blocks, {cycles, cycles});
    return launch;
}

DeviceTime times() { return device_time_named("h200").value(); }

double ms_of(const TimedLaunch& launch, const DeviceTime& time = times()) {
    return time_of(launch, time_of_sm(launch, time), time).ms;
}

double term(const LaunchTime& time, const std::string& name) {
    const auto found = std::ranges::find(time.terms, name, &std::pair<std::string, double>::first);
    REQUIRE(found != time.terms.end());
    return found->second;
}

TEST_CASE("each sector written back partially adds another DRAM read and write", "[time]") {
    TimedLaunch launch = computing(4, 10);
    launch.demand.traffic.read = launch.demand.traffic.written = 500'000'000;
    const DeviceTime time = times();
    const auto dram = [&] { return term(time_of(launch, time_of_sm(launch, time), time), "dram"); };
    const double before = dram();
    launch.demand.traffic.partial_edges = 1'000'000;
    const double bytes_ms =
        48 * 1e6 / time.dram_copy_gb_s * 1e-6; // 32 read, and 16 of a sector written twice
    const double pages_ms = 2 * 1e6 * time.dram_page_ps * 1e-9;
    CHECK_THAT(dram(), WithinRel(before + bytes_ms + pages_ms, 0.01));
}

TEST_CASE("sampled blocks represent all blocks resident on an SM whatever their number", "[time]") {
    TimedLaunch launch = computing(1000, 400);
    launch.resident = 1;
    const double one_by_one = ms_of(launch);
    launch.resident = 32;
    // Four warps share the SM, and each must wait for its own results.
    const double beside = ms_of(launch);
    CHECK(beside < one_by_one / 4);
    CHECK(beside > one_by_one / 32);
}

TEST_CASE("loads of the other blocks are not overlapped if the sampled blocks do almost no work", "[time]") {
    const DeviceTime time = times();
    TimedLaunch launch = computing(1000, 10);
    const double lines = 1e5;
    launch.demand.read_sectors = 4 * lines;
    const auto cycles = [&] { return time_of_sm(launch, time).cycles; };
    const double alike = cycles();
    // Eight blocks, two per SM, do nearly all work.
    for (std::uint64_t block = 900; block < 908; ++block) launch.work[block] = {1'000'000, 1'000'000};
    CHECK(cycles() > 100 * alike);
    CHECK_THAT(cycles(), WithinRel(lines * time.dram_latency / multiprocessors, 0.05));
    // If they are sampled, their own time counts.
    launch.steps[1].block = 904;
    CHECK(cycles() < lines * time.dram_latency / 16);
}

TEST_CASE("the DRAM time of a launch is its bytes divided by the bandwidth", "[time]") {
    TimedLaunch launch = computing(4, 10);
    launch.demand.traffic.read = 1'000'000'000;
    const DeviceTime time = times();
    const LaunchTime found = time_of(launch, time_of_sm(launch, time), time);
    CHECK(found.limiter == "dram");
    CHECK_THAT(term(found, "dram"), WithinRel(1e3 / time.dram_read_gb_s, 1e-9));
    CHECK(found.ms >= term(found, "dram"));
}

TEST_CASE("units serve all blocks and a launch in which none is busy is limited by latency", "[time]") {
    TimedLaunch launch = computing(4, 1000);
    DeviceTime time = times();
    time.launch_us = 0;
    const auto fma = static_cast<std::size_t>(Unit::fma);
    launch.instructions[fma] = 4000;
    const LaunchTime few = time_of(launch, time_of_sm(launch, time), time);
    CHECK_THAT(term(few, "unit_fma"),
               WithinRel(4000 / time.rate[fma] / multiprocessors / time.clock_ghz * 1e-6, 1e-9));
    CHECK(few.limiter == "latency");
    // A warp that runs alone in its SM subpartition is limited to the rate of that subpartition.
    launch.instructions[fma] = 4e9;
    CHECK(time_of(launch, time_of_sm(launch, time), time).limiter == "issue");
}

TEST_CASE("atomics of a warp on one word are serialized and float atomics take longest", "[time]") {
    const auto cycles = [](AtomicLowering lowering, std::uint16_t serial_rounds) {
        KernelFacts kernel;
        OpFacts op;
        op.cost.instructions[static_cast<std::size_t>(Unit::lsu)] = 1;
        op.effect = ptx::Effect::atomic;
        kernel.ops = {op};
        kernel.segments = {{0, 1, plan_of(kernel.ops, 1, 1), {}}};
        TimedLaunch launch = computing(1, 100);
        launch.kernel = std::make_shared<const KernelFacts>(kernel);
        for (std::uint32_t step = 0; step < 100; ++step) {
            AccessCost cost;
            cost.step = step;
            cost.kind = AccessKind::atomic;
            cost.lowering = lowering;
            cost.result_used = false;
            cost.lanes = 32;
            cost.bytes = 4;
            cost.lines = cost.sectors = cost.l2_sectors = 1;
            cost.serial_rounds = serial_rounds;
            launch.steps[0].warps[0].costs.push_back(cost);
        }
        return time_of_sm(launch, times()).cycles;
    };
    const double spread = cycles(AtomicLowering::serialized, 1);
    const double together = cycles(AtomicLowering::serialized, 32);
    const double clock_ghz = times().clock_ghz;
    CHECK_THAT(together, WithinRel(100 * 31 * L2::change_ns * clock_ghz, 0.1));
    CHECK_THAT(cycles(AtomicLowering::float_add, 32),
               WithinRel(100 * 31 * L2::float_change_ns * clock_ghz, 0.1));
    CHECK(spread < together / 4);
    CHECK(cycles(AtomicLowering::warp_aggregated, 32) == spread);
}

TEST_CASE("a line read again after a write takes L2 two requests", "[time]") {
    TimedLaunch launch = computing(4, 10);
    launch.demand.traffic.lines = 1'000'000;
    const double before = ms_of(launch);
    launch.demand.traffic.changed = 1'000'000;
    CHECK_THAT(ms_of(launch), WithinRel(2 * before, 0.3));
    DeviceTime whole = times();
    whole.l2_changed_requests = 0;
    CHECK(ms_of(launch, whole) == before);
}

TEST_CASE("each further wave of blocks adds the same time", "[time]") {
    const double one = ms_of(computing(4, 20'000));
    const double two = ms_of(computing(8, 20'000));
    const double ten = ms_of(computing(40, 20'000));
    CHECK_THAT(two - one, WithinRel((ten - two) / 8, 0.05));
    CHECK(two > 1.8 * one);
}

TEST_CASE("blocks of different length take as long as the SM that has most to do", "[time]") {
    TimedLaunch launch = computing(8, 20'000);
    const double alike = ms_of(launch);
    launch.work.assign(8, {0, 0});
    launch.work[0] = launch.work[4] = {20'000, 20'000};
    CHECK(ms_of(launch) < 0.7 * alike);
}

TEST_CASE("sampled blocks with almost no work do not represent the others", "[time]") {
    TimedLaunch launch = computing(8, 20'000);
    const double alike = ms_of(launch);
    // Without loops, as BlockWork::longest_warp shows.
    launch.work.assign(8, {20'000, 0});
    CHECK_THAT(ms_of(launch), WithinRel(alike, 0.01));
    launch.work[0] = launch.work[4] = {1'000, 0};
    CHECK(ms_of(launch) > 10 * alike);
}

TEST_CASE("a block with unevenly divided work takes as long as its longest warp", "[time]") {
    TimedLaunch launch = computing(8, 20'000);
    const double alike = ms_of(launch);
    launch.work[5] = {40'000, 40'000};
    const double longer = ms_of(launch);
    CHECK(longer > 1.2 * alike);
    // The same work, but one warp has all of it.
    launch.work[5].longest_warp = 200'000;
    CHECK(ms_of(launch) > 3 * longer);
}

TEST_CASE("atomics on one line are serialized across all parts of a GPU", "[time]") {
    TimedLaunch launch = computing(4, 10);
    launch.demand.traffic.hottest_ns = 1e6;
    launch.demand.traffic.changed_lines = 4;
    CHECK(ms_of(launch) >= 1);
    CHECK(ms_of(launch, part_of(times(), 4, 4)) >= 4);
    launch.demand.traffic.changed_lines = 1e6;
    CHECK(ms_of(launch, part_of(times(), 4, 4)) < 1.1);
}

TEST_CASE("a chain through all blocks takes an L2 latency per block unless look-back skips blocks",
          "[time]") {
    TimedLaunch launch = computing(4000, 10);
    const double free = ms_of(launch);
    launch.waits = {.blocks = 3999, .longest_chain = 3999, .rounds = 1, .words = 1};
    const DeviceTime time = times();
    const double hop = (time.l2_latency + time.l2_spread) / time.clock_ghz * 1e-6;
    const double chained = ms_of(launch);
    CHECK(chained > 0.7 * 3999 * hop);
    CHECK(chained > 2 * free);
    // A block that polls 32 words at once, and can use partial tile states, skips many blocks per look-back.
    launch.waits.written_twice = true;
    launch.waits.words = 32;
    CHECK(ms_of(launch) < chained / 10);
    // The waits of each block by itself are in the block's own time.
    launch.waits = {.blocks = 4000, .longest_chain = 3, .rounds = 3, .words = 1};
    CHECK(ms_of(launch) < chained / 10);
}

TEST_CASE("the chain time of a part of a GPU is multiplied by the number of parts", "[time]") {
    TimedLaunch launch = computing(4000, 10);
    launch.waits = {.blocks = 3999, .longest_chain = 3999, .rounds = 1, .words = 1};
    const DeviceTime part = part_of(times(), 4, 4);
    const double whole = term(time_of(launch, time_of_sm(launch, times()), times()), "chain");
    const double of_part = term(time_of(launch, time_of_sm(launch, part), part), "chain");
    CHECK(of_part > 3.9 * whole);
}

TEST_CASE("memory time does not overlap computation if all blocks wait for each other", "[time]") {
    TimedLaunch launch = computing(8, 20'000);
    const double alone = ms_of(launch);
    launch.demand.traffic.read = static_cast<std::uint64_t>(alone * 1e6 * times().dram_read_gb_s);
    const double free = ms_of(launch);
    CHECK(free < 1.5 * alone);
    launch.waits = {.blocks = 8, .longest_chain = 1, .rounds = 1, .words = 1};
    CHECK(ms_of(launch) > 1.9 * alone);
    // A single block that waits at the end does not delay the others.
    launch.waits.blocks = 1;
    CHECK(ms_of(launch) < 1.2 * free);
}

TEST_CASE("blocks that wait in rounds take as long as the slowest of them from wait to write", "[time]") {
    TimedLaunch launch = computing(4, 10'000);
    launch.waits = {.blocks = 4, .longest_chain = 20, .rounds = 20, .words = 1};
    SmTime sm = time_of_sm(launch, times());
    CHECK_THAT(sm.lockstep.cycles, WithinRel(sm.cycles, 0.01)); // it does not access memory
    CHECK(sm.lockstep.handoffs == 0);
    DeviceTime time = times();
    time.launch_us = 0;
    const double cycle_ms = 1e-6 / time.clock_ghz;
    const auto ms = [&] { return time_of(launch, sm, time).ms; };
    CHECK_THAT(ms(), WithinRel(sm.cycles * cycle_ms, 0.01));
    // 90 % of a round is on the critical path, which the slowest of 132 blocks determines.
    time.parts = 33;
    sm.lockstep = {sm.cycles, 20, 0.9 * sm.cycles};
    const double slowest = 1 + 2.47 * time.block_spread;
    CHECK_THAT(ms(),
               WithinRel(0.9 * slowest * sm.cycles * cycle_ms + 20 * time.grid_barrier_us * 1e-3, 0.01));
    time.block_spread = 0;
    time.grid_barrier_us = 0;
    CHECK_THAT(ms(), WithinRel(sm.cycles * cycle_ms, 0.01));
}

TEST_CASE("in lockstep each SM has its share of the bandwidth of reads, and then of writes", "[time]") {
    TimedLaunch launch = computing(4, 10);
    const DeviceTime time = times();
    launch.demand.read_sectors = 4e6;
    launch.demand.traffic.read = static_cast<std::uint64_t>(launch.demand.read_sectors * sector_bytes);
    launch.demand.written_sectors = 1e3; // all of them stay in L2
    const DeviceTime shared = with_shared_bandwidth(launch, time);
    // Four SMs alone have more bandwidth than they can use.
    CHECK(shared.l2_read_sectors_per_cycle == time.l2_read_sectors_per_cycle);
    launch.multiprocessors = 132;
    const DeviceTime whole = with_shared_bandwidth(launch, time);
    CHECK_THAT(whole.l2_read_sectors_per_cycle * sector_bytes * 132 * time.clock_ghz,
               WithinRel(time.dram_read_gb_s, 1e-6));
    CHECK_THAT(whole.l2_write_sectors_per_cycle * sector_bytes * 132 * time.clock_ghz,
               WithinRel(time.l2_write_gb_s, 1e-6));
}

TEST_CASE("a part of a GPU is as fast as the whole with a part of the work", "[time]") {
    const Device whole = device_named("h200");
    const Device part = part_of(whole, 33, 33);
    CHECK(part.multiprocessors == 4);
    CHECK(part.l2_bytes == whole.l2_bytes / 33);
    const DeviceTime time = times();
    CHECK_THAT(part_of(time, 33, 33).l2_gb_s * 33, WithinRel(time.l2_gb_s, 1e-9));
    CHECK_THAT(part_of(time, 33, 5).dram_read_gb_s * 5, WithinRel(time.dram_read_gb_s, 1e-9));
    CHECK_THROWS_AS(part_of(whole, 5, 5), std::invalid_argument);
    CHECK_THROWS_AS(part_of(whole, 0, 1), std::invalid_argument);
    CHECK_THROWS_AS(part_of(whole, 4, 8), std::invalid_argument);
    CHECK_THROWS_AS(part_of(whole, 4, 0), std::invalid_argument);
}

} // namespace
