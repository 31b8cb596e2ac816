#pragma once

/// @file
/// A kernel as the timing model sees it: how many machine instructions of which unit each of its instructions takes, what it
/// waits for, and in which order the machine code has those of a basic block. No GPU's speed is in it.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "analysis/kernel.h"
#include "gpu/device_time.h"
#include "timing/plan.h"

namespace simulator::timing {

/// What is known of the machine code of one instruction of the PTX.
struct MachineCost {
    std::array<double, unit_count> instructions = {}; ///< that one execution takes on average, by unit
    /// Where those lie that the machine code has of it where the kernel is most of the time; ascending.
    std::vector<std::uint32_t> addresses = {};
    std::uint32_t rounds = 1; ///< how often its basic block is there
    double spill_loads = 0;   ///< words of registers that ran out, of all lanes
    double spill_stores = 0;  ///< the same

    /// Of all units.
    [[nodiscard]] double total() const;
};

/// An instruction.
struct OpFacts {
    MachineCost cost = {};                     ///< in machine code
    ptx::Effect effect = ptx::Effect::compute; ///< what it does
    bool sets_predicate = false;               ///< it writes what others are guarded by
    bool waits_for_copies = false;             ///< until groups of asynchronous copies have come
    bool closes_group = false;                 ///< of such copies
    bool copies_arrive = false;                ///< these so far arrive at a barrier object
    std::uint32_t max_groups_in_flight = 0;    ///< how many may be under way behind it
    std::uint32_t segment = 0;                 ///< of KernelFacts::segments
    std::vector<std::uint32_t> reads = {};     ///< registers, numbered over all functions
    std::vector<std::uint32_t> writes = {};    ///< the same
};

/// Instructions that are executed one after the other: a basic block, or a part of it between calls.
struct Segment {
    std::uint32_t first = 0; ///< index in KernelFacts::ops
    std::uint32_t count = 0; ///< of instructions
    Plan single_round = {};  ///< for one round
    Plan unrolled = {};      ///< for as many as the machine code has in one; no ops: that is one
};

/// A kernel.
struct KernelFacts {
    std::vector<OpFacts> ops = {};      ///< as Kernel::code
    std::vector<Segment> segments = {}; ///< of all functions
    std::uint32_t registers = 0;        ///< of all functions
};

/// What takes the place of machine code where there is none: one machine instruction for one of PTX, as a rule.
std::vector<MachineCost> default_costs(const Kernel& kernel);

/// The facts of a kernel. @p costs has an element for each instruction.
KernelFacts facts_of(const Kernel& kernel, std::span<const MachineCost> costs);

} // namespace simulator::timing
