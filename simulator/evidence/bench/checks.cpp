/// @file
/// Warp accesses per second that the checks process, for the access patterns of five kernels.

#include <array>
#include <cstdint>
#include <ctime>
#include <functional>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "checks/checks.h"
#include "findings/finding_text.h"
#include "memory/device_memory.h"

namespace {

using namespace simulator;

constexpr std::uint32_t warps = 8;
constexpr std::uint32_t shared_bytes = 16 * 1024;
constexpr std::uint64_t array_bytes = std::uint64_t{16} << 20;

/// One launch of blocks that execute the same accesses one after the other.
class Run {
public:
    Run() : memory_(std::uint64_t{1} << 32), shadow_(memory_), checks_(memory_, shadow_, findings_, {}) {
        for (const Allocation*& array : arrays_) {
            array = memory_.allocate(array_bytes, AllocationOrigin::device, {});
            shadow_.written(array->begin, array_bytes);
        }
    }

    using Body = std::function<void(Run&, std::uint64_t block)>;
    /// Runs the blocks sequentially and prints the time.
    void measure(std::string_view name, std::uint64_t blocks, const Body& body) {
        // CPU time of this process, because the machine may have other work
        const std::clock_t start = std::clock();
        accesses_ = 0;
        checks_.launch_started(
            {.grid = {static_cast<std::uint32_t>(blocks), 1, 1},
             .block = {warps * 32, 1, 1},
             .shared_bytes = shared_bytes,
             .ops = 16,
             .fences = false,
             .partial_barriers = false,
             .place = [](std::uint32_t op) { return CodePlace{.kernel = "bench", .line = op}; }});
        std::vector<std::byte> shared(shared_bytes);
        for (std::uint64_t block = 0; block < blocks; ++block) {
            checks_.block_started(block, shared.data());
            body(*this, block);
            checks_.block_finished(block);
        }
        checks_.launch_finished();
        const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        fmt::print("{:<44} {:8.1f} million warp accesses a second\n", name,
                   static_cast<double>(accesses_) / seconds / 1e6);
        for (const Finding& finding : findings_.all())
            fmt::print("    unexpected: {}\n", sentence(finding.what));
    }

    template <typename Place> void access(std::uint32_t op, std::uint64_t block, std::uint32_t warp,
                                          MemorySpace space, AccessKind kind, Shape shape, Place&& place) {
        for (unsigned lane = 0; lane < warp_size; ++lane) addresses_[lane] = place(lane);
        checks_.access({.place = {block, warp},
                        .op = op,
                        .space = space,
                        .kind = kind,
                        .strength = kind == AccessKind::atomic ? Strength::strong : Strength::weak,
                        .shape = shape,
                        .mask = all_lanes,
                        .addresses = addresses_.data(),
                        .values = kind == AccessKind::store ? values_.data() : nullptr});
        ++accesses_;
    }
    void barrier(std::uint64_t block) {
        static constexpr std::array<std::uint32_t, warps> all = {0, 1, 2, 3, 4, 5, 6, 7};
        checks_.barrier(block, 0, true, all);
    }
    [[nodiscard]] Address array(std::size_t n) const { return arrays_[n]->begin; }

private:
    DeviceMemory memory_;
    GlobalShadow shadow_;
    Findings findings_;
    Checks checks_;
    std::array<const Allocation*, 3> arrays_ = {};
    std::array<Address, warp_size> addresses_ = {};
    std::array<std::byte, warp_size* 16> values_ = {};
    std::uint64_t accesses_ = 0;
};

void vector_add(Run& run, std::uint64_t block) {
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
        const auto element = [&](std::size_t n) {
            return [&run, n, first = (block * warps + warp) * 128](unsigned lane) {
                return run.array(n) + first + lane * 4;
            };
        };
        run.access(1, block, warp, MemorySpace::global, AccessKind::load, Shape::consecutive, element(0));
        run.access(2, block, warp, MemorySpace::global, AccessKind::load, Shape::consecutive, element(1));
        run.access(3, block, warp, MemorySpace::global, AccessKind::store, Shape::consecutive, element(2));
    }
}

/// Tiles of 16 x 16, so that a warp has two rows of each.
void tiled_product(Run& run, std::uint64_t block) {
    constexpr std::uint64_t n = 512;
    const std::uint64_t row = block / 32 * 16;
    const std::uint64_t column = block % 32 * 16;
    for (std::uint64_t tile = 0; tile < n / 16; ++tile) {
        for (std::uint32_t warp = 0; warp < warps; ++warp) {
            const auto y = [=](unsigned lane) { return warp * 2 + lane / 16; };
            const auto in_tile = [=](unsigned lane) { return (y(lane) * 16 + lane % 16) * Address{4}; };
            run.access(1, block, warp, MemorySpace::global, AccessKind::load, Shape::scattered,
                       [&](unsigned lane) {
                           return run.array(0) + ((row + y(lane)) * n + tile * 16 + lane % 16) * 4;
                       });
            run.access(2, block, warp, MemorySpace::global, AccessKind::load, Shape::scattered,
                       [&](unsigned lane) {
                           return run.array(1) + ((tile * 16 + y(lane)) * n + column + lane % 16) * 4;
                       });
            run.access(3, block, warp, MemorySpace::shared, AccessKind::store, Shape::consecutive, in_tile);
            run.access(4, block, warp, MemorySpace::shared, AccessKind::store, Shape::consecutive,
                       [&](unsigned lane) { return 1024 + in_tile(lane); });
        }
        run.barrier(block);
        for (std::uint32_t warp = 0; warp < warps; ++warp) {
            for (std::uint32_t k = 0; k < 16; ++k) {
                run.access(5, block, warp, MemorySpace::shared, AccessKind::load, Shape::scattered,
                           [&](unsigned lane) { return Address{4} * ((warp * 2 + lane / 16) * 16 + k); });
                run.access(6, block, warp, MemorySpace::shared, AccessKind::load, Shape::scattered,
                           [&](unsigned lane) { return 1024 + Address{4} * (k * 16 + lane % 16); });
            }
        }
        run.barrier(block);
    }
}

void naive_product(Run& run, std::uint64_t block) {
    constexpr std::uint64_t n = 512;
    const std::uint64_t row = block / 2;
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
        const std::uint64_t column = block % 2 * 256 + warp * 32;
        for (std::uint64_t k = 0; k < n; ++k) {
            run.access(1, block, warp, MemorySpace::global, AccessKind::load, Shape::uniform,
                       [&](unsigned) { return run.array(0) + (row * n + k) * 4; });
            run.access(2, block, warp, MemorySpace::global, AccessKind::load, Shape::consecutive,
                       [&](unsigned lane) { return run.array(1) + (k * n + column + lane) * 4; });
        }
    }
}

void stencil(Run& run, std::uint64_t block) {
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
        for (std::uint32_t shift = 0; shift < 3; ++shift) {
            run.access(1 + shift, block, warp, MemorySpace::global, AccessKind::load, Shape::consecutive,
                       [&](unsigned lane) {
                           return run.array(0) + (block * warps + warp) * 128 + (lane + shift) * 4;
                       });
        }
    }
}

void histogram(Run& run, std::uint64_t block) {
    for (std::uint32_t warp = 0; warp < warps; ++warp)
        run.access(1, block, warp, MemorySpace::shared, AccessKind::store, Shape::consecutive,
                   [&](unsigned lane) { return Address{128} * warp + lane * 4; });
    run.barrier(block);
    for (std::uint32_t round = 0; round < 32; ++round) {
        for (std::uint32_t warp = 0; warp < warps; ++warp)
            run.access(2, block, warp, MemorySpace::shared, AccessKind::atomic, Shape::scattered,
                       [&](unsigned lane) { return Address{4} * ((lane * 37 + round * 11 + warp) % 256); });
    }
}

} // namespace

int main() {
    Run run;
    run.measure("vector add, consecutive global", 16'000, vector_add);
    run.measure("stencil, consecutive global off by one", 16'000, stencil);
    run.measure("naive matrix product, uniform and consecutive", 256, naive_product);
    run.measure("tiled matrix product, mostly shared", 256, tiled_product);
    run.measure("histogram, shared atomics", 1'000, histogram);
}
