#pragma once

/// @file
/// Lab 11's expected output: the j-th kept element for any j, without a scan of all elements before it.

#include <cstdint>

#include "input_sequence.h"
#include "kernelsmith/block_prefix_sums.h"
#include "kernelsmith/problem.h"

namespace kernelsmith::lab11 {

/// Counts the kept elements in ranges of the endless sequence, without a salt.
struct KeptInSequence {
    InputSequence sequence;
    float bound;
    explicit KeptInSequence(const Draw& draw) : sequence(draw), bound(bound_of(draw.sizes)) {}

    std::uint32_t operator()(std::uint64_t first, std::uint64_t end) const {
        std::uint32_t kept = 0;
        for (std::uint64_t i = first; i < end; ++i) kept += sequence.element(i) < bound ? 1 : 0;
        return kept;
    }
};

/// The elements of a draw's window, with the changes by its key.
class Window {
public:
    explicit Window(const Draw& draw)
        : draw_(draw), sequence_(draw), bound_(bound_of(draw.sizes)), start_(draw.window * window_step) {}

    /// Index of the window's first element in the endless sequence.
    [[nodiscard]] std::uint64_t start() const { return start_; }
    /// Element @p index of the window.
    [[nodiscard]] float element(std::uint64_t index) const {
        return draw_.salted(salt, in_buffer, index, sequence_.element(start_ + index));
    }
    /// Whether an @p element is kept.
    [[nodiscard]] bool keeps(float element) const { return element < bound_; }

    /// Kept elements in [first, end) minus those without the key, modulo 2^32. Only elements that swing make a
    /// difference.
    std::uint32_t operator()(std::uint64_t first, std::uint64_t end) const {
        std::uint32_t more = 0;
        const std::uint64_t past = (start_ + first + swing_step - 1) / swing_step * swing_step;
        for (std::uint64_t i = past - start_; i < end; i += swing_step)
            more += (keeps(element(i)) ? 1U : 0U) - (keeps(sequence_.element(start_ + i)) ? 1U : 0U);
        return more;
    }

private:
    const Draw& draw_;
    InputSequence sequence_;
    float bound_;
    std::uint64_t start_;
};

/// The kept elements of a draw's window, for output indices in any order; fastest in ascending order.
class Expected {
public:
    /// @p sums are those of KeptInSequence.
    Expected(const Draw& draw, const BlockPrefixSums& sums)
        : sequence_sums_(sums), in_sequence_(draw), window_(draw),
          count_(static_cast<std::uint64_t>(draw.size("count"))),
          before_window_(sums.first(window_.start(), in_sequence_)),
          salts_(draw.key == 0 ? 0 : count_, window_), salted_(draw.key != 0), kept_(kept_of_first(count_)) {}

    /// Number of kept elements.
    [[nodiscard]] std::uint64_t kept() const { return kept_; }

    /// The kept element with output index @p index, which must be less than kept().
    float element_kept(std::uint64_t index) {
        if (index < next_kept_ || index > next_kept_ + near) seek_near(index);
        for (;;) {
            const float element = window_.element(next_++);
            if (window_.keeps(element) && next_kept_++ == index) return element;
        }
    }

private:
    static constexpr std::uint64_t near = BlockPrefixSums::block;

    /// Number of kept elements among the window's first @p end.
    [[nodiscard]] std::uint32_t kept_of_first(std::uint64_t end) const {
        const std::uint32_t kept = sequence_sums_.first(window_.start() + end, in_sequence_) - before_window_;
        return salted_ ? kept + salts_.first(end, window_) : kept;
    }

    /// Moves to the last block of the sequence that begins with at most @p index kept elements.
    void seek_near(std::uint64_t index) {
        const std::uint64_t first_block = window_.start() / BlockPrefixSums::block + 1;
        std::uint64_t low = 0; // window index; at most @p index elements are kept before it
        std::uint64_t low_block = first_block - 1;
        std::uint64_t end_block = (window_.start() + count_) / BlockPrefixSums::block + 1;
        while (low_block + 1 < end_block) {
            const std::uint64_t block = (low_block + end_block) / 2;
            const std::uint64_t end = block * BlockPrefixSums::block - window_.start();
            if (kept_of_first(end) <= index) {
                low_block = block;
                low = end;
            } else {
                end_block = block;
            }
        }
        next_ = low;
        next_kept_ = kept_of_first(low);
    }

    const BlockPrefixSums& sequence_sums_;
    KeptInSequence in_sequence_;
    Window window_;
    std::uint64_t count_;
    std::uint32_t before_window_; // kept elements before the window
    BlockPrefixSums salts_;
    bool salted_;
    std::uint64_t kept_;
    std::uint64_t next_ = 0;      // index in the window
    std::uint64_t next_kept_ = 0; // number of kept elements before next_
};

} // namespace kernelsmith::lab11
