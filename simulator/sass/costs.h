#pragma once

/// @file
/// Cost of one execution of a PTX instruction, in SASS instructions.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ptx/module.h"
#include "sass/sass_program.h"

namespace simulator::sass {

/// Average number of SASS instructions per execution of a PTX instruction. Single values may be wrong: of two
/// merged instructions, the first has the cost of both. Sums over a basic block are right.
struct InstructionCost {
    std::array<double, unit_count> by_unit{}; ///< SASS instructions per unit

    /// Returns the SASS instructions of one unit.
    [[nodiscard]] double of(Unit unit) const { return by_unit[static_cast<std::size_t>(unit)]; }
    /// Returns the SASS instructions of all units.
    [[nodiscard]] double total() const;
};

/// Costs of a function in a kernel.
struct FunctionCosts {
    std::vector<InstructionCost> instructions; ///< indexed like Function::body
    /// Costs of a program that stays in its loops for long. ptxas unrolls a loop and adds remainder loops:
    /// `instructions` averages over the copies in all of them, this member only over those in the main loop.
    std::vector<InstructionCost> in_main_loops;
    std::vector<double> copies; ///< copies of each basic block of the function that ptxas has made
    std::uint32_t unknown = 0;  ///< SASS instructions whose operation is not in opcodes.def
};

/// Returns the costs of the instructions of @p function, a kernel or a function that it calls, from the
/// SASS of the kernel. Both must come from the same PTX text. A function without a body has no costs.
FunctionCosts costs_of(const ptx::Function& function, std::span<const SassInstruction> code);

} // namespace simulator::sass
