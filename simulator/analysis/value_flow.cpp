#include "analysis/value_flow.h"

#include <algorithm>

#include "analysis/communication.h"
#include "analysis/register_use.h"

namespace simulator {
namespace {

using ptx::Form;
using ptx::Function;
using ptx::Group;
using ptx::Instruction;

bool is_plain_store(Form form) {
    return form == Form::st_generic || form == Form::st_global || form == Form::st_shared;
}

// The carry flag is not a register.
bool keeps_carry(Form form) {
    switch (form) {
        case Form::add_carry:
        case Form::addc:
        case Form::sub_carry:
        case Form::subc:
        case Form::mad_carry:
        case Form::madc: return true;
        default: return false;
    }
}

// Whether the instruction has no effect but writing a register.
bool only_computes(const Instruction& instruction) {
    switch (ptx::row_of(instruction.form).group) {
        case Group::memory:
        case Group::control:
        case Group::inter_thread: return false;
        default: return writes_first(instruction.form) && !keeps_carry(instruction.form);
    }
}

bool is_needed(const Instruction& instruction, std::size_t) { return !only_computes(instruction); }

bool is_controlling(const Instruction& instruction, std::size_t n) {
    if (instruction.form == Form::selp) return n == 3;
    if (instruction.form == Form::shfl) return n != 1;
    if (is_plain_store(instruction.form)) return n == 0;
    return !only_computes(instruction);
}

bool is_released(const Instruction& instruction, std::size_t n) {
    return is_plain_store(instruction.form) && n == 1 && strength_of(instruction) != Strength::weak;
}

// Whether operand n is not itself a use that counts: its value flows into the instruction's result.
bool flows_to_result(const Instruction& instruction, std::size_t n) {
    return only_computes(instruction) || (instruction.form == Form::shfl && n == 1);
}

// Backward slice: the registers for which wanted(instruction, operand) holds, and all that these are computed
// from.
template <class Wanted>
std::vector<bool> backward_slice(const Function& function, bool guards, Wanted wanted) {
    std::vector<bool> found(function.registers.size(), false);
    for (bool changed = true; changed;) {
        changed = false;
        const auto add = [&](std::uint32_t reg) {
            changed = changed || !found[reg];
            found[reg] = true;
        };
        for (auto at = function.body.rbegin(); at != function.body.rend(); ++at) {
            const Instruction& instruction = *at;
            bool result_found = false;
            for_each_written(instruction, [&](std::uint32_t reg) { result_found |= found[reg]; });
            if (instruction.guard && guards && (result_found || !only_computes(instruction)))
                add(instruction.guard->reg);
            for_each_operand_read(instruction, [&](std::uint32_t reg, std::size_t n) {
                if (wanted(instruction, n) || (result_found && flows_to_result(instruction, n))) add(reg);
            });
        }
    }
    return found;
}

bool is_strong_load(const Instruction& instruction) {
    const Form form = instruction.form;
    const bool loads = form == Form::ld_generic || form == Form::ld_global || form == Form::ld_shared;
    return loads && strength_of(instruction) != Strength::weak;
}

// Forward slice: the registers that strong loads write, and all that are computed from these.
std::vector<bool> slice_of_strong_loads(const Function& function) {
    std::vector<bool> found(function.registers.size(), false);
    for (bool changed = true; changed;) {
        changed = false;
        for (const Instruction& instruction : function.body) {
            bool derived = is_strong_load(instruction);
            for_each_operand_read(instruction, [&](std::uint32_t reg, std::size_t n) {
                derived = derived || (found[reg] && flows_to_result(instruction, n));
            });
            if (!derived) continue;
            for_each_written(instruction, [&](std::uint32_t reg) {
                changed = changed || !found[reg];
                found[reg] = true;
            });
        }
    }
    return found;
}

} // namespace

ValueFlow value_flow(const Function& function) {
    return {.needed = backward_slice(function, true, is_needed),
            .controls = backward_slice(function, true, is_controlling),
            .reaches_release_store = backward_slice(function, false, is_released),
            .derives_from_strong_load = slice_of_strong_loads(function)};
}

} // namespace simulator
