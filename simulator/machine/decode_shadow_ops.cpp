#include "analysis/register_use.h"
#include "machine/decoder.h"

// Shadow ops around instructions that may read undefined registers.

namespace simulator {

using ptx::Form;
using ptx::Instruction;
using ptx::Operand;

bool Decoder::needs_shadow_op_after(std::uint32_t n) const {
    if (!needs_shadow_op(n)) return false;
    const DefinednessRule rule = definedness_rule(function_->body[n]);
    return rule == DefinednessRule::loads || rule == DefinednessRule::shuffles;
}

void Decoder::append_shadow_op(std::uint32_t n, bool after) {
    const Instruction& instruction = function_->body[n];
    if (!after) kernel_->shadow_ops.push_back(shadow_op_of(n));
    const Handlers handlers = shadow_op_handlers(after);
    Op op;
    op.full = handlers.full;
    op.partial = handlers.partial;
    op.extra = static_cast<std::uint32_t>(kernel_->shadow_ops.size() - 1);
    kernel_->code.push_back(op);
    kernel_->info.push_back({Form::bra, false, instruction.source, instruction.ptx_line, number_, n});
}

// Describes the instruction that is decoded next, after the shadow op itself.
ShadowOp Decoder::shadow_op_of(std::uint32_t n) {
    const Instruction& instruction = function_->body[n];
    ShadowOp shadow_op;
    shadow_op.rule = definedness_rule(instruction);
    shadow_op.op = static_cast<std::uint32_t>(kernel_->code.size() + 1);
    const auto add = [&](std::uint32_t reg, ShadowOperand operand) {
        operand.reg = reg;
        if (definedness_.tracked[reg]) operand.shadow = plan().shadow_of(reg);
        shadow_op.operands.push_back(operand);
    };
    const std::size_t first = writes_first(instruction.form) ? 1 : 0;
    for (std::size_t k = first; k < instruction.operands.size(); ++k) {
        const DefinednessUse use = definedness_use(instruction, k);
        if (use == DefinednessUse::ignored) continue;
        for_each_value(instruction.operands[k], [&](const Operand& element) {
            ShadowOperand operand;
            operand.use = use;
            operand.shadow = ShadowOp::no_shadow;
            if (element.kind == Operand::Kind::reg) {
                const std::uint32_t bytes = ptx::bytes_of(function_->registers[element.index].type);
                operand.value = plan().slot_of(element.index);
                operand.lane_bytes = static_cast<std::uint8_t>(bytes == 0 ? 0 : bytes <= 4 ? 4 : 8);
                operand.negated = element.negated;
                add(element.index, operand);
            } else if (use == DefinednessUse::propagated) {
                operand.constant = true;
                shadow_op.operands.push_back(operand);
            }
        });
    }
    if (instruction.guard) {
        shadow_op.guard = plan().slot_of(instruction.guard->reg).bits;
        if (instruction.guard->negated) shadow_op.guard |= Op::guard_negated;
        ShadowOperand guard;
        guard.use = DefinednessUse::guard;
        guard.shadow = ShadowOp::no_shadow;
        add(instruction.guard->reg, guard);
    }
    if (first == 1)
        for_each_value(instruction.operands[0], [&](const Operand& element) {
            const bool is_shuffled = shadow_op.rule == DefinednessRule::shuffles && shadow_op.results.empty();
            if (element.kind == Operand::Kind::reg && (definedness_.tracked[element.index] || is_shuffled))
                shadow_op.results.push_back(plan().shadow_of(element.index));
        });
    return shadow_op;
}

} // namespace simulator
