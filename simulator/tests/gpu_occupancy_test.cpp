#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "gpu/occupancy.h"

using namespace simulator;
using Catch::Approx;

namespace {

KernelResources with_registers(std::uint32_t registers) {
    KernelResources kernel;
    kernel.registers = registers;
    kernel.registers_known = true;
    return kernel;
}

} // namespace

TEST_CASE("Registers limit the blocks of an SM", "[simulator][model]") {
    const Device h200 = device_named("h200");
    const Occupancy few = occupancy(h200, with_registers(32), 256, 0);
    CHECK(few.blocks_per_sm == 8);
    CHECK(few.theoretical == 1.0);
    CHECK(few.limiter == OccupancyLimiter::nothing);

    const Occupancy more = occupancy(h200, with_registers(64), 256, 0);
    CHECK(more.blocks_per_sm == 4);
    CHECK(more.theoretical == 0.5);
    CHECK(more.limiter == OccupancyLimiter::registers);
    CHECK(more.limits.registers == 4);
    CHECK(more.limits.threads == 8);
    CHECK(more.limits.blocks == 32);

    CHECK(occupancy(h200, with_registers(126), 256, 0).blocks_per_sm == 2);
}

TEST_CASE("Shared memory limits the blocks of an SM whether declared or requested", "[simulator][model]") {
    const Device h200 = device_named("h200");
    KernelResources kernel = with_registers(32);
    CHECK(occupancy(h200, kernel, 256, 40'000).blocks_per_sm == 5);
    CHECK(occupancy(h200, kernel, 256, 40'000).limiter == OccupancyLimiter::shared_memory);
    CHECK(occupancy(h200, kernel, 256, 16 << 10).blocks_per_sm == 8);
    kernel.static_shared = 40'000;
    CHECK(occupancy(h200, kernel, 256, 0).blocks_per_sm == 5);
    kernel.static_shared = 0;
    CHECK(occupancy(h200, kernel, 256, 227 << 10).blocks_per_sm == 1);
    CHECK(occupancy(h200, kernel, 256, (227 << 10) + 1).blocks_per_sm == 0);
}

TEST_CASE("The launch's shape limits the blocks of an SM", "[simulator][model]") {
    const Device h200 = device_named("h200");
    const Occupancy small = occupancy(h200, with_registers(16), 32, 0);
    CHECK(small.blocks_per_sm == 32);
    CHECK(small.theoretical == 0.5);
    CHECK(small.limiter == OccupancyLimiter::blocks);

    const Occupancy odd = occupancy(h200, with_registers(16), 768, 0);
    CHECK(odd.blocks_per_sm == 2);
    CHECK(odd.theoretical == 0.75);
    CHECK(odd.limiter == OccupancyLimiter::threads);

    // The second warp of 33 threads has one thread, and uses the resources of 32.
    CHECK(occupancy(h200, with_registers(16), 33, 0).theoretical == 1.0);
}

TEST_CASE("Named barriers limit the blocks of an SM", "[simulator][model]") {
    KernelResources kernel = with_registers(16);
    kernel.barriers = 16;
    const Occupancy found = occupancy(device_named("h200"), kernel, 128, 0);
    CHECK(found.blocks_per_sm == 4);
    CHECK(found.limiter == OccupancyLimiter::barriers);
}

TEST_CASE("A kernel that cannot be launched has no occupancy", "[simulator][model]") {
    const Device h200 = device_named("h200");
    CHECK(occupancy(h200, with_registers(32), 0, 0).blocks_per_sm == 0);
    CHECK(occupancy(h200, with_registers(32), 1025, 0).blocks_per_sm == 0);
    CHECK(occupancy(h200, with_registers(128), 1024, 0).blocks_per_sm == 0);
    KernelResources bounded = with_registers(32);
    bounded.max_threads = 128;
    CHECK(occupancy(h200, bounded, 129, 0).blocks_per_sm == 0);
    CHECK(occupancy(h200, bounded, 128, 0).blocks_per_sm == 16);
    CHECK(achieved_occupancy(h200, {}, 100, 1025) == 0);
}

TEST_CASE("The number of resident blocks depends on the device", "[simulator][model]") {
    const KernelResources kernel = with_registers(32);
    CHECK(occupancy(device_named("rtx_4090"), kernel, 256, 0).blocks_per_sm == 6);
    CHECK(occupancy(device_named("t4"), kernel, 256, 0).blocks_per_sm == 4);
    CHECK(occupancy(device_named("t4"), kernel, 32, 0).blocks_per_sm == 16);
}

TEST_CASE("The calculator knows the limits of each capability", "[simulator][model]") {
    struct Case {
        const char* device;            ///< a GPU of the capability
        std::uint32_t most_blocks;     ///< limit of an SM
        std::uint32_t of_256_threads;  ///< blocks that fill an SM
        std::uint32_t of_64_registers; ///< blocks of 256 threads with 64 registers each
        std::uint32_t of_40_kb;        ///< blocks of 256 threads with 40 KiB of shared memory each
        std::uint32_t barriers;        ///< blocks with 16 barriers each
    };
    // Barriers limit the blocks of an SM from 9.0 on.
    for (const Case& each : {Case{"rtx_3090", 16, 6, 4, 2, 12}, Case{"rtx_4090", 24, 6, 4, 2, 12},
                             Case{"b200", 32, 8, 4, 5, 4}, Case{"rtx_5090", 24, 6, 4, 2, 1}}) {
        INFO(each.device);
        const Device device = device_named(each.device);
        CHECK(occupancy(device, with_registers(16), 32, 0).blocks_per_sm == each.most_blocks);
        CHECK(occupancy(device, with_registers(32), 256, 0).blocks_per_sm == each.of_256_threads);
        CHECK(occupancy(device, with_registers(64), 256, 0).blocks_per_sm == each.of_64_registers);
        CHECK(occupancy(device, with_registers(32), 256, 40 << 10).blocks_per_sm == each.of_40_kb);
        KernelResources kernel = with_registers(16);
        kernel.barriers = 16;
        CHECK(occupancy(device, kernel, 128, 0).blocks_per_sm == each.barriers);
    }
}

TEST_CASE("The calculator agrees with each device's own limit of blocks", "[simulator][model]") {
    for (const std::string& name : device_names()) {
        INFO(name);
        const Device device = device_named(name);
        CHECK(occupancy(device, with_registers(16), 32, 0).limits.blocks == device.blocks_per_sm);
    }
}

TEST_CASE("Shared memory takes from L1 in steps", "[simulator][model]") {
    const Device h200 = device_named("h200");
    // Eight blocks with 1 KiB reserved each need the carve-out of 8 KiB.
    CHECK(occupancy(h200, with_registers(32), 256, 0).l1_bytes == (256 - 8) << 10);
    // Eight blocks with 16 KiB and 1 KiB reserved each need 136 KiB: the carve-out is 164 KiB.
    CHECK(occupancy(h200, with_registers(32), 256, 16 << 10).l1_bytes == (256 - 164) << 10);
    CHECK(occupancy(h200, with_registers(32), 256, 227 << 10).l1_bytes == (256 - 228) << 10);
    // Two blocks with 40 KiB and 1 KiB reserved each need 82 KiB: the carve-out is 100 KiB of 128 KiB.
    for (const char* name : {"rtx_3090", "rtx_4090", "rtx_5090"})
        CHECK(occupancy(device_named(name), with_registers(32), 256, 40 << 10).l1_bytes == (128 - 100) << 10);
    // Five blocks with 40 KiB and 1 KiB reserved each need 205 KiB: the carve-out is 228 KiB of 256 KiB.
    CHECK(occupancy(device_named("b200"), with_registers(32), 256, 40 << 10).l1_bytes == (256 - 228) << 10);
}

TEST_CASE("A partly filled last wave lowers the achieved occupancy", "[simulator][model]") {
    const Device h200 = device_named("h200");
    const Occupancy full = occupancy(h200, with_registers(32), 256, 0);
    REQUIRE(full.blocks_per_sm == 8);
    const std::uint64_t wave = 132 * 8;
    CHECK(achieved_occupancy(h200, full, wave, 256) == 1.0);
    CHECK(achieved_occupancy(h200, full, 3 * wave, 256) == 1.0);
    // One SM runs two waves, the others one: the time of 133 SMs for 1057 blocks of an eighth each.
    CHECK(achieved_occupancy(h200, full, wave + 1, 256) == Approx(1057.0 / 133 / 8));
    // One block per SM, and only on some SMs: these have an eighth of their warps.
    CHECK(achieved_occupancy(h200, full, 10, 256) == Approx(0.125));
    CHECK(achieved_occupancy(h200, full, 0, 256) == 0);
}

TEST_CASE("Each occupancy limiter has a printable name", "[simulator][model]") {
    CHECK(text_of(OccupancyLimiter::registers) == "registers");
    CHECK(text_of(OccupancyLimiter::shared_memory) == "shared memory");
    CHECK(text_of(OccupancyLimiter::nothing) == "nothing");
}
