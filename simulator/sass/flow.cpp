#include "sass/flow.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace simulator::sass {

namespace {

bool is_indirect_branch(const SassInstruction& instruction) {
    switch (instruction.operation()) {
        case operation::brx:
        case operation::brxu:
        case operation::jmx: return true;
        default: return false;
    }
}

std::vector<std::uint32_t> block_starts_of(std::span<const SassInstruction> code) {
    std::set<std::uint32_t> addresses;
    for (const SassInstruction& instruction : code)
        if (instruction.target && *instruction.target >= 0)
            addresses.insert(static_cast<std::uint32_t>(*instruction.target));
    std::vector<std::uint32_t> firsts;
    for (std::uint32_t n = 0; n < code.size(); ++n) {
        const bool follows_branch = n > 0 && (code[n - 1].may_transfer_control() || code[n - 1].target);
        if (n == 0 || follows_branch || addresses.contains(code[n].address)) firsts.push_back(n);
    }
    return firsts;
}

void connect_indirect_branches(std::span<const SassInstruction> code, SassFlow& flow) {
    std::vector<bool> has_predecessor(flow.first.size(), false);
    for (const auto& blocks : flow.next)
        for (const std::uint32_t block : blocks)
            if (block < has_predecessor.size()) has_predecessor[block] = true;
    for (std::uint32_t n = 0; n < code.size(); ++n) {
        if (!is_indirect_branch(code[n])) continue;
        for (std::uint32_t block = 1; block < has_predecessor.size(); ++block)
            if (!has_predecessor[block]) flow.next[flow.block_of[n]].push_back(block);
    }
}

// Immediate dominators of the blocks. After K. D. Cooper, T. J. Harvey and K. Kennedy, "A simple, fast
// dominance algorithm".
class Dominators {
public:
    explicit Dominators(const Successors& next)
        : next_(next), rpo_index_(next.size(), unreached), immediate_dominator_(next.size(), unreached) {
        if (next.empty()) return;
        number_blocks();
        predecessors_.resize(next.size());
        for (const std::uint32_t block : reverse_postorder_)
            for (const std::uint32_t to : next[block])
                if (to < next.size()) predecessors_[to].push_back(block);
        immediate_dominator_[0] = 0;
        for (bool changed = true; changed;) changed = update_dominators();
    }

    [[nodiscard]] bool reached(std::uint32_t block) const { return rpo_index_[block] != unreached; }
    [[nodiscard]] const std::vector<std::uint32_t>& predecessors(std::uint32_t block) const {
        return predecessors_[block];
    }
    // Whether @p one is on every path to @p other.
    [[nodiscard]] bool dominates(std::uint32_t one, std::uint32_t other) const {
        while (rpo_index_[other] > rpo_index_[one]) other = immediate_dominator_[other];
        return one == other;
    }

private:
    static constexpr std::uint32_t unreached = ~0U;

    // Numbers the blocks in reverse postorder: each after its predecessors, except along back edges.
    void number_blocks() {
        std::vector<std::pair<std::uint32_t, std::size_t>> path{{0, 0}};
        std::vector<bool> seen(next_.size(), false);
        seen[0] = true;
        while (!path.empty()) {
            auto& [block, next_child] = path.back();
            if (next_child == next_[block].size()) {
                reverse_postorder_.push_back(block);
                path.pop_back();
                continue;
            }
            const std::uint32_t to = next_[block][next_child++];
            if (to >= next_.size() || seen[to]) continue;
            seen[to] = true;
            path.emplace_back(to, 0);
        }
        std::ranges::reverse(reverse_postorder_);
        for (std::uint32_t place = 0; place < reverse_postorder_.size(); ++place)
            rpo_index_[reverse_postorder_[place]] = place;
    }
    bool update_dominators() {
        bool changed = false;
        for (const std::uint32_t block : reverse_postorder_) {
            if (block == 0) continue;
            std::uint32_t dominator = unreached;
            for (const std::uint32_t from : predecessors_[block])
                if (immediate_dominator_[from] != unreached)
                    dominator = dominator == unreached ? from : intersect(dominator, from);
            changed = changed || immediate_dominator_[block] != dominator;
            immediate_dominator_[block] = dominator;
        }
        return changed;
    }
    [[nodiscard]] std::uint32_t intersect(std::uint32_t one, std::uint32_t other) const {
        while (one != other) {
            std::uint32_t& later = rpo_index_[one] > rpo_index_[other] ? one : other;
            later = immediate_dominator_[later];
        }
        return one;
    }

    const Successors& next_;
    std::vector<std::uint32_t> reverse_postorder_ = {};
    std::vector<std::uint32_t> rpo_index_;
    std::vector<std::uint32_t> immediate_dominator_;
    Successors predecessors_ = {};
};

// Adds the body of the natural loop with the back edge from @p from: all blocks that reach it without passing
// the head.
void add_body(const Dominators& dominators, std::uint32_t from, std::set<std::uint32_t>& body) {
    std::vector<std::uint32_t> pending{from};
    while (!pending.empty()) {
        const std::uint32_t block = pending.back();
        pending.pop_back();
        if (!body.insert(block).second) continue;
        for (const std::uint32_t predecessor : dominators.predecessors(block)) pending.push_back(predecessor);
    }
}

} // namespace

SassFlow sass_flow(std::span<const SassInstruction> code) {
    SassFlow flow;
    flow.first = block_starts_of(code);
    std::map<std::int64_t, std::uint32_t> at_address;
    for (std::uint32_t block = 0; block < flow.first.size(); ++block)
        at_address[code[flow.first[block]].address] = block;
    flow.block_of.resize(code.size());
    flow.next.resize(flow.first.size());
    for (std::uint32_t block = 0; block < flow.first.size(); ++block) {
        const std::size_t end = block + 1 < flow.first.size() ? flow.first[block + 1] : code.size();
        std::fill(flow.block_of.begin() + flow.first[block],
                  flow.block_of.begin() + static_cast<std::ptrdiff_t>(end), block);
        const SassInstruction& last = code[end - 1];
        if (last.target)
            if (const auto to = at_address.find(*last.target); to != at_address.end())
                flow.next[block].push_back(to->second);
        if (!last.always_transfers_control() && end < code.size()) flow.next[block].push_back(block + 1);
    }
    connect_indirect_branches(code, flow);
    return flow;
}

std::vector<LoopNesting> loops_around(const Successors& next) {
    const Dominators dominators(next);
    std::map<std::uint32_t, std::set<std::uint32_t>> loops; // body per loop head
    for (std::uint32_t block = 0; block < next.size(); ++block) {
        if (!dominators.reached(block)) continue;
        for (const std::uint32_t to : next[block]) {
            if (to >= next.size() || !dominators.dominates(to, block)) continue;
            loops[to].insert(to);
            add_body(dominators, block, loops[to]);
        }
    }
    std::vector<LoopNesting> nestings(next.size());
    // Size of the innermost loop, which has the fewest blocks.
    std::vector<std::size_t> smallest(next.size(), ~std::size_t{0});
    for (const auto& [head, body] : loops)
        for (const std::uint32_t block : body) {
            ++nestings[block].depth;
            if (body.size() < smallest[block]) nestings[block].head = head;
            smallest[block] = std::min(smallest[block], body.size());
        }
    return nestings;
}

} // namespace simulator::sass
