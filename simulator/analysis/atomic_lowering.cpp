#include "analysis/atomic_lowering.h"

#include <algorithm>

#include "analysis/frame.h"
#include "analysis/register_use.h"

namespace simulator {
namespace {

using ptx::Form;
using ptx::Function;
using ptx::Instruction;
using ptx::Operand;
using ptx::Word;

bool is_warp_uniform(ptx::SpecialRegister special) {
    using enum ptx::SpecialRegister;
    return special != tid_x && special != tid_y && special != tid_z && special != laneid &&
           (special < lanemask_eq || special >= dynamic_smem_size);
}

bool is_uniform(const Operand& operand, const std::vector<bool>& known) {
    if (operand.kind == Operand::Kind::reg) return known[operand.index];
    if (operand.kind == Operand::Kind::special) return is_warp_uniform(operand.special);
    return std::ranges::all_of(operand.elements,
                               [&](const Operand& element) { return is_uniform(element, known); });
}

bool reads_kernel_parameter(const Instruction& instruction, const Function& function) {
    if (instruction.form != Form::ld_param) return false;
    const Operand& base = instruction.operands[1].elements[0];
    return base.kind == Operand::Kind::variable && base.in_function && !is_in_frame(function, base.index);
}

// Results computed from uniform values are uniform; values from memory or from other lanes need not be.
bool has_uniform_result(const Instruction& instruction, const Function& function,
                        const std::vector<bool>& known) {
    const ptx::Group group = ptx::row_of(instruction.form).group;
    if (group == ptx::Group::inter_thread || group == ptx::Group::control) return false;
    if (group == ptx::Group::memory && !reads_kernel_parameter(instruction, function)) return false;
    if (instruction.guard && !known[instruction.guard->reg]) return false;
    return std::all_of(instruction.operands.begin() + 1, instruction.operands.end(),
                       [&](const Operand& operand) { return is_uniform(operand, known); });
}

bool is_integer_type(Word type) { return ptx::kind_of(type) != ptx::TypeKind::floating; }

bool is_narrow(Word type) { return ptx::bytes_of(type) == 4; }

// Returns the operand that an atomic without a result adds, stores or compares with.
const Operand& value_of(const Instruction& instruction) {
    return instruction.operands[ptx::meaning_of(instruction.form).effect == ptx::Effect::atomic ? 2 : 1];
}

bool adds_constant(const Instruction& instruction) {
    return (instruction.form == Form::atom_add || instruction.form == Form::red_add) &&
           is_integer_type(instruction.type()) && value_of(instruction).kind == Operand::Kind::integer;
}

// Whether ptxas aggregates the atomic over a warp, so that one thread executes it if all threads use one
// address. It does so for an added constant, where counting the threads is enough, and for any 32-bit integer
// operation whose old value is not used.
bool can_be_warp_aggregated(const Instruction& instruction, bool result_used) {
    if (adds_constant(instruction)) return true;
    if (result_used || !is_integer_type(instruction.type()) || !is_narrow(instruction.type())) return false;
    switch (instruction.form) {
        case Form::red_add:
        case Form::red_min_max:
        case Form::red_bitwise:
        case Form::atom_add:
        case Form::atom_min_max:
        case Form::atom_bitwise: return true;
        default: return false;
    }
}

bool adds_floats(const Instruction& instruction) {
    return (instruction.form == Form::red_add || instruction.form == Form::atom_add) &&
           !is_integer_type(instruction.type());
}

} // namespace

// Starts with all registers uniform and removes those with a non-uniform definition, up to a fixed point.
std::vector<bool> uniform_registers(const Function& function) {
    std::vector<bool> known(function.registers.size(), true);
    for (bool changed = true; changed;) {
        changed = false;
        for (const Instruction& instruction : function.body) {
            if (has_uniform_result(instruction, function, known)) continue;
            for_each_written(instruction, [&](std::uint32_t reg) {
                changed = changed || known[reg];
                known[reg] = false;
            });
        }
    }
    return known;
}

AtomicLowering atomic_lowering(const Instruction& instruction, bool result_used,
                               const std::vector<bool>& uniform) {
    if (instruction.form == Form::atom_compare_swap) return AtomicLowering::compare_and_swap;
    const bool returns = ptx::meaning_of(instruction.form).effect == ptx::Effect::atomic;
    result_used = returns && result_used;
    if (can_be_warp_aggregated(instruction, result_used) &&
        is_uniform(instruction.operands[returns ? 1 : 0], uniform))
        return AtomicLowering::warp_aggregated;
    const bool counts = !result_used && adds_constant(instruction) && is_narrow(instruction.type()) &&
                        value_of(instruction).bits == 1;
    if (adds_floats(instruction)) return AtomicLowering::float_add;
    return counts ? AtomicLowering::popc_inc : AtomicLowering::serialized;
}

} // namespace simulator
