#pragma once

/// @file
/// Loads from global memory in flight in a basic block, for analysis/load_waits.h.

#include <cstdint>
#include <set>
#include <vector>

#include "analysis/kernel.h"
#include "analysis/register_use.h"
#include "ptx/module.h"

namespace simulator {

/// Returns the value number of copies by cp.async. They are in flight like loads, but write no register.
inline std::uint32_t async_copy_value(const ptx::Function& function) {
    return static_cast<std::uint32_t>(function.registers.size());
}
/// Number of values that are tracked: the registers, and the copies.
inline std::size_t value_count(const ptx::Function& function) { return function.registers.size() + 1; }

/// Returns whether @p instruction tests if an mbarrier phase is complete. If copies arrive at one, it waits
/// for them.
bool tests_mbarrier(const ptx::Instruction& instruction);
/// Returns whether copies of @p function arrive at an mbarrier.
bool copies_arrive_at_mbarrier(const ptx::Function& function);

/// Loads whose values are in registers at a point of the program.
struct LoadsInFlight {
    RegisterSet in_flight; ///< values of loads for which no instruction has waited
    RegisterSet
        completed; ///< values of loads for which an instruction has waited, on at least one path to here

    /// Starts with @p values values, none of which comes from a load.
    explicit LoadsInFlight(std::size_t values) : in_flight(values), completed(values) {}
    /// Returns whether both are equal.
    bool operator==(const LoadsInFlight&) const = default;
};

/// Tracks the loads through a basic block.
class BlockLoads {
public:
    /// Starts at the beginning of the block, where the loads @p before are in flight. @p function and
    /// @p before must outlive it.
    /// @param copies_arrive copies_arrive_at_mbarrier(function)
    BlockLoads(const ptx::Function& function, const LoadsInFlight& before, bool copies_arrive);

    /// Adds the next instruction.
    void add(const ptx::Instruction& instruction);
    /// Returns the loads in flight after the last instruction.
    [[nodiscard]] LoadsInFlight after() const;
    /// Returns the waits of the instructions added, one for each.
    [[nodiscard]] std::vector<LoadWait> waits() const;

private:
    /// Number of waits between the beginning of the block and a point in it. As far as loads are concerned,
    /// instructions of one level can be reordered.
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
    std::vector<Level> level_;        // level at which each value is available
    std::vector<bool> is_block_load_; // the value comes from a load of this block, or is a copy of one
    RegisterSet unchanged_;           // registers that still have their value from the block's beginning
    std::vector<Level> levels_;       // one per instruction
    std::set<Level> issue_levels_;    // levels at which loads of this block are issued
    Level last_completed_level_ = 0;  // highest level at which such a load's value is used
    Level barrier_ = 0;               // no memory access moves before this level
    Level written_ = 0;               // level of the last write to global memory
    Level ordered_ = 0;               // level of the last instruction with an effect visible to others
};

} // namespace simulator
