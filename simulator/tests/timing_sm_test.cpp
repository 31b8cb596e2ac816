#include "timing/sm.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <vector>

namespace {

using namespace simulator;
using namespace simulator::timing;
using Catch::Matchers::WithinRel;

constexpr double near = 0.05;

/// A kernel of one basic block, and warps that execute it.
class SmBench {
public:
    SmBench() {
        time.slot = time.warp_gap = 1;
        time.latency.fill(4);
        time.rate.fill(4);
        time.shared_latency = 20;
        time.barrier_latency = 0;
        time.l1_latency = 30;
        time.l2_latency = 100;
        time.dram_latency = 500;
        time.l2_spread = time.dram_spread = 0;
        time.l1_lines_per_cycle = 1;
        time.l2_read_sectors_per_cycle = time.l2_write_sectors_per_cycle = 2;
        time.block_start = time.warp_start = 0;
    }

    /// Adds an instruction.
    OpFacts& op(std::vector<std::uint32_t> reads, std::vector<std::uint32_t> writes,
                ptx::Effect effect = ptx::Effect::compute) {
        OpFacts facts;
        facts.cost.instructions[static_cast<std::size_t>(Unit::fma)] = 1;
        facts.effect = effect;
        facts.reads = std::move(reads);
        facts.writes = std::move(writes);
        kernel.ops.push_back(facts);
        return kernel.ops.back();
    }
    /// @p warps warps that execute the block @p rounds times.
    BlockTrace block(std::uint32_t warps, std::uint32_t rounds, const std::vector<AccessCost>& costs = {}) {
        BlockTrace steps;
        for (std::uint32_t warp = 0; warp < warps; ++warp) {
            WarpTrace& of_warp = steps.warps.emplace_back();
            for (std::uint32_t round = 0; round < rounds; ++round)
                for (std::uint32_t n = 0; n < kernel.ops.size(); ++n) of_warp.ops.push_back(n);
            of_warp.costs = costs;
            of_warp.executed = of_warp.ops.size();
        }
        return steps;
    }
    SmRun run(const std::vector<BlockTrace>& blocks, std::uint32_t resident = 1) {
        kernel.registers = 16;
        kernel.segments.assign(1, {0, static_cast<std::uint32_t>(kernel.ops.size()), {}, {}});
        kernel.segments[0].single_round = plan_of(kernel.ops, kernel.ops.front().cost.rounds, 1);
        if (kernel.ops.front().cost.rounds > 1)
            kernel.segments[0].unrolled =
                plan_of(kernel.ops, kernel.ops.front().cost.rounds, kernel.ops.front().cost.rounds);
        std::vector<const BlockTrace*> pointers;
        for (const BlockTrace& one : blocks) pointers.push_back(&one);
        const std::vector<double> shares(kernel.ops.size(), dram_share);
        return run_sm({kernel, pointers, resident, shares, {}, waits, limited_queues}, time);
    }

    DeviceTime time;
    KernelFacts kernel;
    double dram_share = 0;
    bool waits = false;
    bool limited_queues = false;
};

AccessCost shared_load(std::uint32_t step, std::uint16_t passes) {
    AccessCost cost;
    cost.step = step;
    cost.space = MemorySpace::shared;
    cost.lanes = 32;
    cost.bytes = 4;
    cost.passes = passes;
    return cost;
}

AccessCost global(std::uint32_t step, std::uint16_t l2_sectors, AccessKind kind = AccessKind::load) {
    AccessCost cost;
    cost.step = step;
    cost.kind = kind;
    cost.lanes = 32;
    cost.bytes = 4;
    cost.lines = 1;
    cost.sectors = 4;
    cost.l2_sectors = l2_sectors;
    return cost;
}

TEST_CASE("a chain of instructions takes its latency", "[time]") {
    SmBench bench;
    bench.op({1}, {1});
    CHECK_THAT(bench.run({bench.block(1, 1000)}).cycles, WithinRel(4000, near));
}

TEST_CASE("independent instructions take an issue slot each and other warps hide latency", "[time]") {
    SmBench bench;
    bench.op({1}, {2});
    CHECK_THAT(bench.run({bench.block(1, 1000)}).cycles, WithinRel(1000, near));
    SmBench chain;
    chain.op({1}, {1});
    // Four warps in each of four subpartitions.
    const SmRun run = chain.run({chain.block(16, 1000)});
    CHECK_THAT(run.cycles, WithinRel(4000, near));
}

TEST_CASE("setting a predicate adds the predicate latency", "[time]") {
    SmBench bench;
    bench.op({1}, {1}).sets_predicate = true;
    const double cycles = bench.run({bench.block(1, 1000)}).cycles;
    bench.time.predicate_latency = 9;
    CHECK_THAT(bench.run({bench.block(1, 1000)}).cycles, WithinRel(cycles + 9000, near));
}

TEST_CASE("instructions on a unit with a lower rate are serialized", "[time]") {
    SmBench bench;
    OpFacts& op = bench.op({1}, {2});
    op.cost.instructions.fill(0);
    op.cost.instructions[static_cast<std::size_t>(Unit::xu)] = 1;
    bench.time.rate[static_cast<std::size_t>(Unit::xu)] = 0.5;
    CHECK_THAT(bench.run({bench.block(8, 100)}).cycles, WithinRel(1600, near));
}

TEST_CASE("each wavefront of a bank conflict takes a cycle", "[time]") {
    SmBench bench;
    bench.op({1}, {2}, ptx::Effect::load);
    std::vector<AccessCost> costs;
    for (std::uint32_t step = 0; step < 1000; ++step) costs.push_back(shared_load(step, 8));
    const SmRun run = bench.run({bench.block(4, 1000, costs)});
    CHECK_THAT(run.cycles, WithinRel(32000, near));
    CHECK(run.data == 32000);
}

TEST_CASE("a load is waited for where its value is used", "[time]") {
    SmBench used;
    used.op({1}, {1}, ptx::Effect::load);
    CHECK_THAT(used.run({used.block(1, 2, {global(0, 4), global(1, 4)})}).cycles, WithinRel(103, near));
    used.dram_share = 1;
    CHECK(used.run({used.block(1, 2, {global(0, 4), global(1, 4)})}).cycles > 500);
    SmBench unused;
    unused.op({1}, {2}, ptx::Effect::load);
    CHECK(unused.run({unused.block(1, 2, {global(0, 4), global(1, 4)})}).cycles < 10);
}

TEST_CASE("no warp waits for a store but the path to L2 serializes stores", "[time]") {
    SmBench bench;
    bench.op({1}, {1}, ptx::Effect::store);
    CHECK(bench.run({bench.block(1, 2, {global(0, 4, AccessKind::store), global(1, 4, AccessKind::store)})})
              .cycles < 10);
    CHECK(bench.run({bench.block(1, 1, {global(0, 4, AccessKind::store)})}).outgoing == 2);
}

TEST_CASE("an SM whose queue to L2 is full issues no further access until one is complete", "[time]") {
    for (const AccessKind kind : {AccessKind::load, AccessKind::store}) {
        CAPTURE(static_cast<int>(kind));
        SmBench sm;
        sm.time.l2_read_sectors_per_cycle = sm.time.l2_write_sectors_per_cycle = 0.5;
        // 20 accesses of 4 sectors, and an instruction that needs none of their data.
        sm.op({}, {1}, kind == AccessKind::load ? ptx::Effect::load : ptx::Effect::store);
        const std::vector<BlockTrace> blocks = {sm.block(20, 1, {global(0, 4, kind)})};
        sm.time.reads_in_flight = sm.time.writes_in_flight = 8;
        const double unlimited = sm.run(blocks).data;
        CHECK_THAT(unlimited, WithinRel(20.0, near));
        const double free = sm.run(blocks).cycles;
        sm.limited_queues = true;
        const double limited = sm.run(blocks).cycles;
        if (kind == AccessKind::load) {
            // Two loads at a time, each with its latency and 8 cycles on the path.
            CHECK_THAT(limited, WithinRel(10 * (100.0 + 8), 0.1));
            CHECK(free < limited / 3);
        } else {
            // The path serves stores at the same rate, but they wait in the SM.
            CHECK_THAT(limited, WithinRel(free, 0.1));
        }
        sm.time.reads_in_flight = sm.time.writes_in_flight = 1000;
        CHECK(sm.run(blocks).cycles == free);
    }
}

TEST_CASE("handoffs of a block are measured from its wait to its next write for other blocks", "[time]") {
    SmBench sm;
    sm.waits = true;
    sm.op({}, {1}, ptx::Effect::load);
    for (int n = 0; n < 10; ++n) sm.op({1}, {1});
    sm.op({1}, {}, ptx::Effect::store);
    AccessCost wait = global(0, 1);
    wait.waited = true;
    AccessCost write = global(11, 1, AccessKind::store);
    write.forwards_wait = true;
    const BlockHandoffs handoffs =
        sm.run({sm.block(1, 1, {wait, write}), sm.block(1, 1, {wait, write})}).handoffs;
    CHECK(handoffs.number == 2);
    CHECK_THAT(handoffs.latency, WithinRel(40.0, near));
    CHECK_THAT(handoffs.all_latency, WithinRel(80.0, near));
}

TEST_CASE("a block that does not fit begins when another one has ended", "[time]") {
    SmBench bench;
    bench.op({1}, {1});
    const std::vector<BlockTrace> blocks = {bench.block(1, 100), bench.block(1, 100)};
    CHECK_THAT(bench.run(blocks, 1).cycles, WithinRel(800, near));
    CHECK_THAT(bench.run(blocks, 2).cycles, WithinRel(400, near));
}

TEST_CASE("a barrier waits for the slowest warp", "[time]") {
    SmBench bench;
    bench.op({1}, {1});
    bench.op({}, {}, ptx::Effect::block_barrier);
    bench.op({1}, {1});
    BlockTrace block = bench.block(2, 1);
    // One warp has more work before the barrier. Its basic block is executed in parts, as in a loop.
    block.warps[1].ops.insert(block.warps[1].ops.begin(), 100, 0);
    block.warps[1].executed += 100;
    CHECK_THAT(bench.run({block}).cycles, WithinRel(410, near));
}

TEST_CASE("a wait for a phase lasts until the slowest warp and its copies have arrived", "[time]") {
    const auto cycles = [](bool copies_arrive) {
        SmBench bench;
        bench.op({1}, {1});
        bench.op({}, {}, ptx::Effect::copy);
        bench.op({}, {}, ptx::Effect::barrier_object).copies_arrive = copies_arrive;
        bench.op({}, {}, ptx::Effect::barrier_object);
        bench.op({1}, {1});
        AccessCost copy;
        copy.step = 1;
        copy.lanes = 32;
        copy.bytes = 4;
        copy.lines = 1;
        copy.sectors = copy.l2_sectors = 4;
        copy.passes = 1;
        AccessCost arrival = shared_load(2, 1);
        arrival.phase_event = PhaseEvent::arrives;
        AccessCost wait = shared_load(3, 1);
        wait.phase_event = PhaseEvent::waits;
        BlockTrace block = bench.block(2, 1, {copy, arrival, wait});
        WarpTrace& late = block.warps[1];
        late.ops.insert(late.ops.begin(), 100, 0);
        late.executed += 100;
        for (AccessCost& cost : late.costs) cost.step += 100;
        return bench.run({block}).cycles;
    };
    CHECK_THAT(cycles(false), WithinRel(410, near));
    CHECK_THAT(cycles(true), WithinRel(510, near));
}

TEST_CASE("the replay reports recorded and executed steps separately", "[time]") {
    SmBench bench;
    bench.op({1}, {1});
    BlockTrace block = bench.block(1, 10);
    block.warps[0].executed = 1000;
    const SmRun run = bench.run({block});
    CHECK(run.steps == 10);
    CHECK(run.total_steps == 1000);
}

TEST_CASE("register spill stores occupy L1 and are written through to L2", "[time]") {
    SmBench bench;
    bench.op({1}, {1}).cost.spill_stores = 1;
    const SmRun run = bench.run({bench.block(1, 100)});
    CHECK(run.data == 100);
    CHECK(run.outgoing == 200);
}

TEST_CASE("reads of different constants by the lanes of a warp are serialized", "[time]") {
    SmBench bench;
    bench.time.constant_address_cycles = 10;
    bench.op({1}, {1}, ptx::Effect::load);
    AccessCost cost;
    cost.space = MemorySpace::constant;
    cost.serial_rounds = 32;
    CHECK(bench.run({bench.block(1, 2, {cost})}).cycles > 320);
    cost.serial_rounds = 1;
    CHECK(bench.run({bench.block(1, 2, {cost})}).cycles < 20);
}

TEST_CASE("constant lines beyond the cache's capacity are fetched one at a time", "[time]") {
    const auto cycles = [](Unit reader, std::uint32_t lines) {
        SmBench bench;
        bench.time.constant_latency = 20;
        bench.time.constant_miss = 71;
        bench.time.constant_fetch_cycles = 38;
        bench.time.constant_lines = 32;
        OpFacts& op = bench.op({1}, {1}, ptx::Effect::load);
        op.cost.instructions.fill(0);
        op.cost.instructions[static_cast<std::size_t>(reader)] = 1;
        AccessCost cost;
        cost.space = MemorySpace::constant;
        cost.serial_rounds = 1;
        std::vector<AccessCost> costs(640, cost);
        for (std::uint32_t step = 0; step < costs.size(); ++step) {
            costs[step].step = step;
            costs[step].constant_line = step % lines;
        }
        BlockTrace block = bench.block(64, 640, costs);
        for (WarpTrace& warp : block.warps)
            for (const AccessCost& each : costs) warp.constant_lines.insert(each.constant_line);
        return bench.run({block}).cycles;
    };
    CHECK(cycles(Unit::none, 8) < 640 * 64);
    // Each warp fetches each line.
    CHECK_THAT(cycles(Unit::none, 640), WithinRel(640 * 64 * 38, near));
    // All warps wait for one fetch.
    CHECK_THAT(cycles(Unit::uniform, 640), WithinRel(640 * 75, 0.2));
}

TEST_CASE("an SM takes the longer for a match.any the more values are different", "[time]") {
    const auto cycles = [](std::uint16_t values) {
        SmBench bench;
        bench.time.match_cycles = 3;
        bench.time.match_value = 2;
        bench.op({1}, {2});
        AccessCost cost;
        cost.space = MemorySpace::param;
        cost.serial_rounds = values;
        std::vector<AccessCost> costs(100, cost);
        for (std::uint32_t step = 0; step < costs.size(); ++step) costs[step].step = step;
        return bench.run({bench.block(16, 100, costs)}).cycles;
    };
    CHECK_THAT(cycles(1), WithinRel(1600 * 5, near));
    CHECK_THAT(cycles(32), WithinRel(1600 * 67, near));
}

TEST_CASE("a shared float atomic delays its warp until the last round of its CAS loop", "[time]") {
    SmBench bench;
    bench.time.shared_cas_round_cycles = 3;
    bench.time.shared_cas_round_latency = 97;
    // No instruction uses the result.
    bench.op({1}, {2}, ptx::Effect::atomic);
    AccessCost cost;
    cost.space = MemorySpace::shared;
    cost.kind = AccessKind::atomic;
    cost.lowering = AtomicLowering::float_add;
    const auto run = [&](std::uint32_t warps, std::uint16_t rounds, std::uint16_t reads) {
        cost.serial_rounds = rounds;
        cost.passes = reads;
        std::vector<AccessCost> costs(100, cost);
        for (std::uint32_t step = 0; step < costs.size(); ++step) costs[step].step = step;
        return bench.run({bench.block(warps, 100, costs)});
    };
    CHECK_THAT(run(1, 1, 1).cycles, WithinRel(100 * 100, near));
    CHECK_THAT(run(1, 8, 8).cycles, WithinRel(8 * 100 * 100, near));
    // Other warps run meanwhile, until the banks are busy all the time.
    CHECK_THAT(run(16, 8, 8).cycles, WithinRel(8 * 100 * 100, near));
    CHECK(run(1, 8, 8).data == 100 * 8 * 3);
    CHECK(run(1, 8, 24).data == 100 * (8 * 3 + 16));
    CHECK_THAT(run(16, 8, 80).cycles, WithinRel(16 * 8 * 100 * 12, near));
    // Each round executes its instructions again.
    bench.kernel.ops[0].cost.instructions[static_cast<std::size_t>(Unit::fma)] = 50;
    CHECK_THAT(run(16, 8, 8).cycles, WithinRel(4 * 8 * 50 * 100, 0.2));
}

TEST_CASE("in an unrolled loop the loads of all iterations are in flight together", "[time]") {
    const auto cycles = [](bool unrolled) {
        SmBench bench;
        bench.op({1}, {2}, ptx::Effect::load);
        bench.op({2}, {3});
        if (unrolled) {
            // SASS has both loads first.
            bench.kernel.ops[0].cost.addresses = {0, 16};
            bench.kernel.ops[1].cost.addresses = {32, 48};
            bench.kernel.ops[0].cost.rounds = bench.kernel.ops[1].cost.rounds = 2;
        }
        return bench.run({bench.block(1, 2, {global(0, 4), global(2, 4)})}).cycles;
    };
    CHECK(cycles(false) > 200);
    CHECK(cycles(true) < 150);
}

} // namespace
