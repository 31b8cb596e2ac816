#pragma once

/// @file
/// The addresses that a warp's memory instruction asks for, and how they lie to each other.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "machine/address_pattern.h"
#include "machine/core.h"
#include "machine/warp.h"

namespace simulator {

// Memory instructions spend most of their time on finding out how 32 addresses lie to each other. It is
// written with vectors because the loops over lanes that say the same make compilers load and store each
// address several times, and stands here so that each handler has it with its own width built in.
/// @cond
namespace lanes {

using Quad [[gnu::vector_size(32)]] = Address;      // four addresses
using Oct [[gnu::vector_size(32)]] = std::uint32_t; // eight of 32 bits: twice as many at a time

template <class Value> struct VectorOf;
template <> struct VectorOf<Address> { using Type = Quad; };
template <> struct VectorOf<std::uint32_t> { using Type = Oct; };

inline Quad ramp(Address step) { return Quad{0, step, 2 * step, 3 * step}; }
inline Oct ramp(std::uint32_t step) { return Oct{0, 1, 2, 3, 4, 5, 6, 7} * step; }

template <class Vector> bool all_zero(Vector value) {
    const auto quad = reinterpret_cast<Quad>(value);
    return ((quad[0] | quad[2]) | (quad[1] | quad[3])) == 0;
}

// How 32 values lie to each other. Those that follow each other are as far apart as each is wide.
template <class Value> [[gnu::always_inline]] inline Shape shape_of(const Value* values, Value bytes) {
    using Vector = typename VectorOf<Value>::Type;
    constexpr int width = sizeof(Vector) / sizeof(Value);
    const auto* const vectors = reinterpret_cast<const Vector*>(values);
    const Value first = values[0];
    Vector expected = first + ramp(bytes);
    Vector differ = {};
    Vector stray = {};
    for (int n = 0; n < warp_size / width; ++n) {
        differ |= vectors[n] ^ first;
        stray |= vectors[n] ^ expected;
        expected += width * bytes;
    }
    if (all_zero(differ)) return Shape::uniform;
    // 32-bit values that pass their end follow each other, but the addresses that become of them do not.
    return all_zero(stray) && first <= values[warp_size - 1] ? Shape::consecutive : Shape::scattered;
}

} // namespace lanes
/// @endcond

/// The addresses of one instruction. Those that follow a rule are spelled out only for whoever looks at each
/// of them.
class alignas(64) Addresses {
public:
    /// What @p op asks for, @p bytes in each lane of @p mask; its base is in slot @p slot.
    template <bool full> void find(const Warp& warp, const Op* op, int slot, Mask mask, std::uint32_t bytes,
                                   std::unique_ptr<AddressPattern>* last_time = nullptr);
    /// The same for an instruction of the kernel's code, which mostly asks for what lies as it did before.
    template <bool full> [[gnu::always_inline]] void find_by_pattern(const Warp& warp, const Op* op, int slot,
                                                                     Mask mask, std::uint32_t bytes) {
        Core& core = warp.core();
        find<full>(warp, op, slot, mask, bytes, &core.memory().pattern(core.kernel().index_of(op)));
    }
    /// What @p addresses (32) say, in the lanes of @p mask.
    void take(const Address* addresses, Mask mask, std::uint32_t bytes);

    /// The address of a lane.
    [[nodiscard]] Address operator[](std::size_t lane) const {
        if (pattern_ != nullptr) return at_pattern(lane);
        return shape_ == Shape::scattered ? addresses_[lane] : begin_ + lane * step_;
    }
    /// Calls @p use(lane, address) for the lanes of @p mask, which are all that there are when @p full.
    template <bool full, class Use> [[gnu::always_inline]] void each(Mask mask, Use use) const {
        if (full && pattern_ != nullptr) {
            // Copies, because use() may write to anything, for all that a compiler knows.
            const Address first = first_;
            const std::int32_t* const offsets = pattern_->offsets.data();
#pragma GCC unroll 8
            for (std::size_t lane = 0; lane < warp_size; ++lane)
                use(lane, first + static_cast<Address>(std::int64_t{offsets[lane]}));
        } else if (full && is_materialized_) {
            for (std::size_t lane = 0; lane < warp_size; ++lane) use(lane, addresses_[lane]);
        } else {
            for (Mask rest = mask; rest != 0; rest &= rest - 1) {
                const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
                use(lane, (*this)[lane]);
            }
        }
    }
    /// Writes each of them to list().
    void materialize();
    /// All 32, once they are spelled out. What is in lanes outside of the mask means nothing.
    [[nodiscard]] const Address* list() const { return addresses_; }

    /// How they lie to each other. With lanes missing, those that follow each other count as scattered.
    [[nodiscard]] Shape shape() const { return shape_; }
    /// For Access::pattern.
    [[nodiscard]] std::uint32_t pattern() const { return pattern_ == nullptr ? 0 : pattern_->number; }
    /// The lowest.
    [[nodiscard]] Address begin() const { return begin_; }
    /// Behind the last byte of the highest.
    [[nodiscard]] Address end() const { return end_; }
    /// Whether all are multiples of @p bytes, a power of two.
    [[nodiscard]] bool aligned(std::uint32_t bytes) const { return (bits_ & (bytes - 1)) == 0; }

private:
    template <class Value>
    bool match_pattern(AddressPattern& pattern, const Value* bases, Value offset, std::uint32_t bytes);
    template <class Value> bool record_pattern(std::unique_ptr<AddressPattern>& pattern, const Value* bases,
                                               Value offset, std::uint32_t bytes);
    template <class Value> bool use_pattern(const AddressPattern& pattern, Value first, std::uint32_t bytes);
    void find_limits(Mask mask, std::uint32_t bytes);
    void find_limits(std::uint32_t bytes);
    [[nodiscard]] Address at_pattern(std::size_t lane) const {
        return first_ + static_cast<Address>(std::int64_t{pattern_->offsets[lane]});
    }
    void set_regular(Shape shape, Address first, Address last, std::uint32_t bytes) {
        shape_ = shape;
        step_ = shape == Shape::uniform ? 0 : bytes;
        bits_ = first;
        is_materialized_ = false;
        set_limits(first, last, bytes);
    }
    void set_limits(Address lowest, Address highest, std::uint32_t bytes) {
        begin_ = lowest;
        end_ = highest + bytes;
        // What reaches around the end of the address space lies in nobody's memory.
        if (end_ <= begin_) end_ = ~Address{0};
    }

    Address addresses_[warp_size];
    Address begin_ = 0;
    Address end_ = 0;
    Address bits_ = 0;                        // what is not aligned shows in the lower bits
    const AddressPattern* pattern_ = nullptr; // that they follow from first_ on
    Address first_ = 0;
    std::uint32_t step_ = 0;
    Shape shape_ = Shape::scattered;
    bool is_materialized_ = true;
};

template <bool full>
[[gnu::always_inline]] inline void Addresses::find(const Warp& warp, const Op* op, int slot, Mask mask,
                                                   std::uint32_t bytes,
                                                   std::unique_ptr<AddressPattern>* last_time) {
    const auto find_from = [&]<class Value>(const Value* bases) __attribute__((always_inline)) {
        // A base of 32 bits may be a negative number that the offset brings back into memory: the sum has its width.
        auto offset = static_cast<Value>(op->offset);
        if ((op->extra & 1) != 0) offset += warp.frame().local_begin;
        if constexpr (full) {
            if (last_time != nullptr && *last_time != nullptr &&
                match_pattern(**last_time, bases, offset, bytes))
                return;
            const Shape shape = lanes::shape_of<Value>(bases, bytes);
            const Value first = bases[0] + offset;
            const Value last = bases[warp_size - 1] + offset;
            if (shape != Shape::scattered && first <= last) return set_regular(shape, first, last, bytes);
            if (shape == Shape::scattered && last_time != nullptr &&
                record_pattern(*last_time, bases, offset, bytes))
                return;
        }
        for (int lane = 0; lane < warp_size; ++lane)
            addresses_[lane] = static_cast<Value>(bases[lane] + offset);
        if constexpr (full)
            find_limits(bytes);
        else
            find_limits(mask, bytes);
    };
    const std::byte* const base = warp.lanes(op->slots[slot]);
    if (op->narrow_address)
        find_from(reinterpret_cast<const std::uint32_t*>(base));
    else
        find_from(reinterpret_cast<const Address*>(base));
}

} // namespace simulator
