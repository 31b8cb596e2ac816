#pragma once

/// @file
/// In which order an SM has the instructions of a basic block, and which of them wait for which.
///
/// The PTX has loads where the source has them. ptxas moves them ahead, and where it unrolls a loop it mixes several rounds.
/// Its order is that of the machine code; what an instruction waits for follows from the order of the PTX.

#include <cstdint>
#include <span>
#include <vector>

namespace simulator::timing {

struct OpFacts;

/// An instruction of a plan.
struct PlannedOp {
    std::uint32_t step = 0;                ///< its place in the order of the PTX, round after round
    std::vector<std::uint32_t> waits = {}; ///< for these of the plan, by their places in it
    std::vector<std::uint32_t> reads = {}; ///< registers that the plan begins with
};

/// What a plan leaves in a register.
struct LiveOut {
    std::uint32_t reg = 0; ///< the register
    std::uint32_t op = 0;  ///< who writes it last, by its place in the plan
};

/// A basic block, gone through once or several times.
struct Plan {
    std::uint32_t rounds = 1;           ///< how many times
    std::vector<PlannedOp> ops = {};    ///< in the order in which they are issued
    std::vector<LiveOut> live_out = {}; ///< in registers, behind the last round
};

/// The plan for @p rounds rounds of the instructions @p ops, of which the machine code has @p unrolled in one. What has no
/// place of its own in the machine code goes with what stands before it.
Plan plan_of(std::span<const OpFacts> ops, std::uint32_t unrolled, std::uint32_t rounds);

} // namespace simulator::timing
