#include "sass/placement.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "sass/anchors.h"

namespace simulator::machine_code {

namespace {

// A block of the machine code and a block of the PTX of which some of it was made.
using Pair = std::pair<std::uint32_t, std::uint32_t>;

class Placer {
public:
    Placer(const ptx::Function& function, const FlowGraph& graph, std::span<const MachineInstruction> code,
           const MachineFlow& flow)
        : function_(function), graph_(graph), code_(code), flow_(flow), loops_(loops_around(flow.next)) {}

    Placement place() {
        Placement placement{std::vector<std::uint32_t>(code_.size(), nowhere),
                            std::vector<bool>(code_.size(), false)};
        for (std::uint32_t n = 0; n < code_.size(); ++n) {
            if (code_[n].path != Path::usual) continue;
            placement.owner[n] = owner_of_line(code_[n].ptx_line);
            if (code_[n].access == MachineAccess::texture)
                placement.owner[n] = texture_from(placement.owner[n]);
            placement.made_of_owner[n] = placement.owner[n] != nowhere;
        }
        find_homes(placement);
        move_hoisted(placement);
        return placement;
    }

private:
    // The last instruction that begins on the line or before it. What stands in front of the first one is the
    // prologue's. Several may begin on one line; they are executed equally often, so the first may have it all.
    [[nodiscard]] std::uint32_t owner_of_line(std::uint32_t line) const {
        const auto& body = function_.body;
        if (body.empty() || line < function_.ptx_line || line > body.back().ptx_line) return nowhere;
        const auto behind = std::ranges::upper_bound(body, line, {}, &ptx::Instruction::ptx_line);
        if (behind == body.begin()) return 0;
        const auto first =
            std::ranges::lower_bound(body, std::prev(behind)->ptx_line, {}, &ptx::Instruction::ptx_line);
        return static_cast<std::uint32_t>(first - body.begin());
    }

    // ptxas writes down no lines of textures: they have the line of what stands before them. The next texture in the
    // text is meant, or the one behind it where several follow each other.
    [[nodiscard]] std::uint32_t texture_from(std::uint32_t owner) {
        if (owner == nowhere) return owner;
        const std::uint32_t begin = owner == before_textures_ ? last_texture_ + 1 : owner;
        for (std::uint32_t n = begin; n < function_.body.size(); ++n) {
            if (anchor_kind(function_.body[n]) != AnchorKind::texture) continue;
            before_textures_ = owner;
            last_texture_ = n;
            return n;
        }
        return owner;
    }

    // Finds for each block of the PTX where it is executed: those blocks of machine code that have one of its anchors,
    // or, where it has none, at least half of as many of its instructions as any block.
    void find_homes(const Placement& placement) {
        std::map<Pair, std::set<std::uint32_t>> made;
        std::set<std::uint32_t> anchored;
        for (std::uint32_t n = 0; n < code_.size(); ++n) {
            const std::uint32_t owner = placement.owner[n];
            if (owner == nowhere) continue;
            const Pair pair{flow_.block_of[n], graph_.block_of[owner]};
            made[pair].insert(owner);
            if (!is_copy_of(anchor_kind(function_.body[owner]), code_[n])) continue;
            anchored.insert(pair.second);
            homes_.insert(pair);
        }
        std::map<std::uint32_t, std::size_t> most;
        for (const auto& [pair, owners] : made)
            most[pair.second] = std::max(most[pair.second], owners.size());
        for (const auto& [pair, owners] : made)
            if (!anchored.contains(pair.second) && owners.size() * 2 >= most[pair.second])
                homes_.insert(pair);
        for (const Pair& pair : homes_) {
            std::uint32_t& depth = home_depth_[pair.second];
            depth = std::max(depth, loops_[pair.first].depth);
        }
    }

    [[nodiscard]] bool is_hoisted(std::uint32_t n, std::uint32_t owner) const {
        const Pair pair{flow_.block_of[n], graph_.block_of[owner]};
        const auto depth = home_depth_.find(pair.second);
        return depth != home_depth_.end() && loops_[pair.first].depth < depth->second &&
               !homes_.contains(pair);
    }

    // What was taken out of a loop is executed as often as what stands beside it.
    void move_hoisted(Placement& placement) const {
        std::vector<std::uint32_t> hoisted;
        for (std::uint32_t n = 0; n < code_.size(); ++n)
            if (placement.owner[n] != nowhere && is_hoisted(n, placement.owner[n])) hoisted.push_back(n);
        for (const std::uint32_t n : hoisted) placement.made_of_owner[n] = false;
        for (const std::uint32_t n : hoisted) placement.owner[n] = neighbour(placement, n);
    }
    [[nodiscard]] std::uint32_t neighbour(const Placement& placement, std::uint32_t n) const {
        const std::uint32_t block = flow_.block_of[n];
        for (std::uint32_t at = n; at-- > 0 && flow_.block_of[at] == block;)
            if (placement.made_of_owner[at]) return placement.owner[at];
        for (std::uint32_t at = n + 1; at < code_.size() && flow_.block_of[at] == block; ++at)
            if (placement.made_of_owner[at]) return placement.owner[at];
        for (std::uint32_t at = n; at-- > 0;)
            if (placement.made_of_owner[at] && loops_[flow_.block_of[at]].depth <= loops_[block].depth)
                return placement.owner[at];
        return 0;
    }

    const ptx::Function& function_;
    const FlowGraph& graph_;
    std::span<const MachineInstruction> code_;
    const MachineFlow& flow_;
    std::vector<LoopPlace> loops_;
    std::uint32_t before_textures_ = nowhere; // whose line the last texture had
    std::uint32_t last_texture_ = 0;
    std::set<Pair> homes_ = {};
    std::map<std::uint32_t, std::uint32_t> home_depth_ = {}; // of a block of the PTX
};

} // namespace

Placement place(const ptx::Function& function, const FlowGraph& graph,
                std::span<const MachineInstruction> code, const MachineFlow& flow) {
    return Placer(function, graph, code, flow).place();
}

} // namespace simulator::machine_code
