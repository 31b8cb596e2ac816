#pragma once

/// @file
/// A piece of work of a stream, and the bytes that it uses.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "finding_messages/order_messages.h"
#include "findings/finding.h"
#include "order/byte_set.h"
#include "order/vector_clock.h"
#include "order/work_item_ptr.h"

namespace simulator::order {

/// How a byte is used. Strong: so that others may do the same at the same time, by atomics and volatile accesses.
enum class Use : std::uint8_t { read, write, strong_read, strong_write };

/// How many ways there are.
inline constexpr std::size_t use_count = 4;

/// Whether two uses of a byte give different results in another order.
bool uses_conflict(Use one, Use other);
/// Whether it changes the byte.
constexpr bool writes(Use use) { return use == Use::write || use == Use::strong_write; }

/// The bytes that something uses, by the way it does.
class UsedBytes {
public:
    /// Uses bytes from now on.
    void add(Use use, Address begin, std::uint64_t bytes) {
        set(use).add(begin, bytes);
        first_ = std::min(first_, begin);
        end_ = std::max(end_, begin + bytes);
    }
    /// And no longer, in any way.
    void remove(Address begin, std::uint64_t bytes);
    /// Leaves out what is disturbed by the same as a byte of @p later is, so that only @p later needs to be kept.
    void remove_covered_by(const UsedBytes& later);

    /// Those that are used in a way.
    [[nodiscard]] const ByteSet& of(Use use) const { return sets_[static_cast<std::size_t>(use)]; }
    /// Whether there are none.
    [[nodiscard]] bool empty() const;

    /// Calls @p act with where each page begins of which bytes are used, once for each way.
    template <class Act> void for_each_page(Act act) const {
        for (const ByteSet& set : sets_) set.for_each_page(act);
    }

    /// A byte of a range, and how it is used here.
    struct ConflictingUse {
        Address at; ///< the lowest one
        Use use;    ///< here
    };
    /// Where somebody who uses a range would disturb this, or be disturbed.
    [[nodiscard]] std::optional<ConflictingUse> first_conflicting_use(Use use, Address begin,
                                                                      std::uint64_t bytes) const;

private:
    ByteSet& set(Use use) { return sets_[static_cast<std::size_t>(use)]; }
    /// Most work is far from most other work.
    [[nodiscard]] bool is_near(Address begin, Address end) const { return begin < end_ && first_ < end; }

    std::array<ByteSet, use_count> sets_;
    Address first_ = ~Address{0}; ///< no byte is below
    Address end_ = 0;             ///< none is here or above
};

/// A kernel, a copy, or anything else that a stream does once.
class WorkItem {
public:
    /// Where something in it stands in the program's source.
    using LocateStep = std::function<CodePlace(std::uint32_t step)>;

    /// @p stream: which does it, one of finding_messages/order_messages.h.
    WorkItem(Epoch epoch, VectorClock before, Message stream)
        : epoch_(epoch), clock_(std::move(before)), stream_(std::move(stream)) {}

    /// Its own.
    [[nodiscard]] Epoch epoch() const { return epoch_; }
    /// What has come before it.
    [[nodiscard]] const VectorClock& clock() const { return clock_; }
    /// Which does it: "stream 2"
    [[nodiscard]] const Message& stream() const { return stream_; }
    /// The bytes that it has used so far.
    [[nodiscard]] const UsedBytes& used() const { return used_; }
    /// Whether it may tell the host, or hear from it, through memory, so that nobody needs to wait for it.
    [[nodiscard]] bool communicates_with_host() const { return communicates_with_host_; }
    /// What it is: "a kernel"
    [[nodiscard]] const Message& what() const { return what_; }
    /// That it uses a byte so: "a copy in stream 2 writes"
    [[nodiscard]] Message describe_use(Use use) const;
    /// Pieces that were done before it began, though nothing says that they come before it.
    [[nodiscard]] const std::vector<std::shared_ptr<WorkItem>>& concurrent_items() const {
        return concurrent_items_;
    }

    /// What it is, and the lines of its steps. @p does: what is to be said of all its uses, instead of reads_memory and
    /// writes_memory.
    void describe(Message what, LocateStep locate_step, Message does = {}) {
        what_ = std::move(what);
        locate_step_ = std::move(locate_step);
        does_ = std::move(does);
    }
    /// See rivals().
    void set_concurrent_items(std::vector<std::shared_ptr<WorkItem>> concurrent_items) {
        concurrent_items_ = std::move(concurrent_items);
    }
    /// A step of it uses bytes.
    void use(std::uint32_t step, Use use, Address begin, std::uint64_t bytes);
    /// See communicates_with_host().
    void set_communicates_with_host() { communicates_with_host_ = true; }
    /// More has come before it than was known when it was asked for.
    void join(const VectorClock& more) { clock_.join(more); }
    /// Memory is gone.
    void forget(Address begin, std::uint64_t bytes) { used_.remove(begin, bytes); }
    /// See UsedBytes::remove_covered_by.
    void forget_covered_by(const WorkItem& later) { used_.remove_covered_by(later.used_); }
    /// The line of a step that has used a byte so.
    [[nodiscard]] std::optional<CodePlace> code_place_of(Use use, Address at) const;

private:
    /// From where to where a step has used bytes.
    struct Step {
        std::uint32_t number;
        Use use;
        Address first, last;
    };
    Step& step(std::uint32_t number, Use use);

    Epoch epoch_;
    VectorClock clock_;
    Message stream_;
    Message what_ = kernelsmith::order_messages::unknown_work;
    Message does_;
    LocateStep locate_step_;
    std::vector<std::shared_ptr<WorkItem>> concurrent_items_;
    UsedBytes used_;
    bool communicates_with_host_ = false;
    std::vector<Step> steps_;
    std::vector<std::uint32_t> index_; ///< by number, the place in steps_ and 1; 0: none
};

} // namespace simulator::order
