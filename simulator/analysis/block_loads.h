#pragma once

/// @file
/// What loads from global memory are under way in a basic block, for analysis/load_waits.h.

#include <cstdint>
#include <set>
#include <vector>

#include "analysis/kernel.h"
#include "analysis/register_use.h"
#include "ptx/module.h"

namespace simulator {

/// Copies by cp.async are under way like loads, and what they bring is in no register: it has this number.
inline std::uint32_t async_copy_value(const ptx::Function& function) {
    return static_cast<std::uint32_t>(function.registers.size());
}
/// How many values there are to follow: the registers, and what is copied.
inline std::size_t value_count(const ptx::Function& function) { return function.registers.size() + 1; }

/// Whether @p instruction asks an mbarrier if a phase is over. Where copies arrive at one, it waits for them.
bool tests_mbarrier(const ptx::Instruction& instruction);
/// Whether copies of @p function arrive at an mbarrier.
bool copies_arrive_at_mbarrier(const ptx::Function& function);

/// What loads have become of registers' values at some point.
struct LoadsInFlight {
    RegisterSet in_flight; ///< nobody has waited for these
    RegisterSet completed; ///< loads that somebody has waited for, on one of the ways here at least

    /// None of @p values is a load's.
    explicit LoadsInFlight(std::size_t values) : in_flight(values), completed(values) {}
    /// Equal.
    bool operator==(const LoadsInFlight&) const = default;
};

/// Follows the loads through a basic block.
class BlockLoads {
public:
    /// @p before is what is under way where it begins. Both have to outlive this.
    /// @param copies_arrive copies_arrive_at_mbarrier(function)
    BlockLoads(const ptx::Function& function, const LoadsInFlight& before, bool copies_arrive);

    /// The next instruction.
    void add(const ptx::Instruction& instruction);
    /// What is under way behind the last one.
    [[nodiscard]] LoadsInFlight after() const;
    /// One for each instruction that was taken.
    [[nodiscard]] std::vector<LoadWait> waits() const;

private:
    /// How many waits lie between the beginning of the block and a point in it. Instructions of one level can stand in
    /// any order, as far as loads are concerned.
    using Level = std::uint32_t;

    void move(const ptx::Instruction& instruction);
    void issue_load(const ptx::Instruction& instruction, Level level);
    void set_load_level(std::uint32_t value, Level level);
    Level use_value(std::uint32_t value);
    void put(std::uint32_t value, Level level, bool own);
    [[nodiscard]] Level level_of_effect(const ptx::Instruction& instruction, Level level);
    [[nodiscard]] bool overlaps_a_load(Level level) const;

    const ptx::Function& function_;
    bool copies_arrive_;
    const LoadsInFlight& at_entry_;
    std::vector<Level> level_;        // where each register's value is there
    std::vector<bool> is_block_load_; // it is a load's of this block, or a copy of one
    RegisterSet unchanged_;           // registers that have the value with which the block began
    std::vector<Level> levels_;       // of the instructions
    std::set<Level> issue_levels_;    // where loads of this block are asked for
    Level last_completed_level_ = 0;  // the last level at which one of these is used
    Level barrier_ = 0;               // nothing that touches memory goes before it
    Level written_ = 0;               // of the last write to global memory
    Level ordered_ = 0;               // of the last instruction that others can see the effect of
};

} // namespace simulator
