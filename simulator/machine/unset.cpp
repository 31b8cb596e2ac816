#include "machine/unset.h"

#include <algorithm>

#include "machine/control_flow.h"
#include "machine/decode.h"

namespace simulator {
namespace {

using ptx::Form;
using ptx::Function;
using ptx::Group;
using ptx::Instruction;
using ptx::Operand;

// A bit for each register.
class Registers {
public:
    explicit Registers(std::size_t count, bool all = false) : words_((count + 63) / 64, all ? ~0ULL : 0) {}

    [[nodiscard]] bool has(std::uint32_t reg) const { return (words_[reg / 64] >> reg % 64 & 1) != 0; }
    void put(std::uint32_t reg, bool in) {
        const std::uint64_t bit = std::uint64_t{1} << reg % 64;
        words_[reg / 64] = in ? words_[reg / 64] | bit : words_[reg / 64] & ~bit;
    }
    // Takes in all of another's; returns whether any was new.
    bool join(const Registers& other) {
        bool grown = false;
        for (std::size_t n = 0; n < words_.size(); ++n) {
            grown = grown || (other.words_[n] & ~words_[n]) != 0;
            words_[n] |= other.words_[n];
        }
        return grown;
    }

private:
    std::vector<std::uint64_t> words_;
};

template <class Each> void for_each_read(const Instruction& instruction, Each each) {
    if (instruction.guard) each(instruction.guard->reg, UnsetUse::needed);
    for (std::size_t n = writes_first(instruction.form) ? 1 : 0; n < instruction.operands.size(); ++n) {
        const UnsetUse use = unset_use(instruction, n);
        for_each_value(instruction.operands[n], [&](const Operand& value) {
            if (value.kind == Operand::Kind::reg) each(value.index, use);
        });
    }
}

template <class Each> void for_each_written(const Instruction& instruction, Each each) {
    if (!writes_first(instruction.form)) return;
    for_each_value(instruction.operands[0], [&](const Operand& value) {
        if (value.kind == Operand::Kind::reg) each(value.index);
    });
}

// What the instruction does to the registers that may have no value.
void step(const Instruction& instruction, Registers& unset) {
    const UnsetRule rule = unset_rule(instruction);
    bool passes = rule == UnsetRule::loads;
    if (rule != UnsetRule::sets)
        for_each_read(instruction, [&](std::uint32_t reg, UnsetUse use) {
            passes = passes || (use == UnsetUse::passed && unset.has(reg));
        });
    // Where the guard does not hold, a register keeps what it had.
    for_each_written(instruction, [&](std::uint32_t reg) {
        unset.put(reg, passes || (instruction.guard && unset.has(reg)));
    });
}

// For each basic block, the registers that may have no value where it begins: forward from the function's
// entry, where none has one, and joined wherever ways meet.
std::vector<Registers> unset_at_blocks(const Function& function, const FlowGraph& graph) {
    const std::size_t count = function.registers.size();
    std::vector<Registers> unset(graph.end() + 1, Registers(count));
    unset[0] = Registers(count, true);
    std::vector<bool> reached(graph.end() + 1, false);
    std::vector<std::uint32_t> changed = {0};
    reached[0] = true;
    while (!changed.empty()) {
        const std::uint32_t block = changed.back();
        changed.pop_back();
        if (block == graph.end()) continue;
        Registers behind = unset[block];
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
    std::vector<Registers> unset = unset_at_blocks(function, graph);
    for (std::uint32_t n = 0; n < function.body.size(); ++n) {
        Registers& here = unset[graph.block_of[n]];
        for_each_read(function.body[n], [&](std::uint32_t reg, UnsetUse use) {
            if (use != UnsetUse::ignored && here.has(reg)) flow.followed[reg] = true;
        });
        step(function.body[n], here);
    }
    for (std::uint32_t n = 0; n < function.body.size(); ++n) {
        const auto watch = [&](std::uint32_t reg) {
            flow.watched[n] = flow.watched[n] || flow.followed[reg];
        };
        for_each_read(function.body[n], [&](std::uint32_t reg, UnsetUse) { watch(reg); });
        for_each_written(function.body[n], watch);
    }
    return flow;
}

UnsetRule unset_rule(const Instruction& instruction) {
    switch (instruction.form) {
        case Form::ld_local:
        case Form::ld_generic: return UnsetRule::loads;
        case Form::and_bits: return UnsetRule::ands;
        case Form::or_bits: return UnsetRule::ors;
        case Form::selp: return UnsetRule::chooses;
        // What a comparison is combined with may decide alone.
        case Form::setp_integer:
        case Form::setp_float:
        case Form::set_integer:
        case Form::set_float:
            return instruction.operands[3].kind == Operand::Kind::none ? UnsetRule::computes
                                                                       : UnsetRule::sets;
        default: break;
    }
    switch (ptx::row_of(instruction.form).group) {
        case Group::integer:
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
    if (form == Form::atom_exchange || (form >= Form::st_generic && form <= Form::st_param))
        return UnsetUse::stored;
    // Lanes often offer what no other takes.
    if (form == Form::shfl && n == 1) return UnsetUse::ignored;
    switch (ptx::row_of(form).group) {
        case Group::memory:
        case Group::control:
        case Group::inter_thread: return UnsetUse::needed;
        default: return unset_rule(instruction) == UnsetRule::sets ? UnsetUse::ignored : UnsetUse::passed;
    }
}

} // namespace simulator
