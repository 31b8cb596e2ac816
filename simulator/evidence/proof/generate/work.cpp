#include "work.h"

#include <algorithm>
#include <cmath>

namespace generate {

namespace {

constexpr double sms_of_gpu = 132;
constexpr double warps_of_an_sm = 64;
constexpr double dram_bytes_per_cycle = 1900;
constexpr double l2_bytes_per_cycle = 2700;
constexpr double most_instructions = 90e6;   // of all warps, so that a simulator takes seconds
constexpr double instructions_per_round = 6; // of the loop itself
constexpr double instructions_outside = 25;  // of the loop
constexpr double clocks_outside = 1500;      // a load and a store

double blocks_at_once(const Shape& shape) {
    const double warps = shape.threads / 32.0;
    const double fit = std::max(1.0, std::min(32.0, std::floor(warps_of_an_sm / warps)));
    return shape.blocks_per_sm == 0 ? fit : std::min<double>(fit, shape.blocks_per_sm);
}

// Cycles of one iteration of all blocks: the maximum over the resources, which work in parallel.
double clocks_of_round(const Shape& shape, const Cost& cost) {
    const double warps_per_block = shape.threads / 32.0;
    const double warps = warps_per_block * shape.blocks;
    const double sms = std::min<double>(shape.blocks, sms_of_gpu);
    const double at_once = blocks_at_once(shape);
    const double schedulers =
        std::min(4.0, warps_per_block * std::min(at_once, std::ceil(shape.blocks / sms)));
    const double waves = std::ceil(shape.blocks / (sms_of_gpu * at_once));
    return std::max({(cost.issue_cycles + instructions_per_round) * warps / (sms * schedulers),
                     cost.memory_cycles * warps / sms, cost.dram_bytes * warps / dram_bytes_per_cycle,
                     cost.l2_bytes * warps / l2_bytes_per_cycle, cost.atomic_cycles * warps,
                     (cost.latency + 20) * waves});
}

} // namespace

void fit_work(Kernel& kernel, const Cost& cost, double clocks, double factor) {
    Shape& shape = kernel.shape;
    const auto warps = [&] { return shape.threads / 32.0 * shape.blocks; };
    const auto rounds = [&] {
        const double waves = std::ceil(shape.blocks / (sms_of_gpu * blocks_at_once(shape)));
        const double outside =
            std::max(waves * clocks_outside, instructions_outside * warps() / sms_of_gpu / 2);
        const double by_time = std::max(clocks * 0.3, clocks - outside) / clocks_of_round(shape, cost);
        const double by_instructions = (most_instructions / warps() - instructions_outside) /
                                       (cost.instructions + instructions_per_round);
        return std::min(by_time * factor, by_instructions);
    };
    // A kernel has at least one iteration.
    while (rounds() < 1 && shape.blocks > 1) shape.blocks -= (shape.blocks + 7) / 8;
    kernel.rounds = static_cast<unsigned>(std::max(1.0, std::round(rounds())));
}

} // namespace generate
