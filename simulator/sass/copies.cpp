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
    std::uint32_t written = 0;    // instructions in the PTX
    std::uint32_t made = 0;       // SASS instructions of all of them
    std::uint32_t max_copies = 0; // most SASS instructions of one of them

    // Copies if each copy contains all anchors.
    [[nodiscard]] std::uint32_t at_least() const { return (made + written - 1) / written; }
    // Copies if others were merged with the most frequent anchor, or omitted.
    [[nodiscard]] std::uint32_t at_most() const { return max_copies; }
    // Whether both bounds agree.
    [[nodiscard]] bool sure() const { return at_least() == at_most(); }
};

std::uint32_t lower_median(std::vector<std::uint32_t> counts) {
    const auto middle = counts.begin() + static_cast<std::ptrdiff_t>((counts.size() - 1) / 2);
    std::ranges::nth_element(counts, middle);
    return *middle;
}

// Whether an instruction mostly becomes one SASS instruction, as 32-bit additions, comparisons and selections
// do.
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
            // Instructions of other units belong to branches, or load parameters.
            if (is_arithmetic(code[n].unit))
                made_[owner] = std::max(made_[owner], ++by_operation[{owner, code[n].operation()}]);
            if (is_copy_of(anchor_kind(function.body[owner]), code[n])) ++anchors_[owner];
        }
    }

    [[nodiscard]] std::vector<double> copies() const {
        std::vector<double> copies(graph_.end(), 0);
        std::map<std::uint32_t, std::vector<std::uint32_t>>
            in_loop; // copies of blocks with anchors, by loop head
        for (std::uint32_t block = 0; block < graph_.end(); ++block) {
            const std::uint32_t count = by_anchors(block);
            if (count == 0) continue;
            copies[block] = count;
            in_loop[loops_[block].head].push_back(count);
        }
        for (std::uint32_t block = 0; block < graph_.end(); ++block) {
            if (copies[block] > 0) continue;
            // Unrolling repeats all blocks of a loop, and no block outside of loops.
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
        // For an atomic that may be reduced over the warp first, ptxas emits one SASS atomic for each of the
        // two cases. So atomics are weak evidence, and are ignored if there are other anchors.
        if (kinds.size() > 1) kinds.erase(AnchorKind::atomic);
        return kinds;
    }

    // Returns the copies of a block by its anchors; 0 if it has none. Barriers and shuffles are never merged,
    // so they are exact. Other anchors show too few copies if they were merged, so the kind with the most
    // copies is right. A kind with missing anchors could show more copies; it is used if no kind is sure.
    // Outside of loops nothing is unrolled: there are copies only if all kinds show them.
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

    // Returns the copies of a block by its arithmetic. Merged instructions show too few copies. A single
    // instruction may show too many if registers are moved, so the second highest count decides.
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
    std::vector<std::uint32_t> anchors_; // SASS anchors per PTX instruction
    // SASS instructions of the most frequent arithmetic operation, per PTX instruction.
    std::vector<std::uint32_t> made_;
};

} // namespace

std::vector<double> count_copies(const ptx::Function& function, const FlowGraph& graph,
                                 std::span<const SassInstruction> code, const InstructionMapping& mapping) {
    return CopyCounter(function, graph, code, mapping).copies();
}

} // namespace simulator::sass
