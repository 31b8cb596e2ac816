#pragma once

/// @file
/// The counts of many instructions added up: those of a launch, or those of a line of its source.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <tuple>

#include "counters/counters.h"
#include "counters/tally.h"
#include "ptx/form.h"

namespace simulator {

/// What the counters have to know of an instruction; the machine says it of each, in the order of its code.
struct CountedOp {
    ptx::Form form = ptx::Form::ret; ///< what it counts as
    bool written = true;    ///< false for what decoding put in: it does not exist in PTX and is not counted
    std::uint32_t file = 0; ///< in the module's list of files
    std::uint32_t line = 0; ///< 0: unknown
    bool waits_for_loads = false; ///< the warp waits before it for loads from global memory
    bool overlaps_load = false;   ///< such a load may be under way meanwhile
    bool waits_for_phase = false; ///< the warp waits at an mbarrier, as at a barrier of the block
};

/// Number of ptx::Group.
inline constexpr std::size_t group_count = static_cast<std::size_t>(ptx::Group::inter_thread) + 1;
/// Number of RequestKind.
inline constexpr std::size_t request_kinds = static_cast<std::size_t>(RequestKind::reduction) + 1;

/// Counts by what the instructions are.
struct Sums {
    Tally all = {};                                ///< of whatever kind
    std::array<Tally, group_count> groups = {};    ///< by ptx::Group
    std::array<Tally, ptx::pipe_count> pipes = {}; ///< by ptx::Pipe
    Tally branches = {};                           ///< direct ones and those through a list of labels
    Tally barriers = {};                           ///< of the block, not of a warp
    Tally constant_loads = {};                     ///< from constant memory, which has no MemoryTally
    Tally load_waits = {};             ///< those that a warp waits before, for loads from global memory
    Tally fp32_overlapping_loads = {}; ///< of Group::fp32, while such a load may be under way
    /// By MemorySpace, then by RequestKind.
    std::array<std::array<MemoryTally, request_kinds>, counted_spaces> memory = {};

    /// Adds an instruction: what it was executed, and what it did in each of the counted spaces.
    void add(const CountedOp& op, const Tally& tally, std::span<const MemoryTally, counted_spaces> spaces);

    /// Of a class of instructions.
    [[nodiscard]] const Tally& of(ptx::Group group) const { return groups[static_cast<std::size_t>(group)]; }
    /// Of a unit.
    [[nodiscard]] const Tally& of(ptx::Pipe pipe) const { return pipes[static_cast<std::size_t>(pipe)]; }
    /// Of one kind of request to a space.
    [[nodiscard]] const MemoryTally& of(MemorySpace space, RequestKind kind) const {
        return memory[static_cast<std::size_t>(space)][static_cast<std::size_t>(kind)];
    }
};

/// The counts of a line, and how its threads accessed memory.
struct LineSums {
    Sums counts = {}; ///< all instructions of the line
    /// Forms of the instructions that access memory or order accesses, and whose guard was true for a thread.
    std::set<ptx::Form> memory_operations = {};
};

/// A launch's counts, as a whole and by line.
struct LaunchSums {
    Sums launch = {}; ///< all instructions
    /// By file and line; instructions whose line is unknown are only in the launch's.
    std::map<std::tuple<std::uint32_t, std::uint32_t>, LineSums> lines = {};
};

/// Adds up what was counted. @p ops has an entry for each tally.
LaunchSums add_up(const Counters& counters, std::span<const CountedOp> ops);

} // namespace simulator
