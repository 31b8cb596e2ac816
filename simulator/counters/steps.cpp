#include "counters/steps.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "counters/banks.h"
#include "counters/footprint.h"
#include "counters/lane_set.h"
#include "counters/swap_loop.h"

namespace simulator {
namespace {

/// What an access to global memory touches in L1.
struct InL1 {
    std::uint16_t lines = 0;
    std::uint16_t passes = 0; ///< it takes: see AccessCost::passes
};

InL1 in_l1(const Access& access) {
    std::array<std::uint64_t, std::size_t{2}* warp_size> lines = {};
    std::size_t count = 0;
    for (Mask rest = access.mask; rest != 0; rest &= rest - 1) {
        const Address address = access.addresses[std::countr_zero(rest)];
        lines[count++] = address >> line_bits;
        lines[count++] = (address + access.bytes - 1) >> line_bits;
    }
    const auto end = lines.begin() + static_cast<std::ptrdiff_t>(count);
    std::sort(lines.begin(), end);
    const auto last = std::unique(lines.begin(), end);
    const auto touched = static_cast<std::uint16_t>(last - lines.begin());
    // An atomic only passes by.
    if (access.kind == AccessKind::atomic) return {touched, touched};
    // Lines are looked up four at once, where each is in another quarter of the tags.
    std::array<std::uint16_t, 4> looked_up = {};
    for (auto line = lines.begin(); line != last; ++line) ++looked_up[*line % looked_up.size()];
    LaneSet set;
    const std::uint32_t over_banks = wavefronts(access, access.bytes, set).taken;
    return {touched, std::max(*std::ranges::max_element(looked_up), static_cast<std::uint16_t>(over_banks))};
}

/// The different ones of what each lane has.
template <class F> std::vector<std::uint64_t> different(const Access& access, F&& of_lane) {
    std::vector<std::uint64_t> all;
    for (Mask rest = access.mask; rest != 0; rest &= rest - 1)
        all.push_back(of_lane(access.addresses[std::countr_zero(rest)]));
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

/// Remembers what a load of constants asks for.
void remember_constants(const Access& access, WarpSteps& steps) {
    constexpr Address line_bytes = 64;
    AccessCost cost;
    cost.step = static_cast<std::uint32_t>(steps.ops.size() - 1);
    cost.space = access.space;
    cost.lanes = static_cast<std::uint8_t>(std::popcount(access.mask));
    cost.bytes = access.bytes;
    cost.turns = static_cast<std::uint16_t>(different(access, [](Address at) { return at; }).size());
    for (const std::uint64_t line : different(access, [](Address at) { return at / line_bytes; })) {
        cost.constant_line = static_cast<std::uint32_t>(line);
        steps.costs.push_back(cost);
        steps.constant_lines.insert(cost.constant_line);
        cost.turns = 0;
    }
}

} // namespace

StepRecorder::StepRecorder(std::vector<std::uint64_t> blocks, std::uint32_t most)
    : blocks_(std::move(blocks)), most_(most) {}

bool StepRecorder::wants(std::uint64_t block) const { return std::ranges::binary_search(blocks_, block); }

WarpSteps& StepRecorder::of(WarpId place) { return steps_[place.block][place.warp]; }

void StepRecorder::count(const Access& access, Counters& counters, Recorder* recorder) {
    const auto count = [&] {
        if (recorder != nullptr)
            recorder->count(access, counters);
        else
            counters.count(access);
    };
    const bool counted = access.space == MemorySpace::global || access.space == MemorySpace::shared ||
                         access.space == MemorySpace::local;
    WarpSteps& steps = of(access.place);
    if (access.space == MemorySpace::constant && access.mask != 0 && steps.executed <= most_)
        remember_constants(access, steps);
    if (access.mask == 0 || !counted || steps.executed > most_) return count();
    const MemoryTally& tally = counters.memory[tally_index(access.op, access.space)];
    const MemoryTally before = tally;
    count();
    if (tally.requests == before.requests) return;
    const auto added = [&](std::uint64_t MemoryTally::*member) {
        return static_cast<std::uint16_t>(tally.*member - before.*member);
    };
    AccessCost cost;
    cost.step = static_cast<std::uint32_t>(steps.ops.size() - 1);
    cost.space = access.space;
    cost.kind = access.kind;
    cost.lowering = access.lowering;
    cost.result_used = access.result_used;
    cost.past_l1 = access.strength != Strength::weak;
    cost.lanes = static_cast<std::uint8_t>(std::popcount(access.mask));
    cost.bytes = static_cast<std::uint16_t>(added(&MemoryTally::bytes) / cost.lanes);
    cost.sectors = added(&MemoryTally::sectors);
    cost.missed = added(&MemoryTally::l2_sectors);
    cost.passes = added(&MemoryTally::wavefronts);
    cost.passes_ideal = added(&MemoryTally::wavefronts_ideal);
    cost.turns = added(&MemoryTally::same_address);
    if (access.space == MemorySpace::global) {
        const InL1 touched = in_l1(access);
        cost.lines = touched.lines;
        cost.passes = touched.passes;
    }
    if (cost.loops()) {
        // Without bank conflicts there would be as many rounds as lanes meet on a word.
        cost.passes_ideal = cost.turns;
        const SwapLoop loop = swap_loop(access);
        cost.turns = loop.rounds;
        cost.passes = loop.reads;
    }
    // Words of a lane's local memory lie a line apart.
    if (access.space == MemorySpace::local)
        cost.lines = cost.passes = static_cast<std::uint16_t>((cost.sectors + 3) / 4);
    steps.costs.push_back(cost);
}

void StepRecorder::matched(WarpId place, std::uint32_t op, std::uint16_t values) {
    WarpSteps& steps = of(place);
    if (steps.executed > most_ || steps.ops.empty() || steps.ops.back() != op) return;
    AccessCost cost;
    cost.step = static_cast<std::uint32_t>(steps.ops.size() - 1);
    cost.space = MemorySpace::param;
    cost.turns = values;
    steps.costs.push_back(cost);
}

void StepRecorder::mark_last(WarpId place, bool AccessCost::*what) {
    WarpSteps& steps = of(place);
    if (steps.executed <= most_ && !steps.costs.empty()) steps.costs.back().*what = true;
}

void StepRecorder::mark_phase(WarpId place, PhaseStep what, std::uint32_t barrier, std::uint32_t phase) {
    WarpSteps& steps = of(place);
    if (steps.executed > most_ || steps.ops.empty()) return;
    const auto step = static_cast<std::uint32_t>(steps.ops.size() - 1);
    if (steps.costs.empty() || steps.costs.back().step != step) {
        AccessCost cost;
        cost.step = step;
        cost.space = MemorySpace::shared;
        cost.lanes = 1;
        cost.bytes = 8;
        cost.passes = cost.passes_ideal = 1;
        steps.costs.push_back(cost);
    }
    AccessCost& cost = steps.costs.back();
    if (cost.phase_step != PhaseStep::none) return; // its other lanes do the same
    cost.phase_step = what;
    cost.barrier = barrier;
    cost.phase = phase;
}

std::vector<BlockSteps> StepRecorder::take() {
    std::vector<BlockSteps> blocks;
    for (auto& [number, warps] : steps_) {
        BlockSteps& block = blocks.emplace_back();
        block.block = number;
        for (auto& [warp, steps] : warps) {
            if (block.warps.size() <= warp) block.warps.resize(warp + 1);
            block.warps[warp] = std::move(steps);
        }
    }
    return blocks;
}

} // namespace simulator
