#include <catch2/catch_test_macros.hpp>

#include "counters/l1.h"
#include "counters/l2.h"

using namespace simulator;

namespace {

/// A device whose L2 has one set of 16 lines.
Device tiny() {
    Device device;
    device.l2_bytes = 16 * 128;
    return device;
}

/// An L2 with a tally, and the traffic of single requests.
struct CacheBench {
    L2 l2;
    std::vector<MemoryTally> memory = std::vector<MemoryTally>(1);

    explicit CacheBench(const Device& device = tiny()) : l2(device) {}

    /// Returns the sectors that needed no DRAM.
    std::uint64_t serve(std::uint64_t line, std::uint8_t sectors, L2Use use = L2Use::read) {
        memory[0] = {};
        const L2Request request{line, 0, sectors, use};
        l2.serve({&request, 1}, memory);
        return memory[0].l2_hits;
    }
};

} // namespace

TEST_CASE("L1 hits exactly the sectors that were fetched before", "[simulator][counters]") {
    L1Cache l1(1024);
    CHECK(l1.fetch(7, 0b0011) == 0);
    CHECK(l1.fetch(7, 0b0110) == 0b0010);
    CHECK(l1.find(7, 0b1111) == 0b0111);
    CHECK(l1.find(8, 0b1111) == 0);
    l1.clear();
    CHECK(l1.find(7, 0b1111) == 0);
    CHECK(l1.fetch(7, 0b0001) == 0);
}

TEST_CASE("L1 holds as many lines as fit its capacity", "[simulator][counters]") {
    L1Cache l1(64 * 128);
    for (std::uint64_t line = 0; line < 64; ++line) l1.fetch(line * 4096, 15);
    for (std::uint64_t line = 0; line < 64; ++line) CHECK(l1.find(line * 4096, 15) == 15);
    l1.fetch(1'000'000, 15);
    int held = 0;
    for (std::uint64_t line = 0; line < 64; ++line) held += l1.find(line * 4096, 15) == 15;
    CHECK(held == 63);
}

TEST_CASE("L1 keeps a line in constant use while a stream of other lines passes through",
          "[simulator][counters]") {
    L1Cache l1(8 * 128);
    l1.fetch(1, 15);
    for (std::uint64_t line = 100; line < 200; ++line) {
        CHECK(l1.fetch(1, 15) == 15);
        l1.fetch(line, 15);
    }
}

TEST_CASE("An L1 of 0 bytes still holds one line", "[simulator][counters]") {
    L1Cache l1(0);
    l1.fetch(1, 15);
    CHECK(l1.find(1, 15) == 15);
    l1.fetch(2, 15);
    CHECK(l1.find(1, 15) == 0);
}

TEST_CASE("L2 reads missing sectors from DRAM in pairs", "[simulator][counters]") {
    CacheBench bench;
    CHECK(bench.serve(1, 0b0011) == 0);
    CHECK(bench.serve(1, 0b0111) == 2);
    // DRAM is read in pairs of sectors.
    CHECK(bench.serve(1, 0b1111) == 4);
    const L2::Traffic traffic = bench.l2.take_traffic();
    CHECK(traffic.read == 4 * 32);
    CHECK(traffic.written == 0);
    CHECK(bench.l2.take_traffic().read == 0);
}

TEST_CASE("L2 stores whole sectors without reading DRAM and writes them back when their line is evicted",
          "[simulator][counters]") {
    CacheBench bench;
    CHECK(bench.serve(0, 0b0101, L2Use::write) == 2);
    CHECK(bench.l2.take_traffic().read == 0);
    CHECK(bench.serve(0, 0b0001) == 1);
    for (std::uint64_t line = 1; line < 16; ++line) bench.serve(line, 15);
    CHECK(bench.l2.take_traffic().written == 0);
    bench.serve(16, 15);
    CHECK(bench.l2.take_traffic().written == 2 * 32);
}

TEST_CASE("L2 counts the partial edge sectors of writes", "[simulator][counters]") {
    CacheBench bench;
    L2Request request = {.line = 1, .sectors = 0b0111, .use = L2Use::write};
    request.partial_edges = 0b0101;
    bench.l2.serve(std::vector{request, request}, bench.memory);
    CHECK(bench.l2.take_traffic().partial_edges == 4);
}

TEST_CASE("L2 counts a read request as changed if its sectors were written since the last read",
          "[simulator][counters]") {
    CacheBench bench;
    bench.serve(0, 0b0001, L2Use::write);
    bench.serve(0, 0b0010);
    CHECK(bench.l2.take_traffic().changed == 0);
    bench.serve(0, 0b0001);
    bench.serve(0, 0b0001);
    CHECK(bench.l2.take_traffic().changed == 1);
    bench.serve(0, 0b0001, L2Use::modify);
    bench.serve(0, 0b0001);
    CHECK(bench.l2.take_traffic().changed == 1);
}

TEST_CASE("A warp also waits for sectors that L2 is fetching for another warp", "[simulator][counters]") {
    CacheBench bench;
    const auto waits = [&](std::uint8_t sectors, std::uint8_t warp) {
        bench.memory[0] = {};
        const L2Request request{.line = 0, .sectors = sectors, .first = true, .warp = warp};
        bench.l2.serve({&request, 1}, bench.memory);
        return bench.memory[0].l2_dram_requests == 1;
    };
    CHECK(waits(0b0001, 0));
    CHECK(waits(0b0010, 1));
    CHECK_FALSE(waits(0b0010, 2));
    CHECK(waits(0b0100, 0));
    CHECK_FALSE(waits(0b1000, 0));
}

TEST_CASE("L2 reads the sector of an atomic from DRAM once and writes it back on eviction",
          "[simulator][counters]") {
    CacheBench bench;
    CHECK(bench.serve(0, 1, L2Use::modify) == 0);
    CHECK(bench.serve(0, 1, L2Use::modify) == 1);
    CHECK(bench.l2.take_traffic().read == 2 * 32);
    for (std::uint64_t line = 1; line <= 16; ++line) bench.serve(line, 1);
    CHECK(bench.l2.take_traffic().written == 32);
}

TEST_CASE("L2 evicts the least recently used line", "[simulator][counters]") {
    CacheBench bench;
    for (std::uint64_t line = 0; line < 16; ++line) bench.serve(line, 15);
    bench.serve(0, 15);
    bench.serve(16, 15);
    CHECK(bench.serve(0, 15) == 4);
    CHECK(bench.serve(1, 15) == 0);
}

TEST_CASE("L2 holds an array of three quarters of its size and a matrix column of 64 KiB rows",
          "[simulator][counters]") {
    const Device h200 = device_named("h200");
    CacheBench bench(h200);
    const std::uint64_t lines = h200.l2_bytes / 128;
    const auto hits_of_second_round = [&](std::uint64_t count, std::uint64_t stride) {
        std::uint64_t hits = 0;
        for (int round = 0; round < 2; ++round) {
            hits = 0;
            for (std::uint64_t n = 0; n < count; ++n) hits += bench.serve(n * stride, 15);
        }
        return static_cast<double>(hits) / static_cast<double>(count * 4);
    };
    CHECK(hits_of_second_round(lines * 3 / 4, 1) > 0.95);
    // 16 Ki rows of 64 KiB: a power of two, which would map to a sixteenth of the sets without hashing.
    CHECK(hits_of_second_round(16384, 512) > 0.95);
    CHECK(hits_of_second_round(lines * 2, 1) < 0.05);
}

TEST_CASE("L2 merges partial writes of a sector and reads DRAM on eviction if the sector is incomplete",
          "[simulator][counters]") {
    CacheBench bench;
    const auto write_quarter = [&](std::uint64_t line) {
        const L2Request request{.line = line, .sectors = 1, .use = L2Use::write, .bytes = 8};
        bench.l2.serve({&request, 1}, bench.memory);
    };
    for (int quarter = 0; quarter < 4; ++quarter) write_quarter(0);
    for (int quarter = 0; quarter < 3; ++quarter) write_quarter(1);
    CHECK(bench.l2.take_traffic().partial == 7);
    for (std::uint64_t line = 2; line < 18; ++line) bench.serve(line, 15);
    const L2::Traffic traffic = bench.l2.take_traffic();
    CHECK(traffic.written == 2 * 32);
    CHECK(traffic.filled == 1);
    CHECK(traffic.read == (16 * 4 + 1) * 32);
}
