#include "sass/main_loops.h"

#include <algorithm>
#include <compare>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "sass/anchors.h"

namespace simulator::sass {

namespace {

// Share of a PTX block in a SASS loop.
struct Share {
    std::uint32_t anchors = 0;
    std::uint32_t all = 0;

    auto operator<=>(const Share&) const = default;
};

// By loop head.
using Shares = std::map<std::uint32_t, Share>;

// Returns the head of the loop with the largest share; nullopt if the largest is not unique.
std::optional<std::uint32_t> main_loop_of(const Shares& shares) {
    std::optional<std::uint32_t> main_loop;
    Share largest;
    for (const auto& [head, share] : shares) {
        if (share > largest)
            main_loop = head;
        else if (share == largest)
            main_loop.reset();
        largest = std::max(largest, share);
    }
    return main_loop;
}

} // namespace

InstructionMapping in_main_loops(const ptx::Function& function, const FlowGraph& graph,
                                 std::span<const SassInstruction> code, const SassFlow& flow,
                                 const std::vector<double>& copies, InstructionMapping mapping) {
    const std::vector<LoopNesting> written = loops_around(graph.next);
    const std::vector<LoopNesting> made = loops_around(flow.next);
    const auto loop_of = [&](std::uint32_t n) { return made[flow.block_of[n]]; };
    std::map<std::uint32_t, std::uint32_t> depths; // greatest nesting depth of each block's copies
    std::vector<Shares> shares(graph.end());
    for (const bool count : {false, true}) {
        for (std::uint32_t n = 0; n < code.size(); ++n) {
            if (!mapping.made_of_owner[n]) continue;
            const ptx::Instruction& owner = function.body[mapping.owner[n]];
            const std::uint32_t block = graph.block_of[mapping.owner[n]];
            if (written[block].depth == 0) continue;
            const LoopNesting loop = loop_of(n);
            if (!count) depths[block] = std::max(depths[block], loop.depth);
            if (!count || loop.depth == 0 || loop.depth != depths[block]) continue;
            Share& share = shares[block][loop.head];
            ++share.all;
            if (is_copy_of(anchor_kind(owner), code[n])) ++share.anchors;
        }
    }
    std::vector<std::optional<std::uint32_t>> main_loops(graph.end());
    for (std::uint32_t block = 0; block < graph.end(); ++block)
        if (copies[block] > 1) main_loops[block] = main_loop_of(shares[block]);
    for (std::uint32_t n = 0; n < code.size(); ++n) {
        if (mapping.owner[n] == no_owner) continue;
        const std::optional<std::uint32_t> main_loop = main_loops[graph.block_of[mapping.owner[n]]];
        if (!main_loop || loop_of(n).head == *main_loop) continue;
        mapping.owner[n] = no_owner;
        mapping.made_of_owner[n] = false;
    }
    return mapping;
}

} // namespace simulator::sass
