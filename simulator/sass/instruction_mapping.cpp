#include "sass/instruction_mapping.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "sass/anchors.h"

namespace simulator::sass {

namespace {

// A block of the SASS and a block of the PTX from which a part of it was compiled.
using BlockPair = std::pair<std::uint32_t, std::uint32_t>;

class InstructionMapper {
public:
    InstructionMapper(const ptx::Function& function, const FlowGraph& graph,
                      std::span<const SassInstruction> code, const SassFlow& flow)
        : function_(function), graph_(graph), code_(code), flow_(flow), loops_(loops_around(flow.next)) {}

    InstructionMapping map_instructions() {
        InstructionMapping mapping{std::vector<std::uint32_t>(code_.size(), no_owner),
                                   std::vector<bool>(code_.size(), false)};
        for (std::uint32_t n = 0; n < code_.size(); ++n) {
            if (code_[n].path != CodePath::usual) continue;
            mapping.owner[n] = owner_of_line(code_[n].ptx_line);
            if (code_[n].access == SassAccess::texture) mapping.owner[n] = texture_from(mapping.owner[n]);
            mapping.made_of_owner[n] = mapping.owner[n] != no_owner;
        }
        find_home_blocks(mapping);
        move_hoisted(mapping);
        return mapping;
    }

private:
    // Returns the last instruction that begins on the line or before it. Earlier lines belong to the
    // prologue. Several instructions may begin on one line; they are executed equally often, so the first one
    // owns all.
    [[nodiscard]] std::uint32_t owner_of_line(std::uint32_t line) const {
        const auto& body = function_.body;
        if (body.empty() || line < function_.ptx_line || line > body.back().ptx_line) return no_owner;
        const auto after_line = std::ranges::upper_bound(body, line, {}, &ptx::Instruction::ptx_line);
        if (after_line == body.begin()) return 0;
        const auto first =
            std::ranges::lower_bound(body, std::prev(after_line)->ptx_line, {}, &ptx::Instruction::ptx_line);
        return static_cast<std::uint32_t>(first - body.begin());
    }

    // ptxas writes no lines for textures: they have the line of the preceding code. Returns the next texture
    // in the text, or the one after the last if several follow each other.
    [[nodiscard]] std::uint32_t texture_from(std::uint32_t owner) {
        if (owner == no_owner) return owner;
        const std::uint32_t begin = owner == before_textures_ ? last_texture_ + 1 : owner;
        for (std::uint32_t n = begin; n < function_.body.size(); ++n) {
            if (anchor_kind(function_.body[n]) != AnchorKind::texture) continue;
            before_textures_ = owner;
            last_texture_ = n;
            return n;
        }
        return owner;
    }

    // Finds the home blocks of each PTX block: those SASS blocks that contain one of its anchors, or, if it
    // has no anchors, at least half as many of its instructions as any block.
    void find_home_blocks(const InstructionMapping& mapping) {
        std::map<BlockPair, std::set<std::uint32_t>> made;
        std::set<std::uint32_t> anchored;
        for (std::uint32_t n = 0; n < code_.size(); ++n) {
            const std::uint32_t owner = mapping.owner[n];
            if (owner == no_owner) continue;
            const BlockPair pair{flow_.block_of[n], graph_.block_of[owner]};
            made[pair].insert(owner);
            if (!is_copy_of(anchor_kind(function_.body[owner]), code_[n])) continue;
            anchored.insert(pair.second);
            home_blocks_.insert(pair);
        }
        std::map<std::uint32_t, std::size_t> max_owners;
        for (const auto& [pair, owners] : made)
            max_owners[pair.second] = std::max(max_owners[pair.second], owners.size());
        for (const auto& [pair, owners] : made)
            if (!anchored.contains(pair.second) && owners.size() * 2 >= max_owners[pair.second])
                home_blocks_.insert(pair);
        for (const BlockPair& pair : home_blocks_) {
            std::uint32_t& depth = home_loop_depth_[pair.second];
            depth = std::max(depth, loops_[pair.first].depth);
        }
    }

    [[nodiscard]] bool is_hoisted(std::uint32_t n, std::uint32_t owner) const {
        const BlockPair pair{flow_.block_of[n], graph_.block_of[owner]};
        const auto depth = home_loop_depth_.find(pair.second);
        return depth != home_loop_depth_.end() && loops_[pair.first].depth < depth->second &&
               !home_blocks_.contains(pair);
    }

    // Code that was hoisted out of a loop is executed as often as its neighbours.
    void move_hoisted(InstructionMapping& mapping) const {
        std::vector<std::uint32_t> hoisted;
        for (std::uint32_t n = 0; n < code_.size(); ++n)
            if (mapping.owner[n] != no_owner && is_hoisted(n, mapping.owner[n])) hoisted.push_back(n);
        for (const std::uint32_t n : hoisted) mapping.made_of_owner[n] = false;
        for (const std::uint32_t n : hoisted) mapping.owner[n] = neighbour(mapping, n);
    }
    [[nodiscard]] std::uint32_t neighbour(const InstructionMapping& mapping, std::uint32_t n) const {
        const std::uint32_t block = flow_.block_of[n];
        for (std::uint32_t at = n; at-- > 0 && flow_.block_of[at] == block;)
            if (mapping.made_of_owner[at]) return mapping.owner[at];
        for (std::uint32_t at = n + 1; at < code_.size() && flow_.block_of[at] == block; ++at)
            if (mapping.made_of_owner[at]) return mapping.owner[at];
        for (std::uint32_t at = n; at-- > 0;)
            if (mapping.made_of_owner[at] && loops_[flow_.block_of[at]].depth <= loops_[block].depth)
                return mapping.owner[at];
        return 0;
    }

    const ptx::Function& function_;
    const FlowGraph& graph_;
    std::span<const SassInstruction> code_;
    const SassFlow& flow_;
    std::vector<LoopNesting> loops_;
    std::uint32_t before_textures_ = no_owner; // owner by line of the last texture
    std::uint32_t last_texture_ = 0;
    std::set<BlockPair> home_blocks_ = {};
    std::map<std::uint32_t, std::uint32_t> home_loop_depth_ = {}; // per block of the PTX
};

} // namespace

InstructionMapping map_instructions(const ptx::Function& function, const FlowGraph& graph,
                                    std::span<const SassInstruction> code, const SassFlow& flow) {
    return InstructionMapper(function, graph, code, flow).map_instructions();
}

} // namespace simulator::sass
