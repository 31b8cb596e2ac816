#pragma once

/// @file
/// Sums of the counts of many instructions: those of a launch, or of a source line.

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

/// Facts of an instruction that counting depends on; the machine provides them in the order of its code.
struct CountedOp {
    ptx::Form form = ptx::Form::ret; ///< form that the instruction counts as
    /// False for ops that decoding inserted: they do not exist in PTX and are not counted.
    bool written = true;
    std::uint32_t file = 0;       ///< index in the module's list of files
    std::uint32_t line = 0;       ///< 0: unknown
    bool waits_for_loads = false; ///< the warp waits for loads from global memory before it
    bool overlaps_load = false;   ///< loads from global memory may be in flight during it
    bool waits_for_phase = false; ///< the warp waits at an mbarrier, as at a barrier of the block
};

/// Number of values of ptx::Group
inline constexpr std::size_t group_count = static_cast<std::size_t>(ptx::Group::inter_thread) + 1;
/// Number of values of RequestKind
inline constexpr std::size_t request_kinds = static_cast<std::size_t>(RequestKind::reduction) + 1;

/// Counts by kind of instruction.
struct Sums {
    Tally all = {};                                ///< all instructions
    std::array<Tally, group_count> groups = {};    ///< indexed by ptx::Group
    std::array<Tally, ptx::pipe_count> pipes = {}; ///< indexed by ptx::Pipe
    Tally branches = {};                           ///< direct branches, and branches through a list of labels
    Tally barriers = {};                           ///< barriers of a block, not of a warp
    Tally constant_loads = {};                     ///< loads from constant memory, which has no MemoryTally
    Tally load_waits = {}; ///< instructions before which a warp waits for loads from global memory
    Tally fp32_overlapping_loads = {}; ///< Group::fp32 while loads from global memory may be in flight
    /// Accesses by MemorySpace, then by RequestKind.
    std::array<std::array<MemoryTally, request_kinds>, counted_spaces> memory = {};

    /// Adds an instruction: its executions, and its accesses to each of the counted spaces.
    void add(const CountedOp& op, const Tally& tally, std::span<const MemoryTally, counted_spaces> spaces);

    /// Returns the counts of a class of instructions.
    [[nodiscard]] const Tally& of(ptx::Group group) const { return groups[static_cast<std::size_t>(group)]; }
    /// Returns the counts of a unit.
    [[nodiscard]] const Tally& of(ptx::Pipe pipe) const { return pipes[static_cast<std::size_t>(pipe)]; }
    /// Returns the counts of one kind of request to a space.
    [[nodiscard]] const MemoryTally& of(MemorySpace space, RequestKind kind) const {
        return memory[static_cast<std::size_t>(space)][static_cast<std::size_t>(kind)];
    }
};

/// Counts of a line, and how its threads accessed memory.
struct LineSums {
    Sums counts = {}; ///< all instructions of the line
    /// Forms of memory accesses and of instructions that order accesses, if their guard was true for any
    /// thread.
    std::set<ptx::Form> memory_operations = {};
};

/// Counts of a launch, in total and per line.
struct LaunchSums {
    Sums launch = {}; ///< all instructions
    /// Sums by file and line; instructions without a known line are only in the launch's.
    std::map<std::tuple<std::uint32_t, std::uint32_t>, LineSums> lines = {};
};

/// Adds up all counts. @p ops has one entry per tally.
LaunchSums add_up(const Counters& counters, std::span<const CountedOp> ops);

} // namespace simulator
