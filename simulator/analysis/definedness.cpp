#include "analysis/definedness.h"

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

// The guard is needed, regardless of the rule of the instruction.
template <class Each> void for_each_use(const Instruction& instruction, Each each) {
    if (instruction.guard) each(instruction.guard->reg, DefinednessUse::needed);
    for_each_operand_read(instruction, [&](std::uint32_t reg, std::size_t n) {
        each(reg, definedness_use(instruction, n));
    });
}

// Transfer function: updates the set of registers that may be undefined.
void transfer(const Instruction& instruction, RegisterSet& undefined) {
    const DefinednessRule rule = definedness_rule(instruction);
    bool passes = rule == DefinednessRule::loads || rule == DefinednessRule::shuffles;
    if (rule != DefinednessRule::defines)
        for_each_use(instruction, [&](std::uint32_t reg, DefinednessUse use) {
            passes = passes || (use == DefinednessUse::propagated && undefined.has(reg));
        });
    // Where the guard is false, a register keeps its old value.
    for_each_written(instruction, [&](std::uint32_t reg) {
        undefined.put(reg, passes || (instruction.guard && undefined.has(reg)));
        // The predicate result, whether the source is in range, is always defined.
        if (rule == DefinednessRule::shuffles) passes = false;
    });
}

// For each basic block, the registers that may be undefined at its beginning. A forward data-flow analysis
// from the function's entry, where all are undefined, with union at joins.
std::vector<RegisterSet> undefined_at_blocks(const Function& function, const FlowGraph& graph) {
    const std::size_t count = function.registers.size();
    std::vector<RegisterSet> undefined(graph.end() + 1, RegisterSet(count));
    undefined[0] = RegisterSet(count, true);
    std::vector<bool> reached(graph.end() + 1, false);
    std::vector<std::uint32_t> changed = {0};
    reached[0] = true;
    while (!changed.empty()) {
        const std::uint32_t block = changed.back();
        changed.pop_back();
        if (block == graph.end()) continue;
        RegisterSet after = undefined[block];
        const std::size_t end = block + 1 < graph.end() ? graph.first[block + 1] : function.body.size();
        for (std::size_t n = graph.first[block]; n < end; ++n) transfer(function.body[n], after);
        for (const std::uint32_t next : graph.next[block]) {
            if (!undefined[next].join(after) && reached[next]) continue;
            reached[next] = true;
            changed.push_back(next);
        }
    }
    return undefined;
}

} // namespace

DefinednessAnalysis analyze_definedness(const Function& function) {
    DefinednessAnalysis flow{std::vector<bool>(function.registers.size(), false),
                             std::vector<bool>(function.body.size(), false)};
    if (function.body.empty()) return flow;
    const FlowGraph graph = flow_graph(function);
    std::vector<RegisterSet> undefined = undefined_at_blocks(function, graph);
    for (std::uint32_t n = 0; n < function.body.size(); ++n) {
        RegisterSet& here = undefined[graph.block_of[n]];
        for_each_use(function.body[n], [&](std::uint32_t reg, DefinednessUse use) {
            if (use != DefinednessUse::ignored && here.has(reg)) flow.tracked[reg] = true;
        });
        transfer(function.body[n], here);
    }
    for (std::uint32_t n = 0; n < function.body.size(); ++n) {
        const auto mark_shadowed = [&](std::uint32_t reg) {
            flow.shadowed[n] = flow.shadowed[n] || flow.tracked[reg];
        };
        for_each_read(function.body[n], mark_shadowed);
        for_each_written(function.body[n], mark_shadowed);
    }
    return flow;
}

DefinednessRule definedness_rule(const Instruction& instruction) {
    switch (instruction.form) {
        case Form::ld_local:
        case Form::ld_generic: return DefinednessRule::loads;
        case Form::shfl: return DefinednessRule::shuffles;
        case Form::and_bits: return DefinednessRule::ands;
        case Form::or_bits: return DefinednessRule::ors;
        case Form::selp: return DefinednessRule::selects;
        // The predicate that a comparison is combined with may determine the result alone.
        case Form::setp_integer:
        case Form::setp_f32:
        case Form::setp_f64:
        case Form::setp_half:
        case Form::set_integer:
        case Form::set_f32:
        case Form::set_f64:
        case Form::set_half:
            return instruction.operands[3].kind == Operand::Kind::none ? DefinednessRule::computes
                                                                       : DefinednessRule::defines;
        default: break;
    }
    switch (ptx::row_of(instruction.form).group) {
        case Group::integer:
        case Group::fp16:
        case Group::fp32:
        case Group::fp64: return DefinednessRule::computes;
        case Group::bit:
        case Group::conversion:
        case Group::misc: return DefinednessRule::copies;
        default: return DefinednessRule::defines;
    }
}

DefinednessUse definedness_use(const Instruction& instruction, std::size_t n) {
    const Form form = instruction.form;
    if (instruction.operands[n].kind == Operand::Kind::address) return DefinednessUse::needed;
    if (form == Form::st_local || form == Form::st_param) return DefinednessUse::kept;
    if (form == Form::atom_exchange || ptx::meaning_of(form).effect == ptx::Effect::store)
        return DefinednessUse::stored;
    if (form == Form::shfl && n == 1) return DefinednessUse::offered;
    switch (ptx::row_of(form).group) {
        case Group::memory:
        case Group::control:
        case Group::inter_thread: return DefinednessUse::needed;
        default:
            return definedness_rule(instruction) == DefinednessRule::defines ? DefinednessUse::ignored
                                                                             : DefinednessUse::propagated;
    }
}

} // namespace simulator
