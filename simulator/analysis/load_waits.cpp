#include "analysis/load_waits.h"

#include <algorithm>
#include <numeric>

#include "analysis/block_loads.h"
#include "analysis/control_flow.h"
#include "analysis/register_use.h"

namespace simulator {
namespace {

using ptx::Effect;
using ptx::Function;
using ptx::Instruction;

// Bound on the iterations over all blocks. The analysis usually converges earlier, and the loads in flight
// may have no fixed point, which must not cause an endless loop.
constexpr int max_iterations = 16;
// Bound on blocks times registers. No hand-written kernel comes near.
constexpr std::size_t max_blocks_times_values = std::size_t{1} << 26;

// Live-variable analysis: the values that are still read after the beginning of each block.
std::vector<RegisterSet> live_values(const Function& function, const FlowGraph& graph, bool copies_arrive) {
    std::vector<RegisterSet> live(graph.end() + 1, RegisterSet(value_count(function)));
    for (bool changed = true; changed;) {
        changed = false;
        for (std::uint32_t block = graph.end(); block-- > 0;) {
            RegisterSet set(value_count(function));
            for (const std::uint32_t next : graph.next[block]) set.join(live[next]);
            const std::size_t after = block + 1 < graph.end() ? graph.first[block + 1] : function.body.size();
            for (std::size_t n = after; n-- > graph.first[block];) {
                const Instruction& instruction = function.body[n];
                if (!instruction.guard)
                    for_each_written(instruction, [&](std::uint32_t reg) { set.put(reg, false); });
                for_each_read(instruction, [&](std::uint32_t reg) { set.put(reg, true); });
                if (ptx::meaning_of(instruction.form).effect == Effect::copy_group ||
                    (copies_arrive && tests_mbarrier(instruction)))
                    set.put(async_copy_value(function), true);
            }
            changed = live[block].join(set) || changed;
        }
    }
    return live;
}

// Data-flow analysis of the loads in flight at the beginning and end of each block.
class LoadDataflow {
public:
    explicit LoadDataflow(const Function& function)
        : function_(function), copies_arrive_(copies_arrive_at_mbarrier(function)),
          graph_(flow_graph(function)), order_(control_flow(function).order),
          predecessors_(graph_.end() + 1) {
        for (std::uint32_t block = 0; block < graph_.end(); ++block)
            for (const std::uint32_t next : graph_.next[block]) predecessors_[next].push_back(block);
        dominator_ = immediate_dominators();
    }

    [[nodiscard]] bool is_too_large() const {
        return graph_.first.size() * value_count(function_) > max_blocks_times_values;
    }

    void solve() {
        live_ = live_values(function_, graph_, copies_arrive_);
        at_entry_.assign(graph_.end() + 1, LoadsInFlight(value_count(function_)));
        at_exit_.assign(graph_.end(), LoadsInFlight(value_count(function_)));
        bool changed = true;
        for (int round = 0; changed && round < max_iterations; ++round) {
            changed = false;
            for (std::uint32_t block = 0; block < graph_.end(); ++block) {
                at_entry_[block] = merged_predecessors(block, [](std::uint32_t) { return true; });
                const LoadsInFlight after = transfer(block).after();
                changed = changed || !(after == at_exit_[block]);
                at_exit_[block] = after;
            }
        }
    }
    [[nodiscard]] std::vector<LoadWait> waits() const {
        std::vector<LoadWait> waits;
        waits.reserve(function_.body.size());
        for (std::uint32_t block = 0; block < graph_.end(); ++block) {
            const std::vector<LoadWait> of_block = transfer(block).waits();
            waits.insert(waits.end(), of_block.begin(), of_block.end());
            if (waits_before_loop(block)) waits.back().waits = true;
        }
        return waits;
    }

private:
    [[nodiscard]] std::size_t end_of(std::uint32_t block) const {
        return block + 1 < graph_.end() ? graph_.first[block + 1] : function_.body.size();
    }
    [[nodiscard]] BlockLoads transfer(std::uint32_t number) const {
        BlockLoads block(function_, at_entry_[number], copies_arrive_);
        for (std::size_t n = graph_.first[number]; n < end_of(number); ++n) block.add(function_.body[n]);
        return block;
    }
    // Merges the states at the ends of the predecessors that @p counts accepts.
    template <typename Counts> LoadsInFlight merged_predecessors(std::uint32_t block, Counts counts) const {
        LoadsInFlight all(value_count(function_));
        for (const std::uint32_t from : predecessors_[block]) {
            if (!counts(from)) continue;
            all.in_flight.join(at_exit_[from].in_flight);
            all.completed.join(at_exit_[from].completed);
        }
        // A value that was complete at the dominator and is in flight on one path was reissued on that path.
        RegisterSet reissued = at_exit_[dominator_[block]].completed;
        reissued.intersect(all.in_flight);
        all.completed.remove(reissued);
        all.in_flight.remove(all.completed);
        all.in_flight.intersect(live_[block]);
        all.completed.intersect(live_[block]);
        return all;
    }
    // Immediate dominator of each block. After K. Cooper, T. Harvey and K. Kennedy, "A simple, fast dominance
    // algorithm".
    [[nodiscard]] std::vector<std::uint32_t> immediate_dominators() const {
        const std::uint32_t none = graph_.end();
        std::vector<std::uint32_t> dominator(graph_.end() + 1, none);
        if (none == 0) return dominator;
        std::vector<std::uint32_t> blocks(graph_.end());
        std::iota(blocks.begin(), blocks.end(), 0U);
        std::ranges::sort(blocks, {}, [&](std::uint32_t block) { return order_[graph_.first[block]]; });
        const auto position = [&](std::uint32_t block) { return order_[graph_.first[block]]; };
        dominator[0] = 0;
        for (bool changed = true; changed;) {
            changed = false;
            for (const std::uint32_t block : blocks) {
                if (block == 0) continue;
                std::uint32_t common = none;
                for (std::uint32_t from : predecessors_[block]) {
                    if (dominator[from] == none) continue; // unreachable, or later in the order
                    while (common != none && common != from) {
                        std::uint32_t& later = position(common) > position(from) ? common : from;
                        later = dominator[later];
                    }
                    common = from;
                }
                changed = changed || common != dominator[block];
                dominator[block] = common;
            }
        }
        for (std::uint32_t& block : dominator)
            if (block == none) block = 0;
        return dominator;
    }
    [[nodiscard]] bool is_back_edge(std::uint32_t from, std::uint32_t to) const {
        return order_[graph_.first[to]] <= order_[graph_.first[from]];
    }
    // A value that a loop uses in each iteration is waited for once. That wait is counted where the loop is
    // entered.
    [[nodiscard]] bool waits_before_loop(std::uint32_t block) const {
        return std::ranges::any_of(graph_.next[block], [&](std::uint32_t loop) {
            if (loop == graph_.end() || is_back_edge(block, loop)) return false;
            RegisterSet waited = merged_predecessors(loop, [&](std::uint32_t from) {
                                     return is_back_edge(from, loop);
                                 }).completed;
            waited.intersect(at_exit_[block].in_flight);
            return waited.any();
        });
    }

    const Function& function_;
    bool copies_arrive_;
    FlowGraph graph_;
    std::vector<std::uint32_t> order_;
    std::vector<std::vector<std::uint32_t>> predecessors_; // predecessors of each block
    std::vector<std::uint32_t> dominator_;                 // immediate dominator of each block
    std::vector<RegisterSet> live_;
    std::vector<LoadsInFlight> at_entry_; // state at the beginning of each block
    std::vector<LoadsInFlight> at_exit_;  // state at the end of each block
};

} // namespace

std::vector<LoadWait> load_waits(const Function& function) {
    if (function.body.empty()) return {};
    LoadDataflow dataflow(function);
    if (dataflow.is_too_large()) return std::vector<LoadWait>(function.body.size());
    dataflow.solve();
    return dataflow.waits();
}

std::vector<LoadWait> load_waits(const Kernel& kernel) {
    std::vector<std::vector<LoadWait>> of_functions;
    for (const FunctionLayout& function : kernel.functions)
        of_functions.push_back(load_waits(*function.source));
    std::vector<LoadWait> waits(kernel.code.size());
    for (std::uint32_t op = 0; op < kernel.info.size(); ++op) {
        const OpInfo& info = kernel.info[op];
        if (info.written) waits[op] = of_functions[info.function][info.instruction];
    }
    return waits;
}

} // namespace simulator
