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

bool is_parting_call(const Instruction& instruction) {
    return instruction.form == Form::call && may_part(instruction);
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

bool may_part(const Instruction& call) {
    return call.guard.has_value() || call.operands[0].elements[0].kind != ptx::Operand::Kind::function;
}

FlowGraph flow_graph(const Function& function) {
    const std::size_t size = function.body.size();
    std::vector<bool> leader(size + 1, false);
    leader[0] = true;
    for (std::size_t n = 0; n < size; ++n) {
        if (!jumps(function.body[n]) && !is_parting_call(function.body[n])) continue;
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
        const bool falls_through = last.guard.has_value() || !jumps(last);
        if (falls_through) graph.next[block].push_back(graph.block_of[behind]);
        if (ends_thread(last)) graph.next[block].push_back(graph.end());
    }
    return graph;
}

namespace {

// The order of blocks that ControlFlow::order speaks of. After F. Bourdoncle, "Efficient chaotic iteration
// strategies with widenings": the strongly connected components of the graph one after the other. Those of several
// blocks are loops: first comes the block by which a walk has entered one, then the components of the others,
// found without the ways back to the first.
class BlockOrder {
public:
    explicit BlockOrder(const FlowGraph& graph)
        : graph_(graph), place_(graph.end() + 1, graph.end()), loop_(graph.end(), {0, graph.end()}),
          is_head_(graph.end(), false), part_of_(graph.end(), 0), number_(graph.end(), 0),
          lowest_(graph.end(), 0) {
        std::vector<std::uint32_t> all(graph.end());
        std::iota(all.begin(), all.end(), 0U);
        order(all);
        while (!pending_.empty()) {
            const std::vector<std::uint32_t> component = std::move(pending_.back());
            pending_.pop_back();
            const std::uint32_t head = component.front();
            if (component.size() > 1 || std::ranges::find(graph.next[head], head) != graph.next[head].end())
                enclose(component);
            if (component.size() == 1) {
                place_[head] = next_place_++;
            } else {
                is_head_[head] = true;
                order(component);
            }
        }
    }

    [[nodiscard]] std::uint32_t place(std::uint32_t block) const { return place_[block]; }
    // Whether a way from one block to another leads back to where a loop begins.
    [[nodiscard]] bool goes_back(std::uint32_t from, std::uint32_t to) const {
        return place_[from] >= place_[to];
    }
    // Whether it leaves the innermost loop around the first one.
    [[nodiscard]] bool leaves_loop(std::uint32_t from, std::uint32_t to) const {
        return place_[to] < loop_[from].begin || place_[to] >= loop_[from].end;
    }

private:
    struct Places {
        std::uint32_t begin, end;
    };
    struct Visit {
        std::uint32_t block;
        std::size_t next; // way to look at
    };

    // Notes a loop whose blocks will have the next places.
    void enclose(const std::vector<std::uint32_t>& blocks) {
        const auto size = static_cast<std::uint32_t>(blocks.size());
        for (const std::uint32_t block : blocks) loop_[block] = {next_place_, next_place_ + size};
    }

    // Puts the components of these blocks into pending_, the first one on top.
    void order(const std::vector<std::uint32_t>& blocks) {
        ++part_;
        visited_ = 0;
        for (const std::uint32_t block : blocks) {
            part_of_[block] = part_;
            number_[block] = 0;
        }
        for (const std::uint32_t block : blocks)
            if (number_[block] == 0) walk(block);
    }

    // Tarjan's algorithm, which finds the last component first. It keeps its own stack, because functions may have
    // very many blocks.
    void walk(std::uint32_t from) {
        enter(from);
        while (!visits_.empty()) {
            Visit& visit = visits_.back();
            const std::uint32_t block = visit.block;
            const std::vector<std::uint32_t>& next = graph_.next[block];
            if (visit.next < next.size()) {
                const std::uint32_t to = next[visit.next++];
                if (to == graph_.end() || part_of_[to] != part_ || is_head_[to]) continue;
                if (number_[to] == 0)
                    enter(to);
                else
                    lowest_[block] = std::min(lowest_[block], number_[to]);
                continue;
            }
            visits_.pop_back();
            if (!visits_.empty())
                lowest_[visits_.back().block] = std::min(lowest_[visits_.back().block], lowest_[block]);
            if (lowest_[block] == number_[block]) take_component(block);
        }
    }

    void enter(std::uint32_t block) {
        number_[block] = lowest_[block] = ++visited_;
        open_.push_back(block);
        visits_.push_back({block, 0});
    }

    void take_component(std::uint32_t head) {
        auto begin = open_.end();
        do part_of_[*--begin] = 0;
        while (*begin != head);
        pending_.emplace_back(begin, open_.end());
        open_.erase(begin, open_.end());
    }

    const FlowGraph& graph_;
    std::vector<std::uint32_t> place_;
    std::vector<Places> loop_; // of each block, those of the innermost loop around it
    std::vector<bool> is_head_;
    std::vector<std::vector<std::uint32_t>> pending_; // components that have no places yet
    std::uint32_t next_place_ = 0;
    // Of the blocks that are walked through:
    std::uint32_t part_ = 0;
    std::vector<std::uint32_t> part_of_; // part_, as long as a block is in no component
    std::vector<std::uint32_t> number_;  // in the order of the visits; 0: not visited
    std::vector<std::uint32_t> lowest_;
    std::uint32_t visited_ = 0;
    std::vector<std::uint32_t> open_; // visited, and in no component
    std::vector<Visit> visits_;
};

// Lanes come one after the other to a block where several ways lead on, and where they leave a loop in
// different rounds. A loop with one way in and one back is none: who goes round has met the others on that way.
std::vector<bool> meeting_blocks(const FlowGraph& graph, const BlockOrder& order) {
    std::vector<std::uint32_t> onward(graph.end() + 1, 0);
    std::vector<std::uint32_t> back(graph.end() + 1, 0);
    std::vector<bool> meets(graph.end() + 1, false);
    for (std::uint32_t block = 0; block < graph.end(); ++block) {
        for (const std::uint32_t next : graph.next[block]) {
            ++(order.goes_back(block, next) ? back : onward)[next];
            meets[next] = meets[next] || order.leaves_loop(block, next);
        }
    }
    for (std::uint32_t block = 0; block < graph.end(); ++block)
        meets[block] = meets[block] || onward[block] > 1 || back[block] > 1;
    return meets;
}

} // namespace

ControlFlow control_flow(const Function& function) {
    const auto size = static_cast<std::uint32_t>(function.body.size());
    ControlFlow flow{std::vector<std::uint32_t>(size + 1, 0), std::vector<bool>(size, false)};
    if (size == 0) return flow;
    const FlowGraph graph = flow_graph(function);
    const BlockOrder order(graph);
    const std::vector<bool> meets = meeting_blocks(graph, order);
    for (std::uint32_t n = 0; n <= size; ++n) flow.order[n] = order.place(graph.block_of[n]);
    for (std::uint32_t block = 0; block < graph.end(); ++block) {
        const std::uint32_t first = graph.first[block];
        const bool behind_call = first > 0 && is_parting_call(function.body[first - 1]);
        flow.is_meeting[first] = meets[block] || behind_call;
    }
    return flow;
}

} // namespace simulator
