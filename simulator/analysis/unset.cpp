#include "analysis/unset.h"

#include <algorithm>

#include "analysis/control_flow.h"
#include "analysis/register_use.h"

namespace simulator {
namespace {

using ptx::Form;
using ptx::Function;
using ptx::Group;
using ptx::Instruction;
using ptx::Operand;

// The guard is needed, whatever the instruction makes of its operands.
template <class Each> void for_each_use(const Instruction& instruction, Each each) {
    if (instruction.guard) each(instruction.guard->reg, UnsetUse::needed);
    for_each_operand_read(instruction,
                          [&](std::uint32_t reg, std::size_t n) { each(reg, unset_use(instruction, n)); });
}

// What the instruction does to the registers that may have no value.
void step(const Instruction& instruction, RegisterSet& unset) {
    const UnsetRule rule = unset_rule(instruction);
    bool passes = rule == UnsetRule::loads || rule == UnsetRule::shuffles;
    if (rule != UnsetRule::sets)
        for_each_use(instruction, [&](std::uint32_t reg, UnsetUse use) {
            passes = passes || (use == UnsetUse::passed && unset.has(reg));
        });
    // Where the guard does not hold, a register keeps what it had.
    for_each_written(instruction, [&](std::uint32_t reg) {
        unset.put(reg, passes || (instruction.guard && unset.has(reg)));
        // Whether a shuffle's source is in range is known in any case.
        if (rule == UnsetRule::shuffles) passes = false;
    });
}

// For each basic block, the registers that may have no value where it begins: forward from the function's
// entry, where none has one, and joined wherever ways meet.
std::vector<RegisterSet> unset_at_blocks(const Function& function, const FlowGraph& graph) {
    const std::size_t count = function.registers.size();
    std::vector<RegisterSet> unset(graph.end() + 1, RegisterSet(count));
    unset[0] = RegisterSet(count, true);
    std::vector<bool> reached(graph.end() + 1, false);
    std::vector<std::uint32_t> changed = {0};
    reached[0] = true;
    while (!changed.empty()) {
        const std::uint32_t block = changed.back();
        changed.pop_back();
        if (block == graph.end()) continue;
        RegisterSet behind = unset[block];
        const std::size_t end = block + 1 < graph.end() ? graph.first[block + 1] : function.body.size();
        for (std::size_t n = graph.first[block]; n < end; ++n) step(function.body[n], behind);
        for (const std::uint32_t next : graph.next[block]) {
            if (!unset[next].join(behind) && reached[next]) continue;
            reached[next] = true;
            changed.push_back(next);
        }
    }
    return unset;
}

} // namespace

UnsetFlow unset_flow(const Function& function) {
    UnsetFlow flow{std::vector<bool>(function.registers.size(), false),
                   std::vector<bool>(function.body.size(), false)};
    if (function.body.empty()) return flow;
    const FlowGraph graph = flow_graph(function);
    std::vector<RegisterSet> unset = unset_at_blocks(function, graph);
    for (std::uint32_t n = 0; n < function.body.size(); ++n) {
        RegisterSet& here = unset[graph.block_of[n]];
        for_each_use(function.body[n], [&](std::uint32_t reg, UnsetUse use) {
            if (use != UnsetUse::ignored && here.has(reg)) flow.followed[reg] = true;
        });
        step(function.body[n], here);
    }
    for (std::uint32_t n = 0; n < function.body.size(); ++n) {
        const auto watch = [&](std::uint32_t reg) {
            flow.watched[n] = flow.watched[n] || flow.followed[reg];
        };
        for_each_read(function.body[n], watch);
        for_each_written(function.body[n], watch);
    }
    return flow;
}

UnsetRule unset_rule(const Instruction& instruction) {
    switch (instruction.form) {
        case Form::ld_local:
        case Form::ld_generic: return UnsetRule::loads;
        case Form::shfl: return UnsetRule::shuffles;
        case Form::and_bits: return UnsetRule::ands;
        case Form::or_bits: return UnsetRule::ors;
        case Form::selp: return UnsetRule::chooses;
        // What a comparison is combined with may decide alone.
        case Form::setp_integer:
        case Form::setp_f32:
        case Form::setp_f64:
        case Form::setp_half:
        case Form::set_integer:
        case Form::set_f32:
        case Form::set_f64:
        case Form::set_half:
            return instruction.operands[3].kind == Operand::Kind::none ? UnsetRule::computes
                                                                       : UnsetRule::sets;
        default: break;
    }
    switch (ptx::row_of(instruction.form).group) {
        case Group::integer:
        case Group::fp16:
        case Group::fp32:
        case Group::fp64: return UnsetRule::computes;
        case Group::bit:
        case Group::conversion:
        case Group::misc: return UnsetRule::copies;
        default: return UnsetRule::sets;
    }
}

UnsetUse unset_use(const Instruction& instruction, std::size_t n) {
    const Form form = instruction.form;
    if (instruction.operands[n].kind == Operand::Kind::address) return UnsetUse::needed;
    if (form == Form::st_local || form == Form::st_param) return UnsetUse::kept;
    if (form == Form::atom_exchange || ptx::meaning_of(form).effect == ptx::Effect::store)
        return UnsetUse::stored;
    if (form == Form::shfl && n == 1) return UnsetUse::offered;
    switch (ptx::row_of(form).group) {
        case Group::memory:
        case Group::control:
        case Group::inter_thread: return UnsetUse::needed;
        default: return unset_rule(instruction) == UnsetRule::sets ? UnsetUse::ignored : UnsetUse::passed;
    }
}

} // namespace simulator
