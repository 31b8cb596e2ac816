#include "timing/kernel_facts.h"

#include <algorithm>
#include <numeric>

#include "analysis/control_flow.h"
#include "analysis/register_use.h"

namespace simulator::timing {
namespace {

using ptx::Effect;
using ptx::Instruction;

Unit default_unit(const ptx::Meaning& meaning) {
    switch (meaning.pipe) {
        case ptx::Pipe::alu: return Unit::alu;
        case ptx::Pipe::fma: return Unit::fma;
        case ptx::Pipe::fp64: return Unit::fp64;
        case ptx::Pipe::xu: return Unit::xu;
        case ptx::Pipe::lsu: return Unit::lsu;
        case ptx::Pipe::tex: return Unit::tex;
        case ptx::Pipe::control: break;
    }
    return Unit::branch;
}

// Returns whether an instruction only renames a register, or is part of the instruction that uses its result.
bool is_free(const Instruction& instruction) {
    const ptx::Meaning& meaning = ptx::meaning_of(instruction.form);
    const std::string_view mnemonic = ptx::row_of(instruction.form).mnemonic;
    return meaning.space == ptx::AddressSpace::param || mnemonic == "cvta" || mnemonic == "mov" ||
           meaning.effect == Effect::hint;
}

std::uint32_t number_in(const ptx::Operand& operand) {
    return operand.kind == ptx::Operand::Kind::integer ? static_cast<std::uint32_t>(operand.bits) : 0;
}

OpFacts op_facts(const Instruction& instruction, const SassCost& cost, const ptx::Function& function,
                 std::uint32_t first_register) {
    OpFacts op;
    op.cost = cost;
    op.effect = ptx::meaning_of(instruction.form).effect;
    for_each_read(instruction, [&](std::uint32_t reg) { op.reads.push_back(first_register + reg); });
    for_each_written(instruction, [&](std::uint32_t reg) {
        op.writes.push_back(first_register + reg);
        op.sets_predicate = op.sets_predicate || function.registers[reg].type == ptx::Word::pred;
    });
    if (op.effect == Effect::copy_group) {
        op.waits_for_copies = ptx::row_of(instruction.form).id.find("wait") != std::string_view::npos;
        op.closes_group = !op.waits_for_copies;
        if (!instruction.operands.empty()) op.max_groups_in_flight = number_in(instruction.operands[0]);
    }
    op.copies_arrive = instruction.form == ptx::Form::cp_async_mbarrier_arrive;
    return op;
}

// Assigns instructions to segments. A call ends a segment within its basic block.
std::vector<std::uint32_t> segments_of(const ptx::Function& function, std::uint32_t& next) {
    const FlowGraph graph = flow_graph(function);
    std::vector<std::uint32_t> segment(function.body.size());
    for (std::size_t n = 0; n < function.body.size(); ++n) {
        const bool begins = n == 0 || graph.block_of[n] != graph.block_of[n - 1] ||
                            ptx::meaning_of(function.body[n - 1].form).effect == Effect::call;
        if (begins && n != 0) ++next;
        segment[n] = next;
    }
    ++next;
    return segment;
}

} // namespace

double SassCost::total() const { return std::accumulate(instructions.begin(), instructions.end(), 0.0); }

std::vector<SassCost> default_costs(const Kernel& kernel) {
    std::vector<SassCost> costs(kernel.code.size());
    for (std::uint32_t n = 0; n < costs.size(); ++n) {
        const Instruction* const instruction = kernel.instruction_at(n);
        if (instruction == nullptr || is_free(*instruction)) continue;
        costs[n].instructions[static_cast<std::size_t>(default_unit(ptx::meaning_of(instruction->form)))] = 1;
    }
    return costs;
}

KernelFacts facts_of(const Kernel& kernel, std::span<const SassCost> costs) {
    KernelFacts facts;
    facts.ops.resize(kernel.code.size());
    std::vector<std::uint32_t> first_register;
    std::vector<std::vector<std::uint32_t>> segment;
    std::uint32_t segments = 0;
    for (const FunctionLayout& function : kernel.functions) {
        first_register.push_back(facts.registers);
        facts.registers += static_cast<std::uint32_t>(function.source->registers.size());
        segment.push_back(segments_of(*function.source, segments));
    }
    facts.segments.resize(segments);
    for (std::uint32_t n = 0; n < kernel.code.size(); ++n) {
        const Instruction* const instruction = kernel.instruction_at(n);
        if (instruction == nullptr) continue;
        const OpInfo& info = kernel.info[n];
        OpFacts& op = facts.ops[n] = op_facts(*instruction, costs[n], *kernel.functions[info.function].source,
                                              first_register[info.function]);
        op.segment = segment[info.function][info.instruction];
        Segment& of = facts.segments[op.segment];
        if (of.count++ == 0) of.first = n;
    }
    for (Segment& of : facts.segments) {
        if (of.count == 0) continue;
        const std::span<const OpFacts> ops(facts.ops.data() + of.first, of.count);
        const std::uint32_t rounds = ops.front().cost.rounds;
        of.single_round = plan_of(ops, rounds, 1);
        if (rounds > 1) of.unrolled = plan_of(ops, rounds, rounds);
    }
    return facts;
}

} // namespace simulator::timing
