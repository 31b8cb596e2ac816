#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>

#include "finding_messages/access_messages.h"
#include "finding_messages/memory_messages.h"
#include "machine_bench.h"

// Incidents in blocks that run in parallel are reported as if the blocks ran one after the other.

namespace {

using namespace machine_bench;
using namespace simulator;

namespace access_messages = kernelsmith::access_messages;
namespace memory_messages = kernelsmith::memory_messages;

// All kinds of errors, in blocks of 80 threads. Each thread sums the values it has read.
const std::string every_mistake = delay(0) + R"(
st.global.u32 [%rd3], %r3;
ld.global.v4.u32 {%r5, %r6, %r7, %r8}, [%rd3];
add.u32 %r5, %r5, %r8;
shl.b32 %r6, %r1, 2;
mov.u32 %r7, shared_;
add.u32 %r6, %r7, %r6;
st.shared.u32 [%r6], %r1;
ld.shared.u32 %r8, [%r6+-4];
add.u32 %r5, %r5, %r8;
cvt.u64.u32 %rd5, %r6;
cvta.shared.u64 %rd5, %rd5;
ld.u32 %r8, [%rd5];
add.u32 %r5, %r5, %r8;
atom.shared.add.u32 %r8, [%r6], 5;
add.u32 %r5, %r5, %r8;
red.global.add.u32 [%rd3], 1;
mov.u64 %rd6, local_;
mad.wide.u32 %rd6, %r1, 4, %rd6;
st.local.u32 [%rd6], %r1;
ld.local.u32 %r8, [%rd6];
add.u32 %r5, %r5, %r8;
mov.u64 %rd7, constant_;
mad.wide.u32 %rd7, %r1, 4, %rd7;
ld.const.u32 %r8, [%rd7];
add.u32 %r5, %r5, %r8;
cp.async.ca.shared.global [%r6], [%rd3], 4;
cp.async.wait_all;
ld.shared.u32 %r8, [%r6];
add.u32 %r5, %r5, %r8;
st.global.u32 [%rd4], %r5;
setp.ge.u32 %p1, %r1, 72;
@%p1 ret;
setp.lt.u32 %p1, %r1, 32;
@%p1 bra other;
bar.sync 0;
ret;
other: bar.sync 0;
)";

const std::string null_store = "mov.u64 %rd5, 0;\nst.global.u32 [%rd5], %r1;\n";

// 300 stores to a null pointer per thread, followed by a result.
const std::string many_null_stores =
    "mov.u64 %rd5, 0;\nmov.u32 %r5, 0;\n"
    "again: st.global.u32 [%rd5], %r1;\nadd.u32 %r5, %r5, 1;\n"
    "setp.lt.u32 %p1, %r5, 300;\n@%p1 bra again;\nst.global.u32 [%rd4], %r5;\n";

bool same_counts(const LaunchResult& a, const LaunchResult& b) {
    const auto same_tally = [](const Tally& one, const Tally& other) {
        return std::memcmp(&one, &other, sizeof one) == 0;
    };
    const auto same_memory = [](const MemoryTally& one, const MemoryTally& other) {
        return one.requests == other.requests && one.lanes == other.lanes && one.bytes == other.bytes &&
               one.sectors == other.sectors && one.l1_hits == other.l1_hits && one.l2_hits == other.l2_hits &&
               one.wavefronts == other.wavefronts;
    };
    return std::ranges::equal(a.counters->tallies, b.counters->tallies, same_tally) &&
           std::ranges::equal(a.counters->memory, b.counters->memory, same_memory);
}

void check_same_fault(const LaunchResult& a, const LaunchResult& b) {
    REQUIRE(a.fault);
    REQUIRE(b.fault);
    CHECK(a.fault->kind == b.fault->kind);
    CHECK(a.fault->reported == b.fault->reported);
    CHECK(a.fault->block == b.fault->block);
    CHECK(a.fault->thread == b.fault->thread);
    CHECK(a.fault->op == b.fault->op);
    CHECK(a.fault->address == b.fault->address);
}

} // namespace

TEST_CASE("findings are the same on any number of cores and with all checks enabled", "[machine]") {
    Gpu one;
    const LaunchResult expected = one.run(every_mistake, {.blocks = 40, .threads = 80});
    CHECK(one.reported().size() == 15);
    const std::vector<Finding> findings = one.findings.all();
    const auto store =
        std::ranges::find(findings,
                          Message(access_messages::past_the_end,
                                  {{"access", Message(access_messages::writes, {{"bytes", 4}})}}),
                          &Finding::what);
    REQUIRE(store != findings.end());
    CHECK(store->count == 40 * 80 - 1000);
    CHECK(store->block->x == 12);
    CHECK(store->thread->x == 40);
    REQUIRE(expected.fault);
    CHECK(expected.fault->block == 0);
    CHECK(expected.fault->kind == FaultKind::misaligned_address);

    for (const std::uint32_t cores : {2U, 4U, 7U}) {
        CAPTURE(cores);
        Gpu several;
        const LaunchResult result = several.run(every_mistake, {.blocks = 40, .threads = 80, .cores = cores});
        CHECK_FALSE(result.in_order);
        CHECK(several.reported() == one.reported());
        CHECK(several.bytes() == one.bytes());
        CHECK(same_counts(result, expected));
        check_same_fault(result, expected);
    }
    Gpu listened;
    const CheckOptions everything = {.memory = true, .race = false, .init = true};
    const LaunchResult result =
        listened.run(every_mistake, {.blocks = 40, .threads = 80, .cores = 4, .checks = everything});
    CHECK(result.in_order);
    CHECK(listened.reported() == one.reported());
    CHECK(listened.bytes() == one.bytes());
    CHECK(same_counts(result, expected));
    check_same_fault(result, expected);
}

TEST_CASE("the memory check alone does not force blocks to run in order", "[machine]") {
    const auto reason = [](CheckOptions checks) {
        Gpu gpu;
        return gpu.run("", {.blocks = 8, .cores = 4, .checks = checks}).in_order_reason;
    };
    CHECK(reason({.memory = true, .race = false, .init = false}).empty());
    CHECK(reason({.memory = true, .race = true, .init = false}) == "checks look at one block at a time");
    CHECK(reason({.memory = true, .race = false, .init = true}) == "checks look at one block at a time");
}

TEST_CASE("a fault discards findings of blocks with higher numbers only", "[machine]") {
    // Block 9 stops first, but the fault of block 5 wins; block 2 reports an incident even later.
    const std::string body = delay(2) + delay(5) + null_store +
                             "setp.eq.u32 %p1, %r2, 9;\n@%p1 trap;\nsetp.eq.u32 %p1, %r2, 5;\n@%p1 trap;\n" +
                             null_store;
    for (const std::uint32_t cores : {1U, 4U}) {
        CAPTURE(cores);
        Gpu gpu;
        const LaunchResult result = gpu.run(body, {.blocks = 64, .cores = cores});
        REQUIRE(result.fault);
        CHECK(result.fault->kind == FaultKind::trap);
        CHECK(result.fault->block == 5);
        CHECK_FALSE(result.fault->reported);
        CHECK(gpu.count(FindingKind::null_pointer) == (5 * 2 + 1) * 32);
        CHECK(gpu.findings.all().front().block->x == 0);
        CHECK_FALSE(result.counters);
    }
}

TEST_CASE("blocks with more findings than the buffer report all of them in order", "[machine]") {
    for (const std::uint32_t cores : {1U, 4U}) {
        CAPTURE(cores);
        Gpu gpu;
        const LaunchResult result =
            gpu.run(delay(0) + many_null_stores, {.blocks = 12, .threads = 64, .cores = cores});
        CHECK(gpu.count(FindingKind::null_pointer) == 12 * 64 * 300);
        CHECK(gpu.findings.all().front().block->x == 0);
        REQUIRE(result.fault);
        CHECK(result.fault->block == 0);
        CHECK(gpu.result(12 * 64 - 1) == 300);
    }
}

TEST_CASE("a block that waits to report findings stops if a block with a lower number faults", "[machine]") {
    const std::string body = delay(1) + "setp.eq.u32 %p1, %r2, 1;\n@%p1 trap;\n" + many_null_stores;
    Gpu gpu;
    const LaunchResult result = gpu.run(body, {.blocks = 12, .threads = 64, .cores = 4});
    REQUIRE(result.fault);
    CHECK(result.fault->block == 1);
    CHECK(gpu.count(FindingKind::null_pointer) == 64 * 300);
}

namespace {

// Records the result of a block at the time of its first incident.
class ResultAtFirstIncident final : public Observer {
public:
    explicit ResultAtFirstIncident(const Gpu& gpu) : gpu_(gpu) {}
    std::map<std::uint64_t, std::uint32_t> results;

    [[nodiscard]] bool needs_every_event() const override { return false; }
    void launch_started(const LaunchStart&) override {}
    void launch_finished() override {}
    void heap_freed(std::uint32_t) override {}
    void invalid_access(const Access& access) override {
        results.try_emplace(access.place.block, gpu_.result(access.place.block * 64));
    }
    void divergent_barrier(std::uint64_t, std::uint32_t, std::uint32_t) override {}
    void mixed_barrier(std::uint64_t, std::uint32_t, std::uint32_t) override {}

    void block_started(std::uint64_t, const std::byte*) override { FAIL("it does not hear everything"); }
    void block_finished(std::uint64_t) override { FAIL("it does not hear everything"); }
    AccessVerdict access(const Access&) override { return {.refused = all_lanes}; }
    void local_changed(WarpId, Mask, std::uint32_t, std::uint32_t, bool) override {}
    void uninitialized_used(WarpId, std::uint32_t, unsigned, UninitializedSource, std::string_view) override {
    }
    AccessVerdict copy_started(const Access&, const Access&) override { return {.refused = all_lanes}; }
    void copies_grouped(WarpId, Mask) override {}
    void copies_finished(WarpId, Mask, std::uint32_t) override {}
    void copies_tracked(WarpId, Mask, const Address*) override {}
    void phase_completed(std::uint64_t, Address) override {}
    void barrier_arrived(WarpId, std::uint32_t) override {}
    void barrier(std::uint64_t, std::uint32_t, bool, std::span<const std::uint32_t>) override {}
    void warp_barrier(WarpId, Mask) override {}
    void fence(WarpId, Mask, MemoryScope) override {}

private:
    const Gpu& gpu_;
};

} // namespace

TEST_CASE("many findings are reported before the block ends", "[machine]") {
    Gpu gpu;
    ResultAtFirstIncident observer(gpu);
    gpu.run(many_null_stores, {.blocks = 3, .threads = 64, .cores = 3}, &observer);
    CHECK(observer.results == std::map<std::uint64_t, std::uint32_t>{{0, 0}, {1, 0}, {2, 0}});
    CHECK(gpu.result(2 * 64) == 300);
}

TEST_CASE("a negative index in the first lane of a whole warp is found", "[machine]") {
    const std::string shared =
        "mov.u32 %r5, shared_;\nmad.lo.u32 %r5, %r1, 4, %r5;\nst.shared.u32 [%r5+-4], %r1;\n";
    // In the second iteration, half of the lanes are at the top of the address space.
    const std::string global = "mov.u32 %r5, 0;\nmov.u64 %rd5, %rd3;\n"
                               "again: st.global.u32 [%rd5], %r1;\nmul.wide.u32 %rd5, %r1, 4;\n"
                               "add.s64 %rd5, %rd5, -64;\nadd.u32 %r5, %r5, 1;\nsetp.lt.u32 %p1, %r5, 2;\n"
                               "@%p1 bra again;\n";
    for (const bool init : {false, true}) {
        CAPTURE(init);
        const Setup setup = {.checks = {.memory = true, .race = false, .init = init}};
        Gpu gpu;
        gpu.run(shared, setup);
        REQUIRE(gpu.reported().size() == 1);
        CHECK(gpu.count(FindingKind::out_of_bounds) == 1);
        CHECK(gpu.findings.all().front().where ==
              Message(memory_messages::before_block_or_thread_memory, {{"bytes", 4}}));
        gpu.run(global, setup);
        CHECK(gpu.count(FindingKind::null_pointer) == 16);
        CHECK(gpu.count(FindingKind::out_of_bounds) == 1 + 16);
    }
    Gpu gpu;
    const LaunchResult result = gpu.run(shared, {}, nullptr);
    REQUIRE(result.fault);
    CHECK(result.fault->kind == FaultKind::illegal_address);
    CHECK(result.fault->thread == 0);
}

TEST_CASE("a read past the end of constant memory is reported", "[machine]") {
    const std::string body =
        "mov.u64 %rd5, constant_;\nmad.wide.u32 %rd5, %r1, 4, %rd5;\nld.const.u32 %r5, [%rd5];\n"
        "st.global.u32 [%rd4], %r5;\n";
    for (const bool init : {false, true}) {
        Gpu gpu;
        const LaunchResult result = gpu.run(body, {.checks = {.memory = true, .race = false, .init = init}});
        CHECK(gpu.count(FindingKind::out_of_bounds) == 16);
        const Message where = gpu.findings.all().front().where;
        CHECK(where.is(memory_messages::right_after));
        CHECK(where.message("memory") ==
              Message(memory_messages::constant_variable, {{"bytes", 64}, {"name", "constant_"}}));
        REQUIRE(result.fault);
        CHECK(result.fault->reported);
    }
}

TEST_CASE("a block that runs in order may wait for a block with a much higher number", "[machine]") {
    const std::string body =
        "setp.eq.u32 %p1, %r2, 0;\n@!%p1 bra others;\n"
        "wait: ld.volatile.global.u32 %r5, [%rd1];\nsetp.eq.u32 %p1, %r5, 0;\n@%p1 bra wait;\n"
        "st.global.u32 [%rd2], %r5;\nret;\n"
        "others: setp.eq.u32 %p1, %r2, 599;\n@%p1 st.volatile.global.u32 [%rd1], %r2;\n";
    Gpu gpu;
    const LaunchResult result = gpu.run(body, {.blocks = 600, .cores = 4});
    CHECK(result.in_order);
    CHECK_FALSE(result.fault);
    CHECK(gpu.result(0) == 599);
}
