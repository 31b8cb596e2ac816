#include "sass/flow.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace simulator::machine_code {

namespace {

bool goes_by_table(const MachineInstruction& instruction) {
    return instruction.operation() == operation::brx || instruction.operation() == operation::jmx;
}

std::vector<std::uint32_t> firsts_of(std::span<const MachineInstruction> code) {
    std::set<std::uint32_t> addresses;
    for (const MachineInstruction& instruction : code)
        if (instruction.target && *instruction.target >= 0)
            addresses.insert(static_cast<std::uint32_t>(*instruction.target));
    std::vector<std::uint32_t> firsts;
    for (std::uint32_t n = 0; n < code.size(); ++n) {
        const bool behind_branch = n > 0 && (code[n - 1].leaves() || code[n - 1].target);
        if (n == 0 || behind_branch || addresses.contains(code[n].address)) firsts.push_back(n);
    }
    return firsts;
}

void join_tables(std::span<const MachineInstruction> code, MachineFlow& flow) {
    std::vector<bool> led_to(flow.first.size(), false);
    for (const auto& blocks : flow.next)
        for (const std::uint32_t block : blocks)
            if (block < led_to.size()) led_to[block] = true;
    for (std::uint32_t n = 0; n < code.size(); ++n) {
        if (!goes_by_table(code[n])) continue;
        for (std::uint32_t block = 1; block < led_to.size(); ++block)
            if (!led_to[block]) flow.next[flow.block_of[n]].push_back(block);
    }
}

// The blocks that lie on every way to each block, told by the nearest of them. After K. D. Cooper, T. J. Harvey and
// K. Kennedy, "A simple, fast dominance algorithm".
class Dominators {
public:
    explicit Dominators(const Successors& next)
        : next_(next), place_(next.size(), unreached), nearest_(next.size(), unreached) {
        if (next.empty()) return;
        walk();
        before_.resize(next.size());
        for (const std::uint32_t block : order_)
            for (const std::uint32_t to : next[block])
                if (to < next.size()) before_[to].push_back(block);
        nearest_[0] = 0;
        for (bool changed = true; changed;) changed = improve();
    }

    [[nodiscard]] bool reached(std::uint32_t block) const { return place_[block] != unreached; }
    [[nodiscard]] const std::vector<std::uint32_t>& before(std::uint32_t block) const {
        return before_[block];
    }
    // Whether @p one lies on every way to @p other.
    [[nodiscard]] bool dominates(std::uint32_t one, std::uint32_t other) const {
        while (place_[other] > place_[one]) other = nearest_[other];
        return one == other;
    }

private:
    static constexpr std::uint32_t unreached = ~0U;

    // Puts the blocks in an order in which each stands behind those that lead to it, but for ways back.
    void walk() {
        std::vector<std::pair<std::uint32_t, std::size_t>> path{{0, 0}};
        std::vector<bool> seen(next_.size(), false);
        seen[0] = true;
        while (!path.empty()) {
            auto& [block, way] = path.back();
            if (way == next_[block].size()) {
                order_.push_back(block);
                path.pop_back();
                continue;
            }
            const std::uint32_t to = next_[block][way++];
            if (to >= next_.size() || seen[to]) continue;
            seen[to] = true;
            path.emplace_back(to, 0);
        }
        std::ranges::reverse(order_);
        for (std::uint32_t place = 0; place < order_.size(); ++place) place_[order_[place]] = place;
    }
    bool improve() {
        bool changed = false;
        for (const std::uint32_t block : order_) {
            if (block == 0) continue;
            std::uint32_t nearest = unreached;
            for (const std::uint32_t from : before_[block])
                if (nearest_[from] != unreached)
                    nearest = nearest == unreached ? from : meeting(nearest, from);
            changed = changed || nearest_[block] != nearest;
            nearest_[block] = nearest;
        }
        return changed;
    }
    [[nodiscard]] std::uint32_t meeting(std::uint32_t one, std::uint32_t other) const {
        while (one != other) {
            std::uint32_t& later = place_[one] > place_[other] ? one : other;
            later = nearest_[later];
        }
        return one;
    }

    const Successors& next_;
    std::vector<std::uint32_t> order_ = {};
    std::vector<std::uint32_t> place_;
    std::vector<std::uint32_t> nearest_;
    Successors before_ = {};
};

// Adds to a loop what leads to the way back @p from without passing the head.
void add_body(const Dominators& dominators, std::uint32_t from, std::set<std::uint32_t>& body) {
    std::vector<std::uint32_t> pending{from};
    while (!pending.empty()) {
        const std::uint32_t block = pending.back();
        pending.pop_back();
        if (!body.insert(block).second) continue;
        for (const std::uint32_t before : dominators.before(block)) pending.push_back(before);
    }
}

} // namespace

MachineFlow machine_flow(std::span<const MachineInstruction> code) {
    MachineFlow flow;
    flow.first = firsts_of(code);
    std::map<std::int64_t, std::uint32_t> at_address;
    for (std::uint32_t block = 0; block < flow.first.size(); ++block)
        at_address[code[flow.first[block]].address] = block;
    flow.block_of.resize(code.size());
    flow.next.resize(flow.first.size());
    for (std::uint32_t block = 0; block < flow.first.size(); ++block) {
        const std::size_t behind = block + 1 < flow.first.size() ? flow.first[block + 1] : code.size();
        std::fill(flow.block_of.begin() + flow.first[block],
                  flow.block_of.begin() + static_cast<std::ptrdiff_t>(behind), block);
        const MachineInstruction& last = code[behind - 1];
        if (last.target)
            if (const auto to = at_address.find(*last.target); to != at_address.end())
                flow.next[block].push_back(to->second);
        if (!last.always_leaves() && behind < code.size()) flow.next[block].push_back(block + 1);
    }
    join_tables(code, flow);
    return flow;
}

std::vector<LoopPlace> loops_around(const Successors& next) {
    const Dominators dominators(next);
    std::map<std::uint32_t, std::set<std::uint32_t>> loops; // by head
    for (std::uint32_t block = 0; block < next.size(); ++block) {
        if (!dominators.reached(block)) continue;
        for (const std::uint32_t to : next[block]) {
            if (to >= next.size() || !dominators.dominates(to, block)) continue;
            loops[to].insert(to);
            add_body(dominators, block, loops[to]);
        }
    }
    std::vector<LoopPlace> places(next.size());
    std::vector<std::size_t> smallest(next.size(),
                                      ~std::size_t{0}); // the innermost loop has the fewest blocks
    for (const auto& [head, body] : loops)
        for (const std::uint32_t block : body) {
            ++places[block].depth;
            if (body.size() < smallest[block]) places[block].head = head;
            smallest[block] = std::min(smallest[block], body.size());
        }
    return places;
}

} // namespace simulator::machine_code
