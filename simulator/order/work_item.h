#pragma once

/// @file
/// A work item of a stream, and the bytes that it uses.

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

/// How a byte is used. Strong uses are atomic or volatile accesses; two strong uses do not conflict.
enum class Use : std::uint8_t { read, write, strong_read, strong_write };

/// Number of values of Use
inline constexpr std::size_t use_count = 4;

/// Returns whether two uses of a byte conflict: at least one writes, and at least one is not strong.
bool uses_conflict(Use one, Use other);
/// Returns whether a use changes the byte.
constexpr bool writes(Use use) { return use == Use::write || use == Use::strong_write; }

/// The bytes that a work item uses, one set per kind of use.
class UsedBytes {
public:
    /// Adds the use of a range of bytes.
    void add(Use use, Address begin, std::uint64_t bytes) {
        set(use).add(begin, bytes);
        first_ = std::min(first_, begin);
        end_ = std::max(end_, begin + bytes);
    }
    /// Removes a range of bytes from all sets.
    void remove(Address begin, std::uint64_t bytes);
    /// Removes the uses that @p later covers: it uses the same byte, and any use that conflicts with the
    /// removed one conflicts with it, too.
    void remove_covered_by(const UsedBytes& later);

    /// Returns the bytes that are used in one way.
    [[nodiscard]] const ByteSet& of(Use use) const { return sets_[static_cast<std::size_t>(use)]; }
    /// Returns whether no byte is used.
    [[nodiscard]] bool empty() const;

    /// Calls @p act with the first address of each page with used bytes, once per kind of use.
    template <class Act> void for_each_page(Act act) const {
        for (const ByteSet& set : sets_) set.for_each_page(act);
    }

    /// A used byte that conflicts with another use.
    struct ConflictingUse {
        Address at; ///< lowest conflicting address in the range
        Use use;    ///< kind of the recorded use
    };
    /// Returns the lowest byte of a range whose use here conflicts with @p use; nullopt if there is no
    /// conflict.
    [[nodiscard]] std::optional<ConflictingUse> first_conflicting_use(Use use, Address begin,
                                                                      std::uint64_t bytes) const;

private:
    ByteSet& set(Use use) { return sets_[static_cast<std::size_t>(use)]; }
    /// Returns whether a range may have used bytes. Cheap: most items use memory far from each other.
    [[nodiscard]] bool is_near(Address begin, Address end) const { return begin < end_ && first_ < end; }

    std::array<ByteSet, use_count> sets_;
    Address first_ = ~Address{0}; ///< no used byte is below
    Address end_ = 0;             ///< no used byte is here or above
};

/// One operation of a stream: a kernel, a copy, a host function or an allocation.
class WorkItem {
public:
    /// Returns the source location of a step of the item: @p step is the op of a kernel, 0 for other work.
    using LocateStep = std::function<CodePlace(std::uint32_t step)>;

    /// Constructs an item that happens after all epochs of @p before. @p stream names its stream by a message of
    /// finding_messages/order_messages.h.
    WorkItem(Epoch epoch, VectorClock before, Message stream)
        : epoch_(epoch), clock_(std::move(before)), stream_(std::move(stream)) {}

    /// Returns the item's own epoch.
    [[nodiscard]] Epoch epoch() const { return epoch_; }
    /// Returns the vector clock of the items that happen before this one.
    [[nodiscard]] const VectorClock& clock() const { return clock_; }
    /// Returns the name of the item's stream: "stream 2"
    [[nodiscard]] const Message& stream() const { return stream_; }
    /// Returns the bytes that the item has used so far.
    [[nodiscard]] const UsedBytes& used() const { return used_; }
    /// Returns whether the item may signal the host, or be signalled by it, through memory. The host then
    /// needs no call to wait for it.
    [[nodiscard]] bool communicates_with_host() const { return communicates_with_host_; }
    /// Returns what the item is: "a kernel"
    [[nodiscard]] const Message& what() const { return what_; }
    /// Describes a use by this item: "a copy in stream 2 writes"
    [[nodiscard]] Message describe_use(Use use) const;
    /// Returns the items that completed before this one began, without happening before it.
    [[nodiscard]] const std::vector<std::shared_ptr<WorkItem>>& concurrent_items() const {
        return concurrent_items_;
    }

    /// Sets what the item is, and how its steps are located in the source. @p does describes all its uses, in
    /// place of reads_memory and writes_memory.
    void describe(Message what, LocateStep locate_step, Message does = {}) {
        what_ = std::move(what);
        locate_step_ = std::move(locate_step);
        does_ = std::move(does);
    }
    /// Sets concurrent_items().
    void set_concurrent_items(std::vector<std::shared_ptr<WorkItem>> concurrent_items) {
        concurrent_items_ = std::move(concurrent_items);
    }
    /// Records that a step of the item uses bytes.
    void use(std::uint32_t step, Use use, Address begin, std::uint64_t bytes);
    /// Sets communicates_with_host().
    void set_communicates_with_host() { communicates_with_host_ = true; }
    /// Adds items that happen before this one, although this was unknown when it was submitted.
    void join(const VectorClock& more) { clock_.join(more); }
    /// Forgets the uses of freed memory.
    void forget(Address begin, std::uint64_t bytes) { used_.remove(begin, bytes); }
    /// Forgets uses that @p later covers: see UsedBytes::remove_covered_by.
    void forget_covered_by(const WorkItem& later) { used_.remove_covered_by(later.used_); }
    /// Returns the source location of a step that used a byte in this way; nullopt if there is none.
    [[nodiscard]] std::optional<CodePlace> code_place_of(Use use, Address at) const;

private:
    /// Lowest and highest address that a step has used in one way.
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
    std::vector<std::uint32_t> index_; ///< index in steps_ plus 1, per step number; 0: none
};

} // namespace simulator::order
