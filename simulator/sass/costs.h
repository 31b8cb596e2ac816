#pragma once

/// @file
/// What one execution of an instruction of the PTX costs in machine instructions.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ptx/module.h"
#include "sass/sass_program.h"

namespace simulator::sass {

/// Machine instructions that one execution of an instruction of the PTX takes on average. Single ones may be off, as
/// where two were merged the first has both; added up over a basic block they are right.
struct InstructionCost {
    std::array<double, unit_count> by_unit{}; ///< how many each unit executes

    /// Those of one unit.
    [[nodiscard]] double of(Unit unit) const { return by_unit[static_cast<std::size_t>(unit)]; }
    /// Those of all units.
    [[nodiscard]] double total() const;
};

/// The costs of a function in a kernel.
struct FunctionCosts {
    std::vector<InstructionCost> instructions; ///< of each element of Function::body
    /// The same for a program that stays in its loops for long. ptxas unrolls a loop and adds others that take what is
    /// left over: `instructions` counts the copies in all of them alike, this one only those in the main loop.
    std::vector<InstructionCost> in_main_loops;
    std::vector<double> copies; ///< how often ptxas has made each basic block of the function
    std::uint32_t unknown = 0;  ///< machine instructions whose operation is not in opcodes.def
};

/// The costs of the instructions of @p function, a kernel or what it calls, from the machine code of the kernel. Both
/// must be made of the same PTX text. A function without a body has none.
FunctionCosts costs_of(const ptx::Function& function, std::span<const SassInstruction> code);

} // namespace simulator::sass
