#include "sass/costs.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "analysis/control_flow.h"
#include "sass/copies.h"
#include "sass/flow.h"
#include "sass/long_loops.h"
#include "sass/placement.h"

namespace simulator::machine_code {

namespace {

void add_one(InstructionCost& cost, const MachineInstruction& instruction) {
    cost.by_unit[static_cast<std::size_t>(instruction.unit)] += 1;
}

// Adds what a routine of ptxas executes that is called each time: it has no loops, and few branches.
void add_routine(std::span<const MachineInstruction> code, std::int64_t address, InstructionCost& cost) {
    auto i = std::ranges::lower_bound(code, address, {},
                                      [](const MachineInstruction& at) { return std::int64_t{at.address}; });
    for (; i != code.end() && i->path == Path::called; ++i) {
        add_one(cost, *i);
        if (i->always_leaves()) return;
    }
}

std::vector<InstructionCost> divided(const ptx::Function& function, const FlowGraph& graph,
                                     std::span<const MachineInstruction> code, const Placement& placement,
                                     const std::vector<double>& copies) {
    std::vector<InstructionCost> costs(function.body.size());
    for (std::uint32_t n = 0; n < code.size(); ++n) {
        if (placement.owner[n] == nowhere) continue;
        InstructionCost& cost = costs[placement.owner[n]];
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

FunctionCosts costs_of(const ptx::Function& function, std::span<const MachineInstruction> code) {
    FunctionCosts costs;
    if (function.body.empty()) return costs;
    const FlowGraph graph = flow_graph(function);
    const MachineFlow flow = machine_flow(code);
    const Placement placement = place(function, graph, code, flow);
    costs.copies = count_copies(function, graph, code, placement);
    costs.instructions = divided(function, graph, code, placement, costs.copies);
    const Placement main = in_long_loops(function, graph, code, flow, costs.copies, placement);
    costs.in_long_loops = divided(function, graph, code, main, count_copies(function, graph, code, main));
    for (std::uint32_t n = 0; n < code.size(); ++n)
        if (placement.owner[n] != nowhere && !code[n].known) ++costs.unknown;
    return costs;
}

} // namespace simulator::machine_code
