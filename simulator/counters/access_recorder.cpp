#include "counters/access_recorder.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace simulator {

std::uint32_t recorded_executions(std::size_t memory_instructions) {
    const std::size_t fitting = target_recorded_per_warp / std::max<std::size_t>(memory_instructions, 1);
    return static_cast<std::uint32_t>(std::clamp<std::size_t>(fitting, 1, max_recorded_executions));
}

AccessRecorder::AccessRecorder(std::vector<std::uint64_t> blocks, std::uint32_t executions)
    : blocks_(std::move(blocks)), executions_(executions) {}

bool AccessRecorder::records_block(std::uint64_t block) const {
    return std::find(blocks_.begin(), blocks_.end(), block) != blocks_.end();
}

void AccessRecorder::count(const Access& access, Counters& counters) {
    if (access.mask == 0 || access.space == MemorySpace::param) return;
    RecordedAccess recorded = {access.place, 0,           access.op,    0,
                               access.space, access.kind, access.bytes, access.mask};
    if (access.space != MemorySpace::constant) {
        const MemoryTally& tally = counters.memory[tally_index(access.op, access.space)];
        const MemoryTally before = tally;
        counters.count(access);
        if (tally.requests == before.requests) return;
        recorded.bytes =
            static_cast<std::uint32_t>((tally.bytes - before.bytes) / (tally.lanes - before.lanes));
        recorded.sectors = tally.sectors - before.sectors;
        recorded.wavefronts = tally.wavefronts - before.wavefronts;
        recorded.wavefronts_ideal = tally.wavefronts_ideal - before.wavefronts_ideal;
    }
    const auto& [block, warp] = access.place;
    recorded.execution = ++executed_[{block, warp, access.op, access.space}];
    if (recorded.execution > executions_) return;
    recorded.order = recorded_[{block, warp}]++;
    for (Mask rest = access.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        // A merged access begins at a multiple of its width, as alignment requires.
        recorded.addresses[lane] = recorded.bytes > access.bytes
                                       ? access.addresses[lane] & ~Address{recorded.bytes - 1}
                                       : access.addresses[lane];
    }
    accesses_.push_back(recorded);
}

std::vector<RecordedAccess> AccessRecorder::take() { return std::move(accesses_); }

void sort_recorded(std::vector<RecordedAccess>& accesses) {
    std::ranges::sort(accesses, {}, [](const RecordedAccess& access) {
        return std::tuple(access.place.block, access.place.warp, access.order);
    });
}

} // namespace simulator
