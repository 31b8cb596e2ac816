#pragma once

/// @file
/// A kernel as the timing model sees it: the SASS instructions of each unit per PTX instruction, the
/// dependences, and the order of each basic block in SASS. It contains no speed of a GPU.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "analysis/kernel.h"
#include "gpu/device_time.h"
#include "timing/plan.h"

namespace simulator::timing {

/// SASS cost of one PTX instruction.
struct SassCost {
    /// SASS instructions per execution on average, by unit.
    std::array<double, unit_count> instructions = {};
    /// Addresses of its SASS instructions in the copy of its basic block that is executed most; ascending.
    std::vector<std::uint32_t> addresses = {};
    std::uint32_t rounds = 1; ///< copies of its basic block in that place (unrolling)
    double spill_loads = 0;   ///< words of spilled registers that are loaded, by all lanes
    double spill_stores = 0;  ///< words of spilled registers that are stored, by all lanes

    /// Returns the SASS instructions of all units.
    [[nodiscard]] double total() const;
};

/// One PTX instruction.
struct OpFacts {
    SassCost cost = {};                        ///< its cost in SASS
    ptx::Effect effect = ptx::Effect::compute; ///< its effect
    bool sets_predicate = false;               ///< it writes a predicate that guards other instructions
    bool waits_for_copies = false;             ///< it waits for groups of asynchronous copies
    bool closes_group = false;                 ///< it commits a group of asynchronous copies
    bool copies_arrive = false;                ///< the copies so far arrive at a barrier object
    std::uint32_t max_groups_in_flight = 0;    ///< groups that may still be in flight after a wait
    std::uint32_t segment = 0;                 ///< index in KernelFacts::segments
    std::vector<std::uint32_t> reads = {};     ///< registers that it reads, numbered over all functions
    std::vector<std::uint32_t> writes = {};    ///< registers that it writes, numbered likewise
};

/// Instructions that are executed in sequence: a basic block, or a part of one between calls.
struct Segment {
    std::uint32_t first = 0; ///< index in KernelFacts::ops
    std::uint32_t count = 0; ///< number of instructions
    Plan single_round = {};  ///< plan of one iteration
    Plan unrolled = {};      ///< plan of as many iterations as SASS unrolls; no ops: one
};

/// A kernel.
struct KernelFacts {
    std::vector<OpFacts> ops = {};      ///< same order as Kernel::code
    std::vector<Segment> segments = {}; ///< segments of all functions
    std::uint32_t registers = 0;        ///< registers of all functions
};

/// Returns costs for a kernel without SASS: one SASS instruction per PTX instruction, as a rule.
std::vector<SassCost> default_costs(const Kernel& kernel);

/// Returns the facts of a kernel. @p costs has one element per instruction.
KernelFacts facts_of(const Kernel& kernel, std::span<const SassCost> costs);

} // namespace simulator::timing
