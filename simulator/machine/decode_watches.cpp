#include "analysis/register_use.h"
#include "machine/decoder.h"

// The ops around instructions that may find registers without a value.

namespace simulator {

using ptx::Form;
using ptx::Instruction;
using ptx::Operand;

bool Decoder::is_watched_behind(std::uint32_t n) const {
    if (!is_watched(n)) return false;
    const UnsetRule rule = unset_rule(function_->body[n]);
    return rule == UnsetRule::loads || rule == UnsetRule::shuffles;
}

void Decoder::append_watch(std::uint32_t n, bool behind) {
    const Instruction& instruction = function_->body[n];
    if (!behind) kernel_->watches.push_back(watch_of(n));
    const Handlers handlers = watch_handlers(behind);
    Op op;
    op.full = handlers.full;
    op.partial = handlers.partial;
    op.extra = static_cast<std::uint32_t>(kernel_->watches.size() - 1);
    kernel_->code.push_back(op);
    kernel_->info.push_back({Form::bra, false, instruction.source, instruction.ptx_line, number_, n});
}

// For the instruction that is decoded next, behind the op that is appended for the watch itself.
Watch Decoder::watch_of(std::uint32_t n) {
    const Instruction& instruction = function_->body[n];
    Watch watch;
    watch.rule = unset_rule(instruction);
    watch.op = static_cast<std::uint32_t>(kernel_->code.size() + 1);
    const auto add = [&](std::uint32_t reg, WatchedOperand operand) {
        operand.reg = reg;
        if (unset_.followed[reg]) operand.shadow = plan().shadow_of(reg);
        watch.operands.push_back(operand);
    };
    const std::size_t first = writes_first(instruction.form) ? 1 : 0;
    for (std::size_t k = first; k < instruction.operands.size(); ++k) {
        const UnsetUse use = unset_use(instruction, k);
        if (use == UnsetUse::ignored) continue;
        for_each_value(instruction.operands[k], [&](const Operand& element) {
            WatchedOperand operand;
            operand.use = use;
            operand.shadow = Watch::no_shadow;
            if (element.kind == Operand::Kind::reg) {
                const std::uint32_t bytes = ptx::bytes_of(function_->registers[element.index].type);
                operand.value = plan().slot_of(element.index);
                operand.lane_bytes = static_cast<std::uint8_t>(bytes == 0 ? 0 : bytes <= 4 ? 4 : 8);
                operand.negated = element.negated;
                add(element.index, operand);
            } else if (use == UnsetUse::passed) {
                operand.constant = true;
                watch.operands.push_back(operand);
            }
        });
    }
    if (instruction.guard) {
        watch.guard = plan().slot_of(instruction.guard->reg).bits;
        if (instruction.guard->negated) watch.guard |= Op::guard_negated;
        WatchedOperand guard;
        guard.use = UnsetUse::guard;
        guard.shadow = Watch::no_shadow;
        add(instruction.guard->reg, guard);
    }
    if (first == 1)
        for_each_value(instruction.operands[0], [&](const Operand& element) {
            const bool is_shuffled = watch.rule == UnsetRule::shuffles && watch.results.empty();
            if (element.kind == Operand::Kind::reg && (unset_.followed[element.index] || is_shuffled))
                watch.results.push_back(plan().shadow_of(element.index));
        });
    return watch;
}

} // namespace simulator
