#pragma once

/// @file
/// The shadow of memory that the race check keeps: who touched which byte last.

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "checks/access_history.h"
#include "memory/access.h"

namespace simulator::checks {

/// One access by one thread, or by neighbouring threads of a warp to neighbouring words. Epoch 0: none.
class ShadowAccess {
public:
    ShadowAccess() = default;
    /// @p step: 0, 1 or 2 when each thread has 1, 2 or 4 words.
    ShadowAccess(std::uint32_t block, LogicalTime epoch, std::uint32_t op, std::uint32_t thread,
                 std::uint32_t step = 0)
        : block_(block), epoch_(epoch), rest_(op << 12 | thread << 2 | step) {}

    /// Greater ops do not fit.
    static constexpr std::uint32_t op_limit = 1u << 20;

    /// Whether it stands for no access.
    [[nodiscard]] bool none() const { return epoch_ == 0; }
    /// When that was.
    [[nodiscard]] LogicalTime epoch() const { return epoch_; }
    /// The block of the threads.
    [[nodiscard]] std::uint32_t block() const { return block_; }
    /// What they executed: an index in Kernel::code.
    [[nodiscard]] std::uint32_t op() const { return rest_ >> 12; }
    /// The thread of the first word.
    [[nodiscard]] std::uint32_t thread() const { return rest_ >> 2 & 1023; }
    /// The warp of all words.
    [[nodiscard]] std::uint32_t warp() const { return thread() / 32; }
    /// Whether the words belong to the same threads.
    [[nodiscard]] bool same_threads(const ShadowAccess& other) const {
        return block_ == other.block_ && (rest_ & 0xfff) == (other.rest_ & 0xfff);
    }
    /// The mark of the @p n-th word alone.
    [[nodiscard]] ShadowAccess of_word(unsigned n) const {
        return none() ? ShadowAccess() : ShadowAccess(block_, epoch_, op(), thread() + (n >> (rest_ & 3)));
    }
    /// The thread of the first word as a party.
    [[nodiscard]] WarpAccess warp_access() const {
        return {
            .block = block_, .warp = warp(), .epoch = epoch_, .lanes = Mask{1} << thread() % 32, .op = op()};
    }

private:
    std::uint32_t block_ = 0;
    LogicalTime epoch_ = 0;
    std::uint32_t rest_ = 0; ///< op: 20 bits, thread: 10, step: 2
};

/// The lowest lane of a mask that is not empty.
inline unsigned first_lane(Mask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

/// Whether all of the marked threads' accesses came before what @p lane does now.
inline bool is_before(const ShadowAccess& mark, const WarpView& view, unsigned lane) {
    return mark.none() || view.is_ordered_before(lane, {mark.block(), mark.thread()}, mark.epoch());
}

/// The same for all lanes.
inline bool is_before_all(const ShadowAccess& mark, const WarpView& view) {
    return mark.none() || view.is_warp_ordered_before(mark.block(), mark.warp(), mark.epoch());
}

/// The same for neighbouring threads, and all that the new mark stands for: word by word the same thread, or
/// ordered.
inline bool is_before(const ShadowAccess& mark, const WarpView& view, const ShadowAccess& now) {
    return mark.none() || mark.same_threads(now) ||
           view.is_warp_ordered_before(mark.block(), mark.warp(), mark.epoch());
}

/// Who touched a place by weak accesses: one writer and two readers at most. Longer stories are in a AccessHistory.
struct ShadowCell {
    ShadowAccess write;                ///< the latest
    std::array<ShadowAccess, 2> reads; ///< those since then
};

/// The places of a line one by one: words, or bytes once somebody accessed less than a word.
struct FineShadow {
    bool bytes = false;                 ///< whether places are bytes, not words
    std::vector<ShadowCell> cells = {}; ///< 32 words or 128 bytes
    std::vector<std::unique_ptr<AccessHistory>> histories =
        {};                     ///< by cell; one that is there stands in place of the cell
    unsigned history_count = 0; ///< how many crowds there are

    LogicalTime latest = 0; ///< the latest epoch that any of them was accessed at
    /// Words that a weak load adds nothing to, by whomever.
    Mask redundant_for_all = 0;
    /// Words that a weak load adds nothing to, if it comes from calm_block at calm_epoch.
    Mask redundant_at_epoch = 0;
    std::uint32_t redundant_block = 0; ///< see calm
    LogicalTime redundant_epoch = 0;   ///< see calm

    /// The words to which a load of @p block at @p epoch adds nothing.
    [[nodiscard]] Mask redundant_words(std::uint32_t block, LogicalTime epoch) const {
        return redundant_for_all |
               (redundant_block == block && redundant_epoch == epoch ? redundant_at_epoch : 0);
    }

    /// The crowd at a place; null where a cell says it all.
    [[nodiscard]] AccessHistory* history(unsigned index) const {
        return history_count == 0 ? nullptr : histories[index].get();
    }
    /// A crowd without anybody for a place that has none.
    AccessHistory& make_history(unsigned index);
    /// The place has its cell again.
    void drop_history(unsigned index);

    /// FineShadow one behind the other.
    struct Range {
        unsigned first; ///< the lowest
        unsigned last;  ///< included
    };
    /// The places that an access of @p size bytes at @p offset in the line touches.
    [[nodiscard]] Range range(unsigned offset, unsigned size) const;
    /// From words to bytes.
    void split();
};

/// 128 bytes. As long as only whole warps went over it in order, one cell says it for all its words.
struct ShadowLine {
    static constexpr unsigned bytes = 128;       ///< of memory that it stands for
    static constexpr unsigned words = bytes / 4; ///< the same in words

    ShadowCell coarse;                     ///< of all words, while there are no places
    std::unique_ptr<FineShadow> fine = {}; ///< null: the whole says it all

    /// The line's places, made from what is known of the whole if it had none.
    FineShadow& refine();
    /// The whole line was written in order, and nobody else's access matters any more.
    void coarsen(const ShadowAccess& write);
};

/// The lines of an allocation or of a block's shared memory, made when they are touched.
class ShadowMap {
public:
    /// @p first and @p last are the numbers of lines: addresses divided by ShadowLine::bytes.
    ShadowMap(std::uint64_t first, std::uint64_t last);
    /// The line of this number, made if it is not there.
    ShadowLine& line(std::uint64_t number) {
        const std::uint64_t n = number - first_;
        std::unique_ptr<Chunk>& chunk = chunks_[n / chunk_lines];
        if (chunk == nullptr) chunk = std::make_unique<Chunk>();
        return (*chunk)[n % chunk_lines];
    }

private:
    static constexpr std::uint64_t chunk_lines = 32;
    using Chunk = std::array<ShadowLine, chunk_lines>;

    std::uint64_t first_;
    std::vector<std::unique_ptr<Chunk>> chunks_;
};

} // namespace simulator::checks
