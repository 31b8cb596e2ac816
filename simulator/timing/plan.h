#pragma once

/// @file
/// The order in which an SM issues the instructions of a basic block, and their dependences.
///
/// PTX has loads at their place in the source. ptxas hoists them, and if it unrolls a loop it interleaves
/// several iterations. A plan takes its order from SASS and its dependences from PTX.

#include <cstdint>
#include <span>
#include <vector>

namespace simulator::timing {

struct OpFacts;

/// An instruction of a plan.
struct PlannedOp {
    std::uint32_t step = 0;                ///< index in PTX order, iteration after iteration
    std::vector<std::uint32_t> waits = {}; ///< instructions of the plan whose results it needs, by index
    std::vector<std::uint32_t> reads = {}; ///< registers that it reads and that were written before the plan
};

/// A register that a plan writes.
struct LiveOut {
    std::uint32_t reg = 0; ///< the register
    std::uint32_t op = 0;  ///< index in the plan of the last instruction that writes it
};

/// One or several iterations of a basic block.
struct Plan {
    std::uint32_t rounds = 1;           ///< number of iterations
    std::vector<PlannedOp> ops = {};    ///< in issue order
    std::vector<LiveOut> live_out = {}; ///< registers written, after the last iteration
};

/// Returns the plan for @p rounds iterations of the instructions @p ops, of which SASS has @p unrolled in
/// one. An instruction without SASS is placed with its predecessor.
Plan plan_of(std::span<const OpFacts> ops, std::uint32_t unrolled, std::uint32_t rounds);

} // namespace simulator::timing
