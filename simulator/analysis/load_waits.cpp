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

// Ways through loops that change something are followed so often. More is not needed to settle; and that what is under way
// may settle nowhere shall keep nobody waiting.
constexpr int most_rounds = 16;
// Of blocks times registers. No kernel that somebody wrote comes near.
constexpr std::size_t most_work = std::size_t{1} << 26;

// Which registers are still read behind the beginning of each block.
std::vector<RegisterSet> read_later(const Function& function, const FlowGraph& graph, bool copies_arrive) {
    std::vector<RegisterSet> live(graph.end() + 1, RegisterSet(values_of(function)));
    for (bool changed = true; changed;) {
        changed = false;
        for (std::uint32_t block = graph.end(); block-- > 0;) {
            RegisterSet set(values_of(function));
            for (const std::uint32_t next : graph.next[block]) set.join(live[next]);
            const std::size_t behind =
                block + 1 < graph.end() ? graph.first[block + 1] : function.body.size();
            for (std::size_t n = behind; n-- > graph.first[block];) {
                const Instruction& instruction = function.body[n];
                if (!instruction.guard)
                    for_each_written(instruction, [&](std::uint32_t reg) { set.put(reg, false); });
                for_each_read(instruction, [&](std::uint32_t reg) { set.put(reg, true); });
                if (ptx::meaning_of(instruction.form).effect == Effect::copy_group ||
                    (copies_arrive && asks_barrier(instruction)))
                    set.put(copied(function), true);
            }
            changed = live[block].join(set) || changed;
        }
    }
    return live;
}

// All blocks of a function, and what is under way where each begins.
class Ways {
public:
    explicit Ways(const Function& function)
        : function_(function), copies_arrive_(copies_arrive_at_barrier(function)),
          graph_(flow_graph(function)), order_(control_flow(function).order), from_(graph_.end() + 1) {
        for (std::uint32_t block = 0; block < graph_.end(); ++block)
            for (const std::uint32_t next : graph_.next[block]) from_[next].push_back(block);
        fork_ = forks();
    }

    [[nodiscard]] bool too_long() const { return graph_.first.size() * values_of(function_) > most_work; }

    void follow() {
        live_ = read_later(function_, graph_, copies_arrive_);
        before_.assign(graph_.end() + 1, UnderWay(values_of(function_)));
        behind_.assign(graph_.end(), UnderWay(values_of(function_)));
        bool changed = true;
        for (int round = 0; changed && round < most_rounds; ++round) {
            changed = false;
            for (std::uint32_t block = 0; block < graph_.end(); ++block) {
                before_[block] = joined(block, [](std::uint32_t) { return true; });
                const UnderWay behind = taken(block).behind();
                changed = changed || !(behind == behind_[block]);
                behind_[block] = behind;
            }
        }
    }
    [[nodiscard]] std::vector<LoadWait> waits() const {
        std::vector<LoadWait> waits;
        waits.reserve(function_.body.size());
        for (std::uint32_t block = 0; block < graph_.end(); ++block) {
            const std::vector<LoadWait> of_block = taken(block).waits();
            waits.insert(waits.end(), of_block.begin(), of_block.end());
            if (waits_for_a_loop(block)) waits.back().waits = true;
        }
        return waits;
    }

private:
    [[nodiscard]] std::size_t end_of(std::uint32_t block) const {
        return block + 1 < graph_.end() ? graph_.first[block + 1] : function_.body.size();
    }
    [[nodiscard]] BlockLoads taken(std::uint32_t number) const {
        BlockLoads block(function_, before_[number], copies_arrive_);
        for (std::size_t n = graph_.first[number]; n < end_of(number); ++n) block.take(function_.body[n]);
        return block;
    }
    // What comes to a block on the ways from those that @p counts.
    template <typename Counts> UnderWay joined(std::uint32_t block, Counts counts) const {
        UnderWay all(values_of(function_));
        for (const std::uint32_t from : from_[block]) {
            if (!counts(from)) continue;
            all.loads.join(behind_[from].loads);
            all.arrived.join(behind_[from].arrived);
        }
        // What had arrived where the ways parted, and is under way on one of them, was asked for anew there.
        RegisterSet anew = behind_[fork_[block]].arrived;
        anew.intersect(all.loads);
        all.arrived.remove(anew);
        all.loads.remove(all.arrived);
        all.loads.intersect(live_[block]);
        all.arrived.intersect(live_[block]);
        return all;
    }
    // For each block the nearest one that all ways to it come through: its immediate dominator. After K. Cooper, T. Harvey
    // and K. Kennedy, "A simple, fast dominance algorithm".
    [[nodiscard]] std::vector<std::uint32_t> forks() const {
        const std::uint32_t none = graph_.end();
        std::vector<std::uint32_t> fork(graph_.end() + 1, none);
        if (none == 0) return fork;
        std::vector<std::uint32_t> blocks(graph_.end());
        std::iota(blocks.begin(), blocks.end(), 0U);
        std::ranges::sort(blocks, {}, [&](std::uint32_t block) { return order_[graph_.first[block]]; });
        const auto place = [&](std::uint32_t block) { return order_[graph_.first[block]]; };
        fork[0] = 0;
        for (bool changed = true; changed;) {
            changed = false;
            for (const std::uint32_t block : blocks) {
                if (block == 0) continue;
                std::uint32_t common = none;
                for (std::uint32_t from : from_[block]) {
                    if (fork[from] == none) continue; // no way leads there, or it comes later
                    while (common != none && common != from) {
                        std::uint32_t& later = place(common) > place(from) ? common : from;
                        later = fork[later];
                    }
                    common = from;
                }
                changed = changed || common != fork[block];
                fork[block] = common;
            }
        }
        for (std::uint32_t& block : fork)
            if (block == none) block = 0;
        return fork;
    }
    [[nodiscard]] bool leads_back(std::uint32_t from, std::uint32_t to) const {
        return order_[graph_.first[to]] <= order_[graph_.first[from]];
    }
    // What a loop uses again and again, it waits for once. That is counted where the loop is entered.
    [[nodiscard]] bool waits_for_a_loop(std::uint32_t block) const {
        return std::ranges::any_of(graph_.next[block], [&](std::uint32_t loop) {
            if (loop == graph_.end() || leads_back(block, loop)) return false;
            RegisterSet waited =
                joined(loop, [&](std::uint32_t from) { return leads_back(from, loop); }).arrived;
            waited.intersect(behind_[block].loads);
            return waited.any();
        });
    }

    const Function& function_;
    bool copies_arrive_;
    FlowGraph graph_;
    std::vector<std::uint32_t> order_;
    std::vector<std::vector<std::uint32_t>> from_; // blocks that lead to each
    std::vector<std::uint32_t> fork_;              // where the ways to each have parted
    std::vector<RegisterSet> live_;
    std::vector<UnderWay> before_; // where each block begins
    std::vector<UnderWay> behind_; // and ends
};

} // namespace

std::vector<LoadWait> load_waits(const Function& function) {
    if (function.body.empty()) return {};
    Ways ways(function);
    if (ways.too_long()) return std::vector<LoadWait>(function.body.size());
    ways.follow();
    return ways.waits();
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
