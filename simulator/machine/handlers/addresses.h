#pragma once

/// @file
/// The lane addresses of a warp's memory instruction, and their pattern.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "machine/address_pattern.h"
#include "machine/core.h"
#include "machine/warp.h"

namespace simulator {

// Memory instructions spend most of their time on analyzing the pattern of 32 addresses. The analysis uses
// vectors, because compilers load and store each address several times in the equivalent scalar loops. It is
// in a header so that each handler has it inlined with a constant width.
/// @cond
namespace lanes {

using Quad [[gnu::vector_size(32)]] = Address;      // four addresses
using Oct [[gnu::vector_size(32)]] = std::uint32_t; // eight 32-bit values: twice as many at a time

template <class Value> struct VectorOf;
template <> struct VectorOf<Address> { using Type = Quad; };
template <> struct VectorOf<std::uint32_t> { using Type = Oct; };

inline Quad ramp(Address step) { return Quad{0, step, 2 * step, 3 * step}; }
inline Oct ramp(std::uint32_t step) { return Oct{0, 1, 2, 3, 4, 5, 6, 7} * step; }

template <class Vector> bool all_zero(Vector value) {
    const auto quad = reinterpret_cast<Quad>(value);
    return ((quad[0] | quad[2]) | (quad[1] | quad[3])) == 0;
}

// Classifies 32 values. Consecutive values have a distance of @p bytes, the width of an access.
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
    // 32-bit values that wrap around are consecutive, but the resulting addresses are not.
    return all_zero(stray) && first <= values[warp_size - 1] ? Shape::consecutive : Shape::scattered;
}

} // namespace lanes
/// @endcond

/// The addresses of one instruction. Regular ones (uniform, consecutive or in a recorded pattern) are
/// computed on demand, and materialized only if each is needed.
class alignas(64) Addresses {
public:
    /// Computes the addresses of @p op, for @p bytes in each lane of @p mask; the base is in slot @p slot.
    template <bool full> void find(const Warp& warp, const Op* op, int slot, Mask mask, std::uint32_t bytes,
                                   std::unique_ptr<AddressPattern>* last_time = nullptr);
    /// Like find(), for an instruction of the kernel's code: first compares with its last recorded pattern.
    template <bool full> [[gnu::always_inline]] void find_by_pattern(const Warp& warp, const Op* op, int slot,
                                                                     Mask mask, std::uint32_t bytes) {
        Core& core = warp.core();
        find<full>(warp, op, slot, mask, bytes, &core.memory().pattern(core.kernel().index_of(op)));
    }
    /// Takes the 32 addresses @p addresses, of which the lanes of @p mask are valid.
    void take(const Address* addresses, Mask mask, std::uint32_t bytes);

    /// Returns the address of a lane.
    [[nodiscard]] Address operator[](std::size_t lane) const {
        if (pattern_ != nullptr) return at_pattern(lane);
        return shape_ == Shape::scattered ? addresses_[lane] : begin_ + lane * step_;
    }
    /// Calls @p use(lane, address) for the lanes of @p mask; @p full: for all 32 lanes.
    template <bool full, class Use> [[gnu::always_inline]] void each(Mask mask, Use use) const {
        if (full && pattern_ != nullptr) {
            // Copies, because the compiler must assume that use() writes to any memory.
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
    /// Writes all addresses to list().
    void materialize();
    /// All 32 addresses, after materialize(). Those of lanes outside the mask are meaningless.
    [[nodiscard]] const Address* list() const { return addresses_; }

    /// Class of the pattern. With lanes missing, consecutive addresses count as scattered.
    [[nodiscard]] Shape shape() const { return shape_; }
    /// Number of the recorded pattern, for Access::pattern; 0: none.
    [[nodiscard]] std::uint32_t pattern() const { return pattern_ == nullptr ? 0 : pattern_->number; }
    /// Lowest address.
    [[nodiscard]] Address begin() const { return begin_; }
    /// End of the access at the highest address.
    [[nodiscard]] Address end() const { return end_; }
    /// Returns whether all addresses are multiples of @p bytes, a power of two.
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
        // An access that wraps around the end of the address space is in no allocation.
        if (end_ <= begin_) end_ = ~Address{0};
    }

    Address addresses_[warp_size];
    Address begin_ = 0;
    Address end_ = 0;
    Address bits_ = 0;                        // bitwise OR of the addresses: misaligned ones set the low bits
    const AddressPattern* pattern_ = nullptr; // pattern of the addresses, relative to first_
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
        // A 32-bit base may be negative and reach valid memory only with the offset: the sum has the base's
        // width.
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
