/// @file
/// Requests per second that Counters::count() processes, by address pattern of a warp.

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <string_view>

#include <fmt/core.h>

#include "counters/counters.h"
#include "gpu/device.h"

namespace {

using namespace simulator;

constexpr Address base = 0x7000'0000'0000;
using Addresses = std::array<Address, warp_size>;

Addresses addresses(const std::function<Address(std::uint32_t)>& of_lane) {
    Addresses all;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane) all[lane] = of_lane(lane);
    return all;
}

Access access(MemorySpace space, AccessKind kind, Shape shape, std::uint8_t bytes = 4) {
    Access made;
    made.space = space;
    made.kind = kind;
    made.shape = shape;
    made.bytes = bytes;
    made.mask = all_lanes;
    return made;
}

/// Counts an access repeatedly, as for a kernel of many blocks: each block executes it @p repeats times. The
/// best of several runs counts, because other programs use the machine as well.
double million_per_second(Access access, const Addresses& where, int repeats) {
    constexpr int round = 20'000;
    access.addresses = where.data();
    Counters counters(device_named("h200"), {.ops = 1, .resident_blocks = 1, .l1_bytes = 128 << 10});
    double best = 0;
    for (int n = 0; n < 200; ++n) {
        const auto start = std::chrono::steady_clock::now();
        for (int counted = 0; counted < round; counted += repeats) {
            counters.start_block();
            for (int i = 0; i < repeats; ++i) counters.count(access);
            counters.take_l2_requests();
        }
        const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
        best = std::max(best, round / took.count());
    }
    return best;
}

void print(std::string_view name, const Access& access, const Addresses& where, int repeats = 1000) {
    fmt::print("{:45} {:7.1f} M/s\n", name, million_per_second(access, where, repeats));
}

} // namespace

int main() {
    const auto same = addresses([](auto) { return base; });
    const auto row = addresses([](auto lane) { return base + 4 * lane; });
    const auto wide_row = addresses([](auto lane) { return base + 16 * lane; });
    const auto column = addresses([](auto lane) { return base + 4096 * lane; });
    const auto random = addresses([](auto lane) { return base + lane * 2654435761U % 8192 * 128; });
    const auto words = addresses([](auto lane) { return 4 * lane; });
    const auto padded = addresses([](auto lane) { return 4 * 33 * lane; });
    const auto conflicts = addresses([](auto lane) { return 4 * 32 * lane; });
    const auto bins = addresses([](auto lane) { return lane * 2654435761U % 256 * 4; });

    using enum MemorySpace;
    using enum AccessKind;
    using enum Shape;
    print("global load, uniform", access(global, load, uniform), same);
    print("global load, consecutive", access(global, load, consecutive), row);
    print("global load, consecutive, cold", access(global, load, consecutive), row, 1);
    print("global load, consecutive, 16 bytes a lane", access(global, load, consecutive, 16), wide_row);
    print("global load, 32 lines in order", access(global, load, scattered), column);
    print("global load, 32 lines in disorder", access(global, load, scattered), random);
    print("global load, 32 lines in order, cold", access(global, load, scattered), column, 1);
    print("global store, consecutive", access(global, store, consecutive), row);
    print("global atomic, in disorder", access(global, atomic, scattered), random);
    print("local load, all lanes alike", access(local, load, uniform), same);
    print("shared load, uniform", access(shared, load, uniform), words);
    print("shared load, consecutive", access(shared, load, consecutive), words);
    print("shared load, scattered, without conflicts", access(shared, load, scattered), padded);
    print("shared load, 32 lanes on one bank", access(shared, load, scattered), conflicts);
    print("shared atomic, 256 bins", access(shared, atomic, scattered), bins);
}
