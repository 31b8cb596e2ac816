#include "machine/control_flow.h"

#include <algorithm>

namespace simulator {
namespace {

using ptx::Form;
using ptx::Function;
using ptx::Instruction;

bool ends_thread(const Instruction& instruction) {
    return instruction.form == Form::ret || instruction.form == Form::exit ||
           instruction.form == Form::trap || instruction.form == Form::brkpt;
}

bool ends_block(const Instruction& instruction) {
    return ends_thread(instruction) || instruction.form == Form::bra || instruction.form == Form::brx;
}

std::vector<std::uint32_t> targets_of(const Function& function, const Instruction& instruction) {
    if (instruction.form == Form::bra) return {function.labels[instruction.operands[0].index]};
    std::vector<std::uint32_t> targets;
    if (instruction.form == Form::brx)
        for (const std::uint32_t label : function.label_lists[instruction.operands[1].index])
            targets.push_back(function.labels[label]);
    return targets;
}

} // namespace

FlowGraph flow_graph(const Function& function) {
    const std::size_t size = function.body.size();
    std::vector<bool> leader(size + 1, false);
    leader[0] = true;
    for (std::size_t n = 0; n < size; ++n) {
        if (!ends_block(function.body[n])) continue;
        leader[n + 1] = true;
        for (const std::uint32_t target : targets_of(function, function.body[n])) leader[target] = true;
    }
    FlowGraph graph;
    graph.block_of.resize(size + 1);
    for (std::uint32_t n = 0; n < size; ++n) {
        if (leader[n]) graph.first.push_back(n);
        graph.block_of[n] = graph.end() - 1;
    }
    graph.block_of[size] = graph.end();
    graph.next.resize(graph.first.size());
    for (std::uint32_t block = 0; block < graph.end(); ++block) {
        const std::size_t behind = block + 1 < graph.end() ? graph.first[block + 1] : size;
        const Instruction& last = function.body[behind - 1];
        for (const std::uint32_t target : targets_of(function, last))
            graph.next[block].push_back(graph.block_of[target]);
        const bool falls_through = last.guard.has_value() || !ends_block(last);
        if (falls_through) graph.next[block].push_back(graph.block_of[behind]);
        if (ends_thread(last)) graph.next[block].push_back(graph.end());
    }
    return graph;
}

namespace {

// Blocks in the order in which a walk from the end against the arrows leaves them. A block in a loop without
// a way out is not met and has no post-dominator.
std::vector<std::uint32_t> postorder_from_end(const FlowGraph& graph,
                                              std::vector<std::vector<std::uint32_t>>& before) {
    before.assign(graph.end() + 1, {});
    for (std::uint32_t block = 0; block < graph.end(); ++block)
        for (const std::uint32_t next : graph.next[block]) before[next].push_back(block);
    std::vector<bool> seen(graph.end() + 1, false);
    std::vector<std::uint32_t> order;
    std::vector<std::pair<std::uint32_t, std::size_t>> stack = {{graph.end(), 0}};
    seen[graph.end()] = true;
    while (!stack.empty()) {
        auto& [block, child] = stack.back();
        if (child == before[block].size()) {
            order.push_back(block);
            stack.pop_back();
            continue;
        }
        const std::uint32_t to = before[block][child++];
        if (!seen[to]) {
            seen[to] = true;
            stack.emplace_back(to, 0);
        }
    }
    return order;
}

// After Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm", on the reversed graph.
std::vector<std::uint32_t> post_dominators(const FlowGraph& graph) {
    constexpr std::uint32_t unknown = ~0U;
    std::vector<std::vector<std::uint32_t>> before;
    const std::vector<std::uint32_t> order = postorder_from_end(graph, before);
    std::vector<std::uint32_t> number(graph.end() + 1, 0);
    for (std::uint32_t n = 0; n < order.size(); ++n) number[order[n]] = n;

    std::vector<std::uint32_t> dominator(graph.end() + 1, unknown);
    dominator[graph.end()] = graph.end();
    const auto common = [&](std::uint32_t a, std::uint32_t b) {
        while (a != b) {
            while (number[a] < number[b]) a = dominator[a];
            while (number[b] < number[a]) b = dominator[b];
        }
        return a;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t n = order.size(); n-- > 0;) {
            const std::uint32_t block = order[n];
            if (block == graph.end()) continue;
            std::uint32_t found = unknown;
            for (const std::uint32_t next : graph.next[block]) {
                if (dominator[next] == unknown) continue;
                found = found == unknown ? next : common(found, next);
            }
            if (found != dominator[block]) {
                dominator[block] = found;
                changed = true;
            }
        }
    }
    for (std::uint32_t& block : dominator)
        if (block == unknown) block = graph.end();
    return dominator;
}

} // namespace

ControlFlow control_flow(const Function& function) {
    const auto size = static_cast<std::uint32_t>(function.body.size());
    ControlFlow flow{std::vector<std::uint32_t>(size, size), std::vector<bool>(size, false)};
    if (size == 0) return flow;
    const FlowGraph graph = flow_graph(function);
    const std::vector<std::uint32_t> dominator = post_dominators(graph);
    for (std::uint32_t n = 0; n < size; ++n) {
        const Instruction& instruction = function.body[n];
        const bool parts =
            instruction.form == Form::brx || (instruction.form == Form::bra && instruction.guard);
        if (!parts) continue;
        const std::uint32_t block = dominator[graph.block_of[n]];
        if (block == graph.end()) continue;
        flow.meeting[n] = graph.first[block];
        flow.is_meeting[graph.first[block]] = true;
    }
    return flow;
}

} // namespace simulator
