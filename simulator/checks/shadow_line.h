#pragma once

/// @file
/// Shadow memory of the race check: the latest accesses to each byte.

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
    /// @p step: log2 of the words per thread, 0 to 2.
    ShadowAccess(std::uint32_t block, LogicalTime epoch, std::uint32_t op, std::uint32_t thread,
                 std::uint32_t step = 0)
        : block_(block), epoch_(epoch), rest_(op << 12 | thread << 2 | step) {}

    /// Exclusive bound on ops: larger ones do not fit.
    static constexpr std::uint32_t op_limit = 1u << 20;

    /// Returns whether the entry is empty.
    [[nodiscard]] bool none() const { return epoch_ == 0; }
    /// Returns the logical time of the access.
    [[nodiscard]] LogicalTime epoch() const { return epoch_; }
    /// Returns the linear index of the threads' block.
    [[nodiscard]] std::uint32_t block() const { return block_; }
    /// Returns the executed instruction, an index in Kernel::code.
    [[nodiscard]] std::uint32_t op() const { return rest_ >> 12; }
    /// Returns the thread that accessed the first word.
    [[nodiscard]] std::uint32_t thread() const { return rest_ >> 2 & 1023; }
    /// Returns the warp of all threads.
    [[nodiscard]] std::uint32_t warp() const { return thread() / 32; }
    /// Returns whether both entries map the words to the same threads.
    [[nodiscard]] bool same_threads(const ShadowAccess& other) const {
        return block_ == other.block_ && (rest_ & 0xfff) == (other.rest_ & 0xfff);
    }
    /// Returns the entry of the @p n-th word alone.
    [[nodiscard]] ShadowAccess of_word(unsigned n) const {
        return none() ? ShadowAccess() : ShadowAccess(block_, epoch_, op(), thread() + (n >> (rest_ & 3)));
    }
    /// Returns the access of the first word's thread.
    [[nodiscard]] WarpAccess warp_access() const {
        return {
            .block = block_, .warp = warp(), .epoch = epoch_, .lanes = Mask{1} << thread() % 32, .op = op()};
    }

private:
    std::uint32_t block_ = 0;
    LogicalTime epoch_ = 0;
    std::uint32_t rest_ = 0; ///< bits: op 20, thread 10, step 2
};

/// Returns the lowest lane of a nonempty mask.
inline unsigned first_lane(Mask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

/// Returns whether all accesses of @p mark happen before what @p lane does now.
inline bool is_before(const ShadowAccess& mark, const WarpView& view, unsigned lane) {
    return mark.none() || view.is_ordered_before(lane, {mark.block(), mark.thread()}, mark.epoch());
}

/// Returns whether all accesses of @p mark happen before what all lanes do now.
inline bool is_before_all(const ShadowAccess& mark, const WarpView& view) {
    return mark.none() || view.is_warp_ordered_before(mark.block(), mark.warp(), mark.epoch());
}

/// Returns whether, word by word, an access of @p mark is by the same thread as in @p now or happens before
/// it.
inline bool is_before(const ShadowAccess& mark, const WarpView& view, const ShadowAccess& now) {
    return mark.none() || mark.same_threads(now) ||
           view.is_warp_ordered_before(mark.block(), mark.warp(), mark.epoch());
}

/// Weak accesses to a location: one writer and at most two readers. More need an AccessHistory.
struct ShadowCell {
    ShadowAccess write;                ///< latest write
    std::array<ShadowAccess, 2> reads; ///< reads since that write
};

/// The locations of a line: words, or bytes once a thread has accessed less than a word.
struct FineShadow {
    bool bytes = false;                 ///< locations are bytes, not words
    std::vector<ShadowCell> cells = {}; ///< 32 words or 128 bytes
    /// Histories per cell; a history replaces its cell.
    std::vector<std::unique_ptr<AccessHistory>> histories = {};
    unsigned history_count = 0; ///< number of histories

    LogicalTime latest = 0; ///< latest epoch of any access to the line
    /// Words for which no weak load of any thread adds information.
    Mask redundant_for_all = 0;
    /// Words for which no weak load adds information if it comes from redundant_block at redundant_epoch.
    Mask redundant_at_epoch = 0;
    std::uint32_t redundant_block = 0; ///< see redundant_at_epoch
    LogicalTime redundant_epoch = 0;   ///< see redundant_at_epoch

    /// Returns the words for which a load of @p block at @p epoch adds no information.
    [[nodiscard]] Mask redundant_words(std::uint32_t block, LogicalTime epoch) const {
        return redundant_for_all |
               (redundant_block == block && redundant_epoch == epoch ? redundant_at_epoch : 0);
    }

    /// Returns the history of a location; null if its cell is sufficient.
    [[nodiscard]] AccessHistory* history(unsigned index) const {
        return history_count == 0 ? nullptr : histories[index].get();
    }
    /// Creates an empty history for a location that has none.
    AccessHistory& make_history(unsigned index);
    /// Removes the history of a location, so that its cell counts again.
    void drop_history(unsigned index);

    /// Consecutive locations.
    struct Range {
        unsigned first; ///< lowest index
        unsigned last;  ///< highest index
    };
    /// Returns the locations that an access of @p size bytes at @p offset in the line touches.
    [[nodiscard]] Range range(unsigned offset, unsigned size) const;
    /// Changes locations from words to bytes.
    void split();
};

/// Shadow of 128 bytes. One cell represents all words as long as only whole warps have accessed the line in
/// order.
struct ShadowLine {
    static constexpr unsigned bytes = 128;       ///< bytes of memory per line
    static constexpr unsigned words = bytes / 4; ///< words of memory per line

    ShadowCell coarse;                     ///< all words, if fine is null
    std::unique_ptr<FineShadow> fine = {}; ///< null: coarse represents all words

    /// Returns the line's locations, created from coarse if there are none.
    FineShadow& refine();
    /// Records an ordered write of the whole line, which replaces all earlier accesses.
    void coarsen(const ShadowAccess& write);
};

/// Lines of an allocation or of a block's shared memory, created at their first access.
class ShadowMap {
public:
    /// @p first and @p last are line numbers: addresses divided by ShadowLine::bytes.
    ShadowMap(std::uint64_t first, std::uint64_t last);
    /// Returns the line of a number, created if it does not exist.
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
