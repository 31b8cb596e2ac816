#include "machine/handlers/addresses.h"

#include <algorithm>
#include <bit>
#include <cstddef>

// Memory instructions spend most of their time on finding out how 32 addresses lie to each other. It is written with
// vectors because the loops over lanes that say the same make compilers load and store each address several times.

namespace simulator {
namespace {

using Quad [[gnu::vector_size(32)]] = Address;      // four addresses
using Oct [[gnu::vector_size(32)]] = std::uint32_t; // eight of 32 bits: twice as many at a time

template <class Value> struct VectorOf;
template <> struct VectorOf<Address> { using Type = Quad; };
template <> struct VectorOf<std::uint32_t> { using Type = Oct; };

Quad ramp(Address step) { return Quad{0, step, 2 * step, 3 * step}; }
Oct ramp(std::uint32_t step) { return Oct{0, 1, 2, 3, 4, 5, 6, 7} * step; }

template <class Vector> bool all_zero(Vector value) {
    const auto quad = reinterpret_cast<Quad>(value);
    return ((quad[0] | quad[2]) | (quad[1] | quad[3])) == 0;
}

// How 32 values lie to each other. Those that follow each other are as far apart as each is wide.
template <class Value> Shape shape_of(const Value* values, Value bytes) {
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

} // namespace

void Addresses::set_limits(Address lowest, Address highest, std::uint32_t bytes) {
    begin_ = lowest;
    end_ = highest + bytes;
    // What reaches around the end of the address space lies in nobody's memory.
    if (end_ <= begin_) end_ = ~Address{0};
}

void Addresses::follow_rule(Shape shape, Address first, Address last, std::uint32_t bytes) {
    shape_ = shape;
    step_ = shape == Shape::uniform ? 0 : bytes;
    bits_ = first;
    spelled_out_ = false;
    set_limits(first, last, bytes);
}

// Without branches and unsigned comparisons, which are slow: a top bit is set only in addresses that mean nothing, and
// then the lowest counts as above the highest.
void Addresses::find_limits(std::uint32_t bytes) {
    auto lowest = static_cast<std::int64_t>(at_[0]);
    auto highest = lowest;
    Address bits = 0;
#pragma GCC ivdep
    for (int lane = 0; lane < warp_size; ++lane) {
        const auto address = static_cast<std::int64_t>(at_[lane]);
        lowest = address < lowest ? address : lowest;
        highest = address > highest ? address : highest;
        bits |= at_[lane];
    }
    shape_ = Shape::scattered;
    bits_ = bits;
    spelled_out_ = true;
    set_limits(static_cast<Address>(lowest), static_cast<Address>(highest), bytes);
}

void Addresses::find_limits(Mask mask, std::uint32_t bytes) {
    Address lowest = at_[std::countr_zero(mask)];
    Address highest = lowest;
    Address bits = 0;
    for (Mask rest = mask; rest != 0; rest &= rest - 1) {
        const Address address = at_[std::countr_zero(rest)];
        lowest = std::min(lowest, address);
        highest = std::max(highest, address);
        bits |= address;
    }
    shape_ = lowest == highest ? Shape::uniform : Shape::scattered;
    step_ = 0;
    bits_ = bits;
    spelled_out_ = true;
    set_limits(lowest, highest, bytes);
}

void Addresses::spell_out() {
    if (spelled_out_) return;
    for (Address lane = 0; lane < warp_size; ++lane) at_[lane] = begin_ + lane * step_;
    spelled_out_ = true;
}

void Addresses::take(const Address* addresses, Mask mask, std::uint32_t bytes) {
    std::copy_n(addresses, warp_size, at_);
    if (mask != all_lanes) return find_limits(mask, bytes);
    const Shape shape = shape_of<Address>(at_, bytes);
    if (shape == Shape::scattered) return find_limits(bytes);
    follow_rule(shape, at_[0], at_[warp_size - 1], bytes);
}

template <bool full>
void Addresses::find(const Warp& warp, const Op* op, int slot, Mask mask, std::uint32_t bytes) {
    auto offset = static_cast<Address>(op->offset);
    if ((op->extra & 1) != 0) offset += warp.frame().local_begin;
    const auto find_from = [&]<class Value>(const Value* bases) {
        if constexpr (full) {
            const Shape shape = shape_of<Value>(bases, bytes);
            if (shape != Shape::scattered)
                return follow_rule(shape, bases[0] + offset, bases[warp_size - 1] + offset, bytes);
        }
        for (int lane = 0; lane < warp_size; ++lane) at_[lane] = bases[lane] + offset;
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

template void Addresses::find<true>(const Warp&, const Op*, int, Mask, std::uint32_t);
template void Addresses::find<false>(const Warp&, const Op*, int, Mask, std::uint32_t);

} // namespace simulator
