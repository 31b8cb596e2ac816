#include "analysis/control_flow.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace simulator {
namespace {

using ptx::Form;
using ptx::Function;
using ptx::Instruction;

bool ends_thread(const Instruction& instruction) {
    return instruction.form == Form::ret || instruction.form == Form::exit ||
           instruction.form == Form::trap || instruction.form == Form::brkpt;
}

bool jumps(const Instruction& instruction) {
    return ends_thread(instruction) || instruction.form == Form::bra || instruction.form == Form::brx;
}

bool is_divergent_call(const Instruction& instruction) {
    return instruction.form == Form::call && may_diverge(instruction);
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

bool may_diverge(const Instruction& call) {
    return call.guard.has_value() || call.operands[0].elements[0].kind != ptx::Operand::Kind::function;
}

FlowGraph flow_graph(const Function& function) {
    const std::size_t size = function.body.size();
    std::vector<bool> leader(size + 1, false);
    leader[0] = true;
    for (std::size_t n = 0; n < size; ++n) {
        if (!jumps(function.body[n]) && !is_divergent_call(function.body[n])) continue;
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
        const std::size_t after = block + 1 < graph.end() ? graph.first[block + 1] : size;
        const Instruction& last = function.body[after - 1];
        for (const std::uint32_t target : targets_of(function, last))
            graph.next[block].push_back(graph.block_of[target]);
        const bool falls_through = last.guard.has_value() || !jumps(last);
        if (falls_through) graph.next[block].push_back(graph.block_of[after]);
        if (ends_thread(last)) graph.next[block].push_back(graph.end());
    }
    return graph;
}

namespace {

// The order of ControlFlow::order. After F. Bourdoncle, "Efficient chaotic iteration strategies with
// widenings": the strongly connected components of the graph, in topological order. Components of several
// blocks are loops: first the head, by which the depth-first search has entered, then the components of the
// other blocks, computed without the back edges to the head.
class WeakTopologicalOrder {
public:
    explicit WeakTopologicalOrder(const FlowGraph& graph)
        : graph_(graph), position_(graph.end() + 1, graph.end()), loop_(graph.end(), {0, graph.end()}),
          is_head_(graph.end(), false), subgraph_of_(graph.end(), 0), dfs_number_(graph.end(), 0),
          lowlink_(graph.end(), 0) {
        std::vector<std::uint32_t> all(graph.end());
        std::iota(all.begin(), all.end(), 0U);
        order(all);
        while (!pending_.empty()) {
            const std::vector<std::uint32_t> component = std::move(pending_.back());
            pending_.pop_back();
            const std::uint32_t head = component.front();
            if (component.size() > 1 || std::ranges::find(graph.next[head], head) != graph.next[head].end())
                set_loop_range(component);
            if (component.size() == 1) {
                position_[head] = next_position_++;
            } else {
                is_head_[head] = true;
                order(component);
            }
        }
    }

    [[nodiscard]] std::uint32_t position(std::uint32_t block) const { return position_[block]; }
    // Returns whether an edge leads back to the head of a loop.
    [[nodiscard]] bool is_back_edge(std::uint32_t from, std::uint32_t to) const {
        return position_[from] >= position_[to];
    }
    // Returns whether an edge leaves the innermost loop around its source.
    [[nodiscard]] bool is_loop_exit(std::uint32_t from, std::uint32_t to) const {
        return position_[to] < loop_[from].begin || position_[to] >= loop_[from].end;
    }

private:
    struct PositionRange {
        std::uint32_t begin, end;
    };
    struct Visit {
        std::uint32_t block;
        std::size_t next; // index of the next edge
    };

    // Records a loop whose blocks get the next positions.
    void set_loop_range(const std::vector<std::uint32_t>& blocks) {
        const auto size = static_cast<std::uint32_t>(blocks.size());
        for (const std::uint32_t block : blocks) loop_[block] = {next_position_, next_position_ + size};
    }

    // Pushes the components of these blocks onto pending_, the first one on top.
    void order(const std::vector<std::uint32_t>& blocks) {
        ++subgraph_;
        visited_ = 0;
        for (const std::uint32_t block : blocks) {
            subgraph_of_[block] = subgraph_;
            dfs_number_[block] = 0;
        }
        for (const std::uint32_t block : blocks)
            if (dfs_number_[block] == 0) find_components(block);
    }

    // Tarjan's algorithm, which finds the last component first. It uses an explicit stack, because functions
    // may have very many blocks.
    void find_components(std::uint32_t from) {
        start_visit(from);
        while (!visits_.empty()) {
            Visit& visit = visits_.back();
            const std::uint32_t block = visit.block;
            const std::vector<std::uint32_t>& next = graph_.next[block];
            if (visit.next < next.size()) {
                const std::uint32_t to = next[visit.next++];
                if (to == graph_.end() || subgraph_of_[to] != subgraph_ || is_head_[to]) continue;
                if (dfs_number_[to] == 0)
                    start_visit(to);
                else
                    lowlink_[block] = std::min(lowlink_[block], dfs_number_[to]);
                continue;
            }
            visits_.pop_back();
            if (!visits_.empty())
                lowlink_[visits_.back().block] = std::min(lowlink_[visits_.back().block], lowlink_[block]);
            if (lowlink_[block] == dfs_number_[block]) pop_component(block);
        }
    }

    void start_visit(std::uint32_t block) {
        dfs_number_[block] = lowlink_[block] = ++visited_;
        component_stack_.push_back(block);
        visits_.push_back({block, 0});
    }

    void pop_component(std::uint32_t head) {
        auto begin = component_stack_.end();
        do subgraph_of_[*--begin] = 0;
        while (*begin != head);
        pending_.emplace_back(begin, component_stack_.end());
        component_stack_.erase(begin, component_stack_.end());
    }

    const FlowGraph& graph_;
    std::vector<std::uint32_t> position_;
    std::vector<PositionRange> loop_; // per block: positions of the innermost loop around it
    std::vector<bool> is_head_;
    std::vector<std::vector<std::uint32_t>> pending_; // components without positions
    std::uint32_t next_position_ = 0;
    // State of the current depth-first search:
    std::uint32_t subgraph_ = 0;
    std::vector<std::uint32_t> subgraph_of_; // subgraph_ while a block is in no component
    std::vector<std::uint32_t> dfs_number_;  // in the order of the visits; 0: not visited
    std::vector<std::uint32_t> lowlink_;
    std::uint32_t visited_ = 0;
    std::vector<std::uint32_t> component_stack_; // visited, but not yet in a component
    std::vector<Visit> visits_;
};

// Lanes arrive one after the other at a block with several predecessors, and after a loop that they leave in
// different iterations. A loop head with one entry and one back edge is not a reconvergence point: lanes that
// iterate have reconverged on the back edge's block.
std::vector<bool> reconvergence_blocks(const FlowGraph& graph, const WeakTopologicalOrder& order) {
    std::vector<std::uint32_t> onward(graph.end() + 1, 0);
    std::vector<std::uint32_t> back(graph.end() + 1, 0);
    std::vector<bool> is_reconvergence_block(graph.end() + 1, false);
    for (std::uint32_t block = 0; block < graph.end(); ++block) {
        for (const std::uint32_t next : graph.next[block]) {
            ++(order.is_back_edge(block, next) ? back : onward)[next];
            is_reconvergence_block[next] = is_reconvergence_block[next] || order.is_loop_exit(block, next);
        }
    }
    for (std::uint32_t block = 0; block < graph.end(); ++block)
        is_reconvergence_block[block] = is_reconvergence_block[block] || onward[block] > 1 || back[block] > 1;
    return is_reconvergence_block;
}

} // namespace

ControlFlow control_flow(const Function& function) {
    const auto size = static_cast<std::uint32_t>(function.body.size());
    ControlFlow flow{std::vector<std::uint32_t>(size + 1, 0), std::vector<bool>(size, false)};
    if (size == 0) return flow;
    const FlowGraph graph = flow_graph(function);
    const WeakTopologicalOrder order(graph);
    const std::vector<bool> is_reconvergence_block = reconvergence_blocks(graph, order);
    for (std::uint32_t n = 0; n <= size; ++n) flow.order[n] = order.position(graph.block_of[n]);
    for (std::uint32_t block = 0; block < graph.end(); ++block) {
        const std::uint32_t first = graph.first[block];
        const bool after_call = first > 0 && is_divergent_call(function.body[first - 1]);
        flow.is_reconvergence_point[first] = is_reconvergence_block[block] || after_call;
    }
    return flow;
}

} // namespace simulator
