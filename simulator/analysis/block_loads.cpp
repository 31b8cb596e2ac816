#include "analysis/block_loads.h"

#include <algorithm>

namespace simulator {
namespace {

using ptx::AddressSpace;
using ptx::Effect;
using ptx::Form;
using ptx::Function;
using ptx::Instruction;

// SASS has no counterpart of these: a load widens its value itself, and register copies are coalesced.
bool only_moves(const Instruction& instruction) {
    if (instruction.guard) return false;
    if (instruction.form == Form::mov) return true;
    return instruction.form == Form::cvt && ptx::kind_of(instruction.type(0)) != ptx::TypeKind::floating &&
           ptx::kind_of(instruction.type(1)) != ptx::TypeKind::floating;
}

bool loads_from_global(const Instruction& instruction) {
    const ptx::Meaning& does = ptx::meaning_of(instruction.form);
    return does.effect == Effect::load &&
           (does.space == AddressSpace::global || does.space == AddressSpace::generic);
}

bool waits_for_all_copies(const Instruction& instruction) {
    return instruction.form == Form::cp_async_wait_all ||
           (instruction.form == Form::cp_async_wait && instruction.operands[0].bits == 0);
}

} // namespace

bool tests_mbarrier(const Instruction& instruction) {
    return instruction.form == Form::mbarrier_test_wait ||
           instruction.form == Form::mbarrier_test_wait_parity ||
           instruction.form == Form::mbarrier_try_wait || instruction.form == Form::mbarrier_try_wait_parity;
}

bool copies_arrive_at_mbarrier(const Function& function) {
    return std::ranges::any_of(function.body, [](const Instruction& instruction) {
        return instruction.form == Form::cp_async_mbarrier_arrive;
    });
}

BlockLoads::BlockLoads(const Function& function, const LoadsInFlight& before, bool copies_arrive)
    : function_(function), copies_arrive_(copies_arrive), at_entry_(before), level_(value_count(function), 0),
      is_block_load_(value_count(function), false), unchanged_(value_count(function), true) {
    for (std::uint32_t value = 0; value < level_.size(); ++value)
        if (before.in_flight.has(value)) level_[value] = 1;
}

void BlockLoads::add(const Instruction& instruction) {
    if (only_moves(instruction)) return move(instruction);
    Level level = 0;
    for_each_read(instruction, [&](std::uint32_t reg) { level = std::max(level, use_value(reg)); });
    if (loads_from_global(instruction)) return issue_load(instruction, level);
    level = level_of_effect(instruction, level);
    for_each_written(instruction, [&](std::uint32_t reg) { put(reg, level, false); });
    levels_.push_back(level);
}

// Returns the level of an instruction whose operands are available at @p level.
BlockLoads::Level BlockLoads::level_of_effect(const Instruction& instruction, Level level) {
    const ptx::Meaning& does = ptx::meaning_of(instruction.form);
    switch (does.effect) {
        case Effect::load: return does.space == AddressSpace::shared ? std::max(level, ordered_) : level;
        case Effect::copy:
            level = std::max(level, barrier_);
            set_load_level(async_copy_value(function_), level);
            return level;
        case Effect::copy_group:
            if (waits_for_all_copies(instruction))
                level = std::max(level, use_value(async_copy_value(function_)));
            else if (instruction.form == Form::cp_async_wait &&
                     at_entry_.in_flight.has(async_copy_value(function_)))
                level = std::max(
                    level, Level{1}); // for copies older than the newest group: those from before this block
            return ordered_ = std::max(level, ordered_);
        case Effect::barrier_object:
            if (copies_arrive_ && tests_mbarrier(instruction))
                level = std::max(level, use_value(async_copy_value(function_)));
            return ordered_ = std::max(level, ordered_);
        case Effect::store:
        case Effect::atomic:
        case Effect::reduction:
            ordered_ = std::max(level, ordered_);
            if (does.space != AddressSpace::shared && does.space != AddressSpace::local &&
                does.space != AddressSpace::param)
                written_ = ordered_;
            return ordered_;
        case Effect::block_barrier:
        case Effect::warp_barrier:
        case Effect::fence:
        case Effect::call: return barrier_ = written_ = ordered_ = std::max(level, ordered_);
        default: return level;
    }
}

LoadsInFlight BlockLoads::after() const {
    const Level waited = levels_.empty() ? 0 : *std::max_element(levels_.begin(), levels_.end());
    LoadsInFlight after(level_.size());
    for (std::uint32_t value = 0; value < level_.size(); ++value) {
        const bool from_before =
            unchanged_.has(value) && (at_entry_.in_flight.has(value) || at_entry_.completed.has(value));
        if (level_[value] > (is_block_load_[value] ? last_completed_level_ : waited))
            after.in_flight.put(value, true);
        else if (is_block_load_[value] || from_before)
            after.completed.put(value, true);
    }
    return after;
}

std::vector<LoadWait> BlockLoads::waits() const {
    std::vector<LoadWait> waits;
    waits.reserve(levels_.size());
    std::set<Level> seen = {0};
    for (const Level level : levels_) waits.push_back({seen.insert(level).second, overlaps_a_load(level)});
    return waits;
}

void BlockLoads::move(const Instruction& instruction) {
    Level level = 0;
    bool own = false;
    for_each_read(instruction, [&](std::uint32_t reg) {
        level = std::max(level, level_[reg]);
        own = own || is_block_load_[reg];
    });
    for_each_written(instruction, [&](std::uint32_t reg) { put(reg, level, own); });
    levels_.push_back(0);
}

void BlockLoads::issue_load(const Instruction& instruction, Level level) {
    level = std::max({level, barrier_, instruction.has(ptx::Word::nc) ? 0 : written_});
    for_each_written(instruction, [&](std::uint32_t reg) { set_load_level(reg, level); });
    levels_.push_back(level);
}

void BlockLoads::set_load_level(std::uint32_t value, Level level) {
    put(value, level + 1, true);
    issue_levels_.insert(level);
}

BlockLoads::Level BlockLoads::use_value(std::uint32_t value) {
    if (is_block_load_[value]) last_completed_level_ = std::max(last_completed_level_, level_[value]);
    return level_[value];
}

void BlockLoads::put(std::uint32_t value, Level level, bool own) {
    level_[value] = level;
    is_block_load_[value] = own;
    unchanged_.put(value, false);
}

bool BlockLoads::overlaps_a_load(Level level) const {
    if (level == 0 && at_entry_.in_flight.any()) return true;
    // Loads issued at a level complete after it, or, if the block does not use them, after the block.
    return std::any_of(issue_levels_.begin(), issue_levels_.end(), [&](Level begun) {
        return begun == level || (begun < level && begun + 1 > last_completed_level_);
    });
}

} // namespace simulator
