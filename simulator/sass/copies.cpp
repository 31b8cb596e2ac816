#include "sass/copies.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "sass/anchors.h"

namespace simulator::sass {

namespace {

// The anchors of one kind in a block.
struct Anchors {
    std::uint32_t written = 0;    // in the PTX
    std::uint32_t made = 0;       // machine instructions of all of them
    std::uint32_t max_copies = 0; // of one of them

    // How many copies there are if each copy has all of them.
    [[nodiscard]] std::uint32_t at_least() const { return (made + written - 1) / written; }
    // How many there may be if others were merged with the one that was made most often, or left out.
    [[nodiscard]] std::uint32_t at_most() const { return max_copies; }
    // Whether they leave no doubt.
    [[nodiscard]] bool sure() const { return at_least() == at_most(); }
};

std::uint32_t lower_median(std::vector<std::uint32_t> counts) {
    const auto middle = counts.begin() + static_cast<std::ptrdiff_t>((counts.size() - 1) / 2);
    std::ranges::nth_element(counts, middle);
    return *middle;
}

// Whether an instruction mostly becomes one machine instruction: sums, comparisons and choices of 32 bits do.
bool is_short(const ptx::Instruction& instruction) {
    const ptx::Pipe pipe = ptx::meaning_of(instruction.form).pipe;
    if (instruction.form == ptx::Form::mov || (pipe != ptx::Pipe::alu && pipe != ptx::Pipe::fma))
        return false;
    constexpr ptx::Word short_types[] = {ptx::Word::u32, ptx::Word::s32, ptx::Word::b32, ptx::Word::f32};
    return std::ranges::any_of(short_types, [&](ptx::Word word) { return instruction.has(word); });
}

bool is_arithmetic(Unit unit) { return unit == Unit::alu || unit == Unit::fma || unit == Unit::fma_heavy; }

class CopyCounter {
public:
    CopyCounter(const ptx::Function& function, const FlowGraph& graph, std::span<const SassInstruction> code,
                const InstructionMapping& mapping)
        : function_(function), graph_(graph), loops_(loops_around(graph.next)),
          anchors_(function.body.size(), 0), made_(function.body.size(), 0) {
        std::map<std::pair<std::uint32_t, std::uint16_t>, std::uint32_t> by_operation;
        for (std::uint32_t n = 0; n < code.size(); ++n) {
            if (!mapping.made_of_owner[n]) continue;
            const std::uint32_t owner = mapping.owner[n];
            // What else there is belongs to branches, or loads a parameter.
            if (is_arithmetic(code[n].unit))
                made_[owner] = std::max(made_[owner], ++by_operation[{owner, code[n].operation()}]);
            if (is_copy_of(anchor_kind(function.body[owner]), code[n])) ++anchors_[owner];
        }
    }

    [[nodiscard]] std::vector<double> copies() const {
        std::vector<double> copies(graph_.end(), 0);
        std::map<std::uint32_t, std::vector<std::uint32_t>>
            in_loop; // by its head: copies of blocks with anchors
        for (std::uint32_t block = 0; block < graph_.end(); ++block) {
            const std::uint32_t count = by_anchors(block);
            if (count == 0) continue;
            copies[block] = count;
            in_loop[loops_[block].head].push_back(count);
        }
        for (std::uint32_t block = 0; block < graph_.end(); ++block) {
            if (copies[block] > 0) continue;
            // Unrolling repeats all blocks of a loop, and nothing outside of one.
            const auto others = in_loop.find(loops_[block].head);
            if (loops_[block].depth == 0)
                copies[block] = 1;
            else if (others != in_loop.end())
                copies[block] = lower_median(others->second);
            else
                copies[block] = by_arithmetic(block);
        }
        return copies;
    }

private:
    [[nodiscard]] std::uint32_t block_end(std::uint32_t block) const {
        return block + 1 < graph_.end() ? graph_.first[block + 1]
                                        : static_cast<std::uint32_t>(function_.body.size());
    }

    [[nodiscard]] std::map<AnchorKind, Anchors> anchors_of(std::uint32_t block) const {
        std::map<AnchorKind, Anchors> kinds;
        for (std::uint32_t n = graph_.first[block]; n < block_end(block); ++n) {
            const AnchorKind kind = anchor_kind(function_.body[n]);
            if (kind == AnchorKind::none) continue;
            Anchors& anchors = kinds[kind];
            ++anchors.written;
            anchors.made += anchors_[n];
            anchors.max_copies = std::max(anchors.max_copies, anchors_[n]);
        }
        std::erase_if(kinds, [](const auto& kind) { return kind.second.made == 0; });
        // Of an atomic that may be summed up over the warp first, ptxas makes one for each of both cases.
        // It says little, and nothing where there are others.
        if (kinds.size() > 1) kinds.erase(AnchorKind::atomic);
        return kinds;
    }

    // 0 where there are none. Barriers and shuffles are never merged, so they know. Other anchors say less than there
    // are when they were merged, so the kind that says most is right. A kind of which some are missing could say more;
    // it is believed where no other knows for sure. Outside of loops nothing is unrolled: there are copies only if all
    // kinds say so.
    [[nodiscard]] std::uint32_t by_anchors(std::uint32_t block) const {
        const std::map<AnchorKind, Anchors> kinds = anchors_of(block);
        if (kinds.empty()) return 0;
        if (loops_[block].depth == 0) {
            std::uint32_t fewest = ~0U;
            for (const auto& [kind, anchors] : kinds)
                fewest = std::min(fewest, anchors.made / anchors.written);
            return std::max(fewest, 1U);
        }
        if (const auto found = kinds.find(AnchorKind::atomic); found != kinds.end())
            return std::min(found->second.at_least(), by_arithmetic(block));
        for (const AnchorKind kind : {AnchorKind::barrier, AnchorKind::shuffle})
            if (const auto found = kinds.find(kind); found != kinds.end()) return found->second.at_least();
        std::uint32_t least = 0;
        std::uint32_t max_copies = 0;
        bool sure = false;
        for (const auto& [kind, anchors] : kinds) {
            least = std::max(least, anchors.at_least());
            max_copies = std::max(max_copies, anchors.at_most());
            sure = sure || anchors.sure();
        }
        return sure ? least : max_copies;
    }

    // Instructions that were merged say less than there are. One may say more, where registers are moved about.
    [[nodiscard]] std::uint32_t by_arithmetic(std::uint32_t block) const {
        std::vector<std::uint32_t> counts;
        for (std::uint32_t n = graph_.first[block]; n < block_end(block); ++n)
            if (made_[n] > 0 && is_short(function_.body[n])) counts.push_back(made_[n]);
        if (counts.empty()) return 1;
        std::ranges::sort(counts, std::greater{});
        return counts[counts.size() > 1 ? 1 : 0];
    }

    const ptx::Function& function_;
    const FlowGraph& graph_;
    std::vector<LoopNesting> loops_;
    std::vector<std::uint32_t> anchors_; // of each instruction: machine instructions of its kind
    std::vector<std::uint32_t> made_;    // of each instruction: the most of one operation of arithmetic
};

} // namespace

std::vector<double> count_copies(const ptx::Function& function, const FlowGraph& graph,
                                 std::span<const SassInstruction> code, const InstructionMapping& mapping) {
    return CopyCounter(function, graph, code, mapping).copies();
}

} // namespace simulator::sass
