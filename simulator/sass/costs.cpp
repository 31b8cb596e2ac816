#include "sass/costs.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "analysis/control_flow.h"
#include "sass/copies.h"
#include "sass/flow.h"
#include "sass/instruction_mapping.h"
#include "sass/main_loops.h"

namespace simulator::sass {

namespace {

void add_one(InstructionCost& cost, const SassInstruction& instruction) {
    cost.by_unit[static_cast<std::size_t>(instruction.unit)] += 1;
}

// Adds the instructions of a routine of ptxas that is executed at each call: it has no loops and few
// branches.
void add_routine(std::span<const SassInstruction> code, std::int64_t address, InstructionCost& cost) {
    auto i = std::ranges::lower_bound(code, address, {},
                                      [](const SassInstruction& at) { return std::int64_t{at.address}; });
    for (; i != code.end() && i->path == CodePath::called; ++i) {
        add_one(cost, *i);
        if (i->always_transfers_control()) return;
    }
}

std::vector<InstructionCost> divided(const ptx::Function& function, const FlowGraph& graph,
                                     std::span<const SassInstruction> code, const InstructionMapping& mapping,
                                     const std::vector<double>& copies) {
    std::vector<InstructionCost> costs(function.body.size());
    for (std::uint32_t n = 0; n < code.size(); ++n) {
        if (mapping.owner[n] == no_owner) continue;
        InstructionCost& cost = costs[mapping.owner[n]];
        add_one(cost, code[n]);
        if (code[n].operation() == operation::call && code[n].target)
            add_routine(code, *code[n].target, cost);
    }
    for (std::uint32_t n = 0; n < function.body.size(); ++n)
        for (double& count : costs[n].by_unit) count /= copies[graph.block_of[n]];
    return costs;
}

} // namespace

double InstructionCost::total() const { return std::accumulate(by_unit.begin(), by_unit.end(), 0.0); }

FunctionCosts costs_of(const ptx::Function& function, std::span<const SassInstruction> code) {
    FunctionCosts costs;
    if (function.body.empty()) return costs;
    const FlowGraph graph = flow_graph(function);
    const SassFlow flow = sass_flow(code);
    const InstructionMapping mapping = map_instructions(function, graph, code, flow);
    costs.copies = count_copies(function, graph, code, mapping);
    costs.instructions = divided(function, graph, code, mapping, costs.copies);
    const InstructionMapping main = in_main_loops(function, graph, code, flow, costs.copies, mapping);
    costs.in_main_loops = divided(function, graph, code, main, count_copies(function, graph, code, main));
    for (std::uint32_t n = 0; n < code.size(); ++n)
        if (mapping.owner[n] != no_owner && !code[n].known) ++costs.unknown;
    return costs;
}

} // namespace simulator::sass
