#include "checks/order.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

#include "counters/lanes.h"

namespace simulator::checks {

namespace {

constexpr std::array<MemoryScope, 2> reaches = {MemoryScope::block, MemoryScope::device};

std::size_t index_of(MemoryScope scope) { return static_cast<std::size_t>(scope); }

std::array<Knowledge, warp_size>& lanes_of(BlockKnowledge& block, std::uint32_t warp) {
    WarpKnowledge& knowledge = block.warps[warp];
    if (knowledge.lanes == nullptr) knowledge.lanes = std::make_unique<std::array<Knowledge, warp_size>>();
    knowledge.touched = true;
    block.touched = true;
    return *knowledge.lanes;
}

/// All that the warp knows as a whole, the block's knowledge included.
Clock clock_of(const BlockKnowledge& block, std::uint32_t warp) {
    const WarpKnowledge& knowledge = block.warps[warp];
    Clock clock = block.common.known;
    clock.raise_block(block.block, block.common.floor);
    clock.join(knowledge.common.known);
    clock.raise_warp(block.block, warp, knowledge.common.floor);
    return clock;
}

/// All that a lane knows.
Clock clock_of(const BlockKnowledge& block, std::uint32_t warp, unsigned lane) {
    Clock clock = clock_of(block, warp);
    const WarpKnowledge& knowledge = block.warps[warp];
    if (knowledge.lanes != nullptr) clock.join((*knowledge.lanes)[lane].known);
    return clock;
}

/// What a lane hands over with a fence of @p reach behind it.
Clock fenced_clock_of(const BlockKnowledge& block, std::uint32_t warp, unsigned lane, MemoryScope scope) {
    const std::size_t r = index_of(scope);
    const WarpKnowledge& knowledge = block.warps[warp];
    const ThreadId self = {block.block, warp * 32 + lane};
    Clock clock = block.common.fenced[r];
    clock.join(knowledge.common.fenced[r]);
    clock.raise_thread(self, knowledge.common.fenced_self[r]);
    if (knowledge.lanes != nullptr) {
        const Knowledge& own = (*knowledge.lanes)[lane];
        clock.join(own.fenced[r]);
        clock.raise_thread(self, own.fenced_self[r]);
    }
    return clock;
}

/// Adds what the lanes @p mask of a warp know, and what they had fenced, beyond the warp's common knowledge.
void gather_lanes(const BlockKnowledge& block, std::uint32_t warp, Mask mask, Knowledge& sum) {
    const WarpKnowledge& knowledge = block.warps[warp];
    if (knowledge.lanes == nullptr) return;
    for_each_lane(mask, [&](unsigned lane) {
        const Knowledge& own = (*knowledge.lanes)[lane];
        sum.known.join(own.known);
        for (const MemoryScope scope : reaches) {
            const std::size_t r = index_of(scope);
            sum.fenced[r].join(own.fenced[r]);
            sum.fenced[r].raise_thread({block.block, warp * 32 + lane}, own.fenced_self[r]);
        }
    });
}

/// Adds what all lanes of a warp know and had fenced, beyond the block's common knowledge.
void gather_warp(const BlockKnowledge& block, std::uint32_t warp, Knowledge& sum) {
    const WarpKnowledge& knowledge = block.warps[warp];
    if (!knowledge.touched) return;
    sum.known.join(knowledge.common.known);
    sum.known.raise_warp(block.block, warp, knowledge.common.floor);
    for (const MemoryScope scope : reaches) {
        const std::size_t r = index_of(scope);
        sum.fenced[r].join(knowledge.common.fenced[r]);
        sum.fenced[r].raise_warp(block.block, warp, knowledge.common.fenced_self[r]);
    }
    gather_lanes(block, warp, all_lanes, sum);
}

/// Replaces a warp's knowledge beyond its block's.
void set_warp(BlockKnowledge& block, std::uint32_t warp, const Knowledge& knowledge) {
    block.warps[warp].common = knowledge;
    block.warps[warp].lanes.reset();
    block.warps[warp].touched = true;
    block.touched = true;
}

} // namespace

Time View::latest_epoch() const {
    Time latest = epoch();
    if (warp_->lanes == nullptr) return latest;
    for (const Knowledge& lane : *warp_->lanes) latest = std::max(latest, lane.epoch);
    return latest;
}

bool View::knows_warp_by_clock(std::uint32_t block, std::uint32_t warp, Time time) const {
    if (block == block_->block && warp == index_ && time <= warp_->common.floor) return true;
    return block_->common.known.of_warp(block, warp) >= time ||
           warp_->common.known.of_warp(block, warp) >= time;
}

bool View::knows_by_clock(unsigned lane, ThreadId thread, Time time) const {
    if (thread.block == block_->block && thread.warp() == index_ && time <= warp_->common.floor) return true;
    if (block_->common.known.of(thread) >= time || warp_->common.known.of(thread) >= time) return true;
    return warp_->lanes != nullptr && (*warp_->lanes)[lane].known.of(thread) >= time;
}

void Order::start_launch() {
    now_ = 1;
    blocks_.clear();
    last_ = nullptr;
    released_.clear();
}

void Order::start_block(std::uint64_t number, std::uint32_t threads) {
    if (number > std::numeric_limits<std::uint32_t>::max())
        throw std::length_error("the race check follows at most 4294967296 blocks of a launch");
    auto knowledge = std::make_unique<BlockKnowledge>();
    knowledge->block = static_cast<std::uint32_t>(number);
    knowledge->common.epoch = now_;
    knowledge->warps.resize((threads + 31) / 32);
    for (WarpKnowledge& warp : knowledge->warps) warp.present = all_lanes;
    if (threads % 32 != 0) knowledge->warps.back().present = (Mask{1} << threads % 32) - 1;
    blocks_[number] = std::move(knowledge);
}

void Order::finish_block(std::uint64_t number) {
    blocks_.erase(number);
    last_ = nullptr;
}

BlockKnowledge& Order::block(std::uint64_t number) {
    if (last_ == nullptr || last_->block != number) last_ = blocks_.at(number).get();
    return *last_;
}

Time Order::tick() {
    if (now_ == std::numeric_limits<Time>::max())
        throw std::length_error("the race check follows at most 4294967295 barriers and fences of a launch");
    return now_++;
}

/// What the warp does from now on is not part of what it hands over.
void Order::barrier_arrived(WarpId place, std::uint32_t number) {
    BlockKnowledge& block = this->block(place.block);
    Knowledge& handed = block.arrived[number];
    gather_warp(block, place.warp, handed);
    handed.known.raise_warp(block.block, place.warp, tick());
    block.warps[place.warp].common.epoch = now_;
    block.warps[place.warp].touched = true;
    block.touched = true;
}

void Order::barrier(std::uint64_t block_number, std::uint32_t number, bool whole,
                    std::span<const std::uint32_t> warps) {
    BlockKnowledge& block = this->block(block_number);
    const Time time = tick();
    if (whole) {
        if (block.touched) {
            for (std::uint32_t warp = 0; warp < block.warps.size(); ++warp) {
                gather_warp(block, warp, block.common);
                if (block.warps[warp].touched) block.warps[warp] = {.present = block.warps[warp].present};
            }
            block.touched = false;
        }
        block.common.floor = time;
        block.common.epoch = now_;
        return;
    }
    Knowledge sum;
    if (const auto arrived = block.arrived.extract(number)) sum = std::move(arrived.mapped());
    for (const std::uint32_t warp : warps) {
        gather_warp(block, warp, sum);
        sum.known.raise_warp(block.block, warp, time);
    }
    sum.floor = time;
    sum.epoch = now_;
    for (const std::uint32_t warp : warps) set_warp(block, warp, sum);
}

void Order::warp_barrier(WarpId place, Mask mask) {
    BlockKnowledge& block = this->block(place.block);
    const Time time = tick();
    Knowledge sum;
    sum.epoch = now_;
    if (mask == block.warps[place.warp].present) {
        gather_warp(block, place.warp, sum);
        sum.floor = time;
        set_warp(block, place.warp, sum);
        return;
    }
    auto& lanes = lanes_of(block, place.warp);
    gather_lanes(block, place.warp, mask, sum);
    const Knowledge& common = block.warps[place.warp].common;
    for_each_lane(mask, [&](unsigned lane) {
        const ThreadId self = {block.block, place.warp * 32 + lane};
        sum.known.raise_thread(self, time);
        for (std::size_t r = 0; r < reaches.size(); ++r)
            sum.fenced[r].raise_thread(self, common.fenced_self[r]);
    });
    for_each_lane(mask, [&](unsigned lane) { lanes[lane] = sum; });
}

void Order::fence(WarpId place, Mask mask, MemoryScope scope) {
    BlockKnowledge& block = this->block(place.block);
    const Time time = tick();
    WarpKnowledge& warp = block.warps[place.warp];
    const auto pass = [&](Knowledge& knowledge, const Clock& clock) {
        for (std::size_t r = 0; r <= index_of(scope); ++r) {
            knowledge.fenced[r] = clock;
            knowledge.fenced_self[r] = time;
        }
        knowledge.epoch = now_;
    };
    if (mask == warp.present && warp.lanes == nullptr) {
        pass(warp.common, clock_of(block, place.warp));
        warp.touched = true;
        block.touched = true;
        return;
    }
    auto& lanes = lanes_of(block, place.warp);
    for_each_lane(mask, [&](unsigned lane) { pass(lanes[lane], clock_of(block, place.warp, lane)); });
}

void Order::synchronize(const Access& access, Mask mask) {
    BlockKnowledge& block = this->block(access.place.block);
    Variables& variables = access.space == MemorySpace::shared ? block.released : released_;
    const auto reads = [&](unsigned lane) {
        const auto found = variables.find(access.addresses[lane]);
        return found != variables.end() ? &found->second : nullptr;
    };
    if (access.kind == AccessKind::load && access.shape == Shape::uniform) {
        const Released* released = reads(static_cast<unsigned>(std::countr_zero(mask)));
        if (released != nullptr) acquire(block, access.place.warp, mask, *released);
        return;
    }
    for_each_lane(mask, [&](unsigned lane) {
        // An atomic whose result nobody asks for learns nothing.
        if (access.kind == AccessKind::load || (access.kind == AccessKind::atomic && access.result_used)) {
            if (const Released* released = reads(lane))
                acquire(block, access.place.warp, Mask{1} << lane, *released);
        }
        if (access.kind != AccessKind::load) release(block, access.place.warp, lane, access, variables);
    });
}

void Order::acquire(BlockKnowledge& block, std::uint32_t warp, Mask mask, const Released& released) {
    const auto learn = [&](Knowledge& knowledge) {
        knowledge.known.join(released.everybody);
        if (released.block == block.block) knowledge.known.join(released.own_block);
    };
    if (mask == block.warps[warp].present) {
        learn(block.warps[warp].common);
        block.warps[warp].touched = true;
        block.touched = true;
        return;
    }
    auto& lanes = lanes_of(block, warp);
    for_each_lane(mask, [&](unsigned lane) { learn(lanes[lane]); });
}

/// A store replaces what the variable handed over; an atomic adds to it.
void Order::release(BlockKnowledge& block, std::uint32_t warp, unsigned lane, const Access& access,
                    Variables& variables) {
    Clock for_block;
    Clock for_all;
    if (access.strength == Strength::release || access.strength == Strength::acq_rel) {
        for_all = clock_of(block, warp, lane);
        for_all.raise_thread({block.block, warp * 32 + lane}, tick());
        lanes_of(block, warp)[lane].epoch = now_;
        for_block = for_all;
    } else if (block.touched || !block.common.fenced[0].empty()) {
        for_block = fenced_clock_of(block, warp, lane, MemoryScope::block);
        for_all = fenced_clock_of(block, warp, lane, MemoryScope::device);
    }
    if (access.kind == AccessKind::store) variables.erase(access.addresses[lane]);
    if (for_block.empty()) return;
    Released& released = variables[access.addresses[lane]];
    released.everybody.join(for_all);
    if (released.block != block.block) released.own_block = {};
    released.own_block.join(for_block);
    released.block = block.block;
}

} // namespace simulator::checks
