#include "counters/instruction_trace.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "counters/banks.h"
#include "counters/cas_loop.h"
#include "counters/footprint.h"
#include "counters/lane_set.h"

namespace simulator {
namespace {

/// Lines that an access to global memory touches in L1.
struct L1Lookup {
    std::uint16_t lines = 0;
    std::uint16_t passes = 0; ///< passes of the access: see AccessCost::passes
};

L1Lookup look_up_in_l1(const Access& access) {
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
    // Atomics bypass the tags and banks of L1.
    if (access.kind == AccessKind::atomic) return {touched, touched};
    // Four lines are looked up per pass if each is in another quarter of the tags.
    std::array<std::uint16_t, 4> looked_up = {};
    for (auto line = lines.begin(); line != last; ++line) ++looked_up[*line % looked_up.size()];
    LaneSet set;
    const std::uint32_t over_banks = wavefronts(access, access.bytes, set).taken;
    return {touched, std::max(*std::ranges::max_element(looked_up), static_cast<std::uint16_t>(over_banks))};
}

/// Returns the different values of @p of_lane over all lanes.
template <class F> std::vector<std::uint64_t> distinct_values(const Access& access, F&& of_lane) {
    std::vector<std::uint64_t> all;
    for (Mask rest = access.mask; rest != 0; rest &= rest - 1)
        all.push_back(of_lane(access.addresses[std::countr_zero(rest)]));
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

/// Records the cost of a load of constants.
void record_constant_access(const Access& access, WarpTrace& trace) {
    constexpr Address line_bytes = 64;
    AccessCost cost;
    cost.step = static_cast<std::uint32_t>(trace.ops.size() - 1);
    cost.space = access.space;
    cost.lanes = static_cast<std::uint8_t>(std::popcount(access.mask));
    cost.bytes = access.bytes;
    cost.serial_rounds =
        static_cast<std::uint16_t>(distinct_values(access, [](Address at) { return at; }).size());
    for (const std::uint64_t line : distinct_values(access, [](Address at) { return at / line_bytes; })) {
        cost.constant_line = static_cast<std::uint32_t>(line);
        trace.costs.push_back(cost);
        trace.constant_lines.insert(cost.constant_line);
        cost.serial_rounds = 0;
    }
}

} // namespace

TraceRecorder::TraceRecorder(std::vector<std::uint64_t> blocks, std::uint32_t max_trace_steps)
    : blocks_(std::move(blocks)), max_steps_(max_trace_steps) {}

bool TraceRecorder::records_block(std::uint64_t block) const {
    return std::ranges::binary_search(blocks_, block);
}

WarpTrace& TraceRecorder::of(WarpId place) { return traces_[place.block][place.warp]; }

void TraceRecorder::count(const Access& access, Counters& counters, AccessRecorder* recorder) {
    const auto count = [&] {
        if (recorder != nullptr)
            recorder->count(access, counters);
        else
            counters.count(access);
    };
    const bool counted = access.space == MemorySpace::global || access.space == MemorySpace::shared ||
                         access.space == MemorySpace::local;
    WarpTrace& trace = of(access.place);
    if (access.space == MemorySpace::constant && access.mask != 0 && trace.executed <= max_steps_)
        record_constant_access(access, trace);
    if (access.mask == 0 || !counted || trace.executed > max_steps_) return count();
    const MemoryTally& tally = counters.memory[tally_index(access.op, access.space)];
    const MemoryTally before = tally;
    count();
    if (tally.requests == before.requests) return;
    const auto added = [&](std::uint64_t MemoryTally::*member) {
        return static_cast<std::uint16_t>(tally.*member - before.*member);
    };
    AccessCost cost;
    cost.step = static_cast<std::uint32_t>(trace.ops.size() - 1);
    cost.space = access.space;
    cost.kind = access.kind;
    cost.lowering = access.lowering;
    cost.result_used = access.result_used;
    cost.bypasses_l1 = access.strength != Strength::weak;
    cost.lanes = static_cast<std::uint8_t>(std::popcount(access.mask));
    cost.bytes = static_cast<std::uint16_t>(added(&MemoryTally::bytes) / cost.lanes);
    cost.sectors = added(&MemoryTally::sectors);
    cost.l2_sectors = added(&MemoryTally::l2_sectors);
    cost.passes = added(&MemoryTally::wavefronts);
    cost.passes_ideal = added(&MemoryTally::wavefronts_ideal);
    cost.serial_rounds = added(&MemoryTally::same_address);
    if (access.space == MemorySpace::global) {
        const L1Lookup touched = look_up_in_l1(access);
        cost.lines = touched.lines;
        cost.passes = touched.passes;
    }
    if (cost.is_cas_loop()) {
        // Without bank conflicts, the loop would take as many rounds as there are lanes on one word.
        cost.passes_ideal = cost.serial_rounds;
        const CasLoop loop = cas_loop(access);
        cost.serial_rounds = loop.rounds;
        cost.passes = loop.reads;
    }
    // Consecutive words of a lane's local memory are a line apart.
    if (access.space == MemorySpace::local)
        cost.lines = cost.passes = static_cast<std::uint16_t>((cost.sectors + 3) / 4);
    trace.costs.push_back(cost);
}

void TraceRecorder::record_match(WarpId place, std::uint32_t op, std::uint16_t values) {
    WarpTrace& trace = of(place);
    if (trace.executed > max_steps_ || trace.ops.empty() || trace.ops.back() != op) return;
    AccessCost cost;
    cost.step = static_cast<std::uint32_t>(trace.ops.size() - 1);
    cost.space = MemorySpace::param;
    cost.serial_rounds = values;
    trace.costs.push_back(cost);
}

void TraceRecorder::mark_last(WarpId place, bool AccessCost::*what) {
    WarpTrace& trace = of(place);
    if (trace.executed <= max_steps_ && !trace.costs.empty()) trace.costs.back().*what = true;
}

void TraceRecorder::mark_phase(WarpId place, PhaseEvent what, std::uint32_t barrier, std::uint32_t phase) {
    WarpTrace& trace = of(place);
    if (trace.executed > max_steps_ || trace.ops.empty()) return;
    const auto step = static_cast<std::uint32_t>(trace.ops.size() - 1);
    if (trace.costs.empty() || trace.costs.back().step != step) {
        AccessCost cost;
        cost.step = step;
        cost.space = MemorySpace::shared;
        cost.lanes = 1;
        cost.bytes = 8;
        cost.passes = cost.passes_ideal = 1;
        trace.costs.push_back(cost);
    }
    AccessCost& cost = trace.costs.back();
    if (cost.phase_event != PhaseEvent::none) return; // its other lanes do the same
    cost.phase_event = what;
    cost.barrier = barrier;
    cost.phase = phase;
}

std::vector<BlockTrace> TraceRecorder::take() {
    std::vector<BlockTrace> blocks;
    for (auto& [number, warps] : traces_) {
        BlockTrace& block = blocks.emplace_back();
        block.block = number;
        for (auto& [warp, trace] : warps) {
            if (block.warps.size() <= warp) block.warps.resize(warp + 1);
            block.warps[warp] = std::move(trace);
        }
    }
    return blocks;
}

} // namespace simulator
