#include "analysis/communication.h"

#include <algorithm>

#include <fmt/core.h>

#include "analysis/value_flow.h"

// Communication between the threads of a kernel.
//
// Blocks run in parallel if their order cannot matter. Their order can matter if a load of global memory
// polls, or is volatile, relaxed or acquire; if the result of a global atomic is used; if a global atomic
// rounds, replaces or wraps the old value; or if two do not commute: a maximum of sums is not a sum of
// maxima.

namespace simulator {
namespace {

using ptx::Form;
using ptx::Function;
using ptx::Instruction;
using ptx::Operand;
using ptx::Word;

bool in_shared(const Instruction& instruction) {
    return instruction.has(Word::shared) || instruction.has(Word::shared_cta);
}

bool order_matters(Form form, const Instruction& instruction) {
    switch (form) {
        case Form::atom_exchange:
        case Form::atom_compare_swap:
        case Form::atom_inc_dec:
        case Form::atom_add_half:
        case Form::red_add_half:
        case Form::red_inc_dec: return true;
        case Form::atom_add:
        case Form::red_add: return ptx::kind_of(instruction.type()) == ptx::TypeKind::floating;
        default: return false;
    }
}

std::string reason_of(const Instruction& instruction, bool polls, const std::vector<bool>& read) {
    const Form form = instruction.form;
    if (in_shared(instruction)) return {};
    const ptx::Meaning& meaning = ptx::meaning_of(form);
    const bool load = meaning.effect == ptx::Effect::load && (meaning.space == ptx::AddressSpace::global ||
                                                              meaning.space == ptx::AddressSpace::generic);
    if (load && (polls || instruction.has(Word::volatile_) || instruction.has(Word::relaxed) ||
                 instruction.has(Word::acquire)))
        return "blocks read data that other blocks write in the same launch";
    if (!ptx::is_atomic(form)) return {};
    const bool has_result = meaning.effect == ptx::Effect::atomic;
    const Operand& result = instruction.operands[0];
    if (has_result && result.kind == Operand::Kind::reg && read[result.index])
        return "blocks use the result of an atomic operation";
    if (order_matters(form, instruction)) return "the order of its atomic operations matters";
    return {};
}

// Effect of an atomic on memory: two instructions with the same effect commute.
struct Update {
    Word operation = Word::add;
    bool is_signed = false; // matters for minima and maxima, not for sums

    bool operator==(const Update&) const = default;
};

Update update_of(const Instruction& instruction) {
    using enum Word;
    for (const Word operation : {min, max, and_, or_, xor_})
        if (instruction.has(operation)) {
            const bool compares = operation == min || operation == max;
            return {operation, compares && ptx::kind_of(instruction.type()) == ptx::TypeKind::signed_integer};
        }
    return {};
}

// Atomics of different widths at one address are a race, so assume different addresses.
bool commute(const Instruction& a, const Instruction& b) {
    return ptx::bytes_of(a.type()) != ptx::bytes_of(b.type()) || update_of(a) == update_of(b);
}

std::string lines_of(const Instruction& a, const Instruction& b) {
    if (a.source.line == 0 || b.source.line == 0) return {};
    if (a.source.line == b.source.line) return fmt::format(" (line {})", a.source.line);
    return fmt::format(" (lines {} and {})", a.source.line, b.source.line);
}

template <class Holds> bool any_instruction(const std::vector<const Function*>& functions, Holds holds) {
    return std::ranges::any_of(functions, [&](const Function* function) {
        return std::ranges::any_of(function->body, holds);
    });
}

} // namespace

Strength strength_of(const Instruction& instruction) {
    if (instruction.has(Word::acq_rel)) return Strength::acq_rel;
    if (instruction.has(Word::acquire)) return Strength::acquire;
    if (instruction.has(Word::release)) return Strength::release;
    if (instruction.has(Word::volatile_) || instruction.has(Word::relaxed) ||
        ptx::is_atomic(instruction.form) || instruction.form == Form::mbarrier_inval)
        return Strength::strong;
    switch (instruction.form) {
        case Form::mbarrier_arrive:
        case Form::mbarrier_arrive_drop:
        case Form::cp_async_mbarrier_arrive: return Strength::release;
        case Form::mbarrier_test_wait:
        case Form::mbarrier_test_wait_parity:
        case Form::mbarrier_try_wait:
        case Form::mbarrier_try_wait_parity: return Strength::acquire;
        default: return Strength::weak;
    }
}

std::string reason_for_block_order(const std::vector<const Function*>& functions,
                                   const std::vector<std::vector<bool>>& polls) {
    std::vector<const Instruction*> updates;
    for (std::size_t f = 0; f < functions.size(); ++f) {
        const Function* const function = functions[f];
        const std::vector<bool> read = value_flow(*function).needed;
        for (std::size_t n = 0; n < function->body.size(); ++n) {
            const Instruction& instruction = function->body[n];
            const std::string reason = reason_of(instruction, polls[f][n], read);
            if (!reason.empty()) return reason + lines_of(instruction, instruction);
            if (!ptx::is_atomic(instruction.form) || in_shared(instruction)) continue;
            for (const Instruction* other : updates)
                if (!commute(*other, instruction))
                    return "its atomic operations do not commute" + lines_of(*other, instruction);
            updates.push_back(&instruction);
        }
    }
    return {};
}

bool has_fences(const std::vector<const Function*>& functions) {
    return any_instruction(functions, [](const Instruction& instruction) {
        return ptx::meaning_of(instruction.form).effect == ptx::Effect::fence ||
               strength_of(instruction) >= Strength::acquire;
    });
}

bool has_partial_barriers(const std::vector<const Function*>& functions) {
    return any_instruction(functions, [](const Instruction& instruction) {
        const auto given = [&](std::size_t n) { return instruction.operands[n].kind != Operand::Kind::none; };
        switch (instruction.form) {
            case Form::bar_warp_sync:
            case Form::bar_arrive:
            case Form::barrier_arrive: return true;
            case Form::bar_sync:
            case Form::barrier_sync: return given(1);
            case Form::bar_red_popc:
            case Form::bar_red_pred:
            case Form::barrier_red_popc:
            case Form::barrier_red_pred: return given(2);
            default: return false;
        }
    });
}

} // namespace simulator
