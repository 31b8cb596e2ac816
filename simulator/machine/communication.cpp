#include <fmt/format.h>

#include "machine/decode.h"
#include "machine/register_use.h"

// Blocks run beside each other when their order cannot matter. It can when one reads what another has left in
// global memory meanwhile, and when floating-point numbers are added up by atomics.

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

bool is_atomic(Form form) { return form >= Form::atom_bitwise && form <= Form::red_inc_dec; }

bool order_matters(Form form, const Instruction& instruction) {
    switch (form) {
        case Form::atom_exchange:
        case Form::atom_compare_swap:
        case Form::atom_inc_dec:
        case Form::red_inc_dec: return true;
        case Form::atom_add:
        case Form::red_add: return ptx::kind_of(instruction.type()) == ptx::TypeKind::floating;
        default: return false;
    }
}

std::string reason_of(const Instruction& instruction, const std::vector<bool>& read) {
    const Form form = instruction.form;
    if (in_shared(instruction)) return {};
    const bool load = form == Form::ld_global || form == Form::ld_generic;
    if (load && (instruction.has(Word::volatile_) || instruction.has(Word::relaxed) ||
                 instruction.has(Word::acquire)))
        return "blocks read what others write meanwhile";
    if (!is_atomic(form)) return {};
    const bool has_result = form >= Form::atom_bitwise && form <= Form::atom_inc_dec;
    const Operand& result = instruction.operands[0];
    if (has_result && result.kind == Operand::Kind::reg && read[result.index])
        return "blocks use what an atomic operation returns";
    if (order_matters(form, instruction)) return "the order of its atomic operations matters";
    return {};
}

} // namespace

Strength strength_of(const Instruction& instruction) {
    if (instruction.has(Word::acq_rel)) return Strength::both;
    if (instruction.has(Word::acquire)) return Strength::acquire;
    if (instruction.has(Word::release)) return Strength::release;
    const bool strong =
        instruction.has(Word::volatile_) || instruction.has(Word::relaxed) || is_atomic(instruction.form);
    return strong ? Strength::strong : Strength::weak;
}

std::string communication(const std::vector<const Function*>& functions) {
    for (const Function* function : functions) {
        const std::vector<bool> read = registers_read(*function);
        for (const Instruction& instruction : function->body) {
            const std::string reason = reason_of(instruction, read);
            if (reason.empty()) continue;
            if (instruction.source.line == 0) return reason;
            return fmt::format("{} (line {})", reason, instruction.source.line);
        }
    }
    return {};
}

} // namespace simulator
