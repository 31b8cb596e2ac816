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
#include "order/knowledge.h"
#include "order/piece_ptr.h"

namespace simulator::order {

/// How a byte is used. Strong: so that others may do the same at the same time, by atomics and volatile accesses.
enum class Use : std::uint8_t { read, write, strong_read, strong_write };

/// How many ways there are.
inline constexpr std::size_t use_count = 4;

/// Whether two uses of a byte give different results in another order.
bool disturb(Use one, Use other);
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
    struct Disturbed {
        Address at; ///< the lowest one
        Use use;    ///< here
    };
    /// Where somebody who uses a range would disturb this, or be disturbed.
    [[nodiscard]] std::optional<Disturbed> disturbed_by(Use use, Address begin, std::uint64_t bytes) const;

private:
    ByteSet& set(Use use) { return sets_[static_cast<std::size_t>(use)]; }
    /// Most work is far from most other work.
    [[nodiscard]] bool is_near(Address begin, Address end) const { return begin < end_ && first_ < end; }

    std::array<ByteSet, use_count> sets_;
    Address first_ = ~Address{0}; ///< no byte is below
    Address end_ = 0;             ///< none is here or above
};

/// A kernel, a copy, or anything else that a stream does once.
class Piece {
public:
    /// Where something in it stands in the program's source.
    using PlaceOf = std::function<CodePlace(std::uint32_t step)>;

    /// @p stream: which does it, one of finding_messages/order_messages.h.
    Piece(Place place, Knowledge before, Message stream)
        : place_(place), known_(std::move(before)), stream_(std::move(stream)) {}

    /// Its own.
    [[nodiscard]] Place place() const { return place_; }
    /// What has come before it.
    [[nodiscard]] const Knowledge& known() const { return known_; }
    /// Which does it: "stream 2"
    [[nodiscard]] const Message& stream() const { return stream_; }
    /// The bytes that it has used so far.
    [[nodiscard]] const UsedBytes& used() const { return used_; }
    /// Whether it may tell the host, or hear from it, through memory, so that nobody needs to wait for it.
    [[nodiscard]] bool speaks_with_host() const { return speaks_with_host_; }
    /// What it is: "a kernel"
    [[nodiscard]] const Message& what() const { return what_; }
    /// That it uses a byte so: "a copy in stream 2 writes"
    [[nodiscard]] Message use_of(Use use) const;
    /// Pieces that were done before it began, though nothing says that they come before it.
    [[nodiscard]] const std::vector<std::shared_ptr<Piece>>& rivals() const { return rivals_; }

    /// What it is, and the lines of its steps. @p does: what is to be said of all its uses, instead of reads_memory and
    /// writes_memory.
    void describe(Message what, PlaceOf place_of, Message does = {}) {
        what_ = std::move(what);
        place_of_ = std::move(place_of);
        does_ = std::move(does);
    }
    /// See rivals().
    void set_rivals(std::vector<std::shared_ptr<Piece>> rivals) { rivals_ = std::move(rivals); }
    /// A step of it uses bytes.
    void use(std::uint32_t step, Use use, Address begin, std::uint64_t bytes);
    /// See speaks_with_host().
    void speak_with_host() { speaks_with_host_ = true; }
    /// More has come before it than was known when it was asked for.
    void learn(const Knowledge& more) { known_.learn(more); }
    /// Memory is gone.
    void forget(Address begin, std::uint64_t bytes) { used_.remove(begin, bytes); }
    /// See UsedBytes::remove_covered_by.
    void forget_covered_by(const Piece& later) { used_.remove_covered_by(later.used_); }
    /// The line of a step that has used a byte so.
    [[nodiscard]] std::optional<CodePlace> place_of(Use use, Address at) const;

private:
    /// From where to where a step has used bytes.
    struct Step {
        std::uint32_t number;
        Use use;
        Address first, last;
    };
    Step& step(std::uint32_t number, Use use);

    Place place_;
    Knowledge known_;
    Message stream_;
    Message what_ = kernelsmith::order_messages::unknown_work;
    Message does_;
    PlaceOf place_of_;
    std::vector<std::shared_ptr<Piece>> rivals_;
    UsedBytes used_;
    bool speaks_with_host_ = false;
    std::vector<Step> steps_;
    std::vector<std::uint32_t> index_; ///< by number, the place in steps_ and 1; 0: none
};

} // namespace simulator::order
