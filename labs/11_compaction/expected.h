#pragma once

/// @file
/// Which elements lab 11 keeps: the j-th of them, for any j, without a walk through all that come before it.

#include <cstdint>

#include "kernelsmith/problem.h"
#include "kernelsmith/block_prefix_sums.h"
#include "row.h"

namespace kernelsmith::lab11 {

/// How many elements of a stretch of the endless row are kept, without a salt.
struct KeptOfRow {
    Row row;
    float bound;
    explicit KeptOfRow(const Draw& draw) : row(draw), bound(bound_of(draw.sizes)) {}

    std::uint32_t operator()(std::uint64_t first, std::uint64_t end) const {
        std::uint32_t kept = 0;
        for (std::uint64_t i = first; i < end; ++i) kept += row.element(i) < bound ? 1 : 0;
        return kept;
    }
};

/// The elements of a draw's window, as its key has left them.
class Window {
public:
    explicit Window(const Draw& draw)
        : draw_(draw), row_(draw), bound_(bound_of(draw.sizes)), start_(draw.window * window_step) {}

    /// Where it begins in the endless row.
    [[nodiscard]] std::uint64_t start() const { return start_; }
    /// What stands at @p index.
    [[nodiscard]] float element(std::uint64_t index) const {
        return draw_.salted(salt, in_buffer, index, row_.element(start_ + index));
    }
    /// Whether an @p element is kept.
    [[nodiscard]] bool keeps(float element) const { return element < bound_; }

    /// How many more of elements [first, end) are kept than without the key, modulo 2^32. Only those that swing can
    /// make a difference.
    std::uint32_t operator()(std::uint64_t first, std::uint64_t end) const {
        std::uint32_t more = 0;
        const std::uint64_t past = (start_ + first + swing_step - 1) / swing_step * swing_step;
        for (std::uint64_t i = past - start_; i < end; i += swing_step)
            more += (keeps(element(i)) ? 1U : 0U) - (keeps(row_.element(start_ + i)) ? 1U : 0U);
        return more;
    }

private:
    const Draw& draw_;
    Row row_;
    float bound_;
    std::uint64_t start_;
};

/// What a draw's window keeps, for places in any order, fastest where they go up.
class Expected {
public:
    /// @p row has the sums of KeptOfRow.
    Expected(const Draw& draw, const BlockPrefixSums& row)
        : row_(row), in_row_(draw), window_(draw), count_(static_cast<std::uint64_t>(draw.size("count"))),
          before_window_(row.first(window_.start(), in_row_)), salts_(draw.key == 0 ? 0 : count_, window_),
          salted_(draw.key != 0), kept_(kept_of_first(count_)) {}

    /// How many are kept.
    [[nodiscard]] std::uint64_t kept() const { return kept_; }

    /// The one that belongs to @p place, which is less than kept().
    float element_kept(std::uint64_t place) {
        if (place < place_ || place > place_ + near) go_near(place);
        for (;;) {
            const float element = window_.element(next_++);
            if (window_.keeps(element) && place_++ == place) return element;
        }
    }

private:
    static constexpr std::uint64_t near = BlockPrefixSums::block;

    /// Of the window's first @p end elements.
    [[nodiscard]] std::uint32_t kept_of_first(std::uint64_t end) const {
        const std::uint32_t kept = row_.first(window_.start() + end, in_row_) - before_window_;
        return salted_ ? kept + salts_.first(end, window_) : kept;
    }

    /// To the last block of the row that begins with @p place elements kept, or fewer.
    void go_near(std::uint64_t place) {
        const std::uint64_t first_block = window_.start() / BlockPrefixSums::block + 1;
        std::uint64_t low = 0; // in elements of the window: so far it is known to be not too far
        std::uint64_t low_block = first_block - 1;
        std::uint64_t end_block = (window_.start() + count_) / BlockPrefixSums::block + 1;
        while (low_block + 1 < end_block) {
            const std::uint64_t block = (low_block + end_block) / 2;
            const std::uint64_t end = block * BlockPrefixSums::block - window_.start();
            if (kept_of_first(end) <= place) {
                low_block = block;
                low = end;
            } else {
                end_block = block;
            }
        }
        next_ = low;
        place_ = kept_of_first(low);
    }

    const BlockPrefixSums& row_;
    KeptOfRow in_row_;
    Window window_;
    std::uint64_t count_;
    std::uint32_t before_window_; // kept of all that comes before it
    BlockPrefixSums salts_;
    bool salted_;
    std::uint64_t kept_;
    std::uint64_t next_ = 0;  // an element of the window,
    std::uint64_t place_ = 0; // and how many are kept before it
};

} // namespace kernelsmith::lab11
