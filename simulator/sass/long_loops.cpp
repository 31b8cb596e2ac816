#include "sass/long_loops.h"

#include <algorithm>
#include <compare>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "sass/anchors.h"

namespace simulator::machine_code {

namespace {

// How much of a block of the PTX a loop of the machine code has.
struct Share {
    std::uint32_t anchors = 0;
    std::uint32_t all = 0;

    auto operator<=>(const Share&) const = default;
};

// By the head of the loop.
using Shares = std::map<std::uint32_t, Share>;

// The loop that has more than any other; none if there is no such one.
std::optional<std::uint32_t> winner_of(const Shares& shares) {
    std::optional<std::uint32_t> winner;
    Share most;
    for (const auto& [head, share] : shares) {
        if (share > most)
            winner = head;
        else if (share == most)
            winner.reset();
        most = std::max(most, share);
    }
    return winner;
}

} // namespace

Placement in_long_loops(const ptx::Function& function, const FlowGraph& graph,
                        std::span<const MachineInstruction> code, const MachineFlow& flow,
                        const std::vector<double>& copies, Placement placement) {
    const std::vector<LoopPlace> written = loops_around(graph.next);
    const std::vector<LoopPlace> made = loops_around(flow.next);
    const auto loop_of = [&](std::uint32_t n) { return made[flow.block_of[n]]; };
    std::map<std::uint32_t, std::uint32_t> depths; // how deep each block's copies are at most
    std::vector<Shares> shares(graph.end());
    for (const bool count : {false, true}) {
        for (std::uint32_t n = 0; n < code.size(); ++n) {
            if (!placement.made_of_owner[n]) continue;
            const ptx::Instruction& owner = function.body[placement.owner[n]];
            const std::uint32_t block = graph.block_of[placement.owner[n]];
            if (written[block].depth == 0) continue;
            const LoopPlace loop = loop_of(n);
            if (!count) depths[block] = std::max(depths[block], loop.depth);
            if (!count || loop.depth == 0 || loop.depth != depths[block]) continue;
            Share& share = shares[block][loop.head];
            ++share.all;
            if (is_copy_of(anchor_kind(owner), code[n])) ++share.anchors;
        }
    }
    std::vector<std::optional<std::uint32_t>> winners(graph.end());
    for (std::uint32_t block = 0; block < graph.end(); ++block)
        if (copies[block] > 1) winners[block] = winner_of(shares[block]);
    for (std::uint32_t n = 0; n < code.size(); ++n) {
        if (placement.owner[n] == nowhere) continue;
        const std::optional<std::uint32_t> winner = winners[graph.block_of[placement.owner[n]]];
        if (!winner || loop_of(n).head == *winner) continue;
        placement.owner[n] = nowhere;
        placement.made_of_owner[n] = false;
    }
    return placement;
}

} // namespace simulator::machine_code
