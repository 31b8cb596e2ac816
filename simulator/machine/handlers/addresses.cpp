#include "machine/handlers/addresses.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace simulator {
namespace lanes {
namespace {

// Converts a pattern's offsets to the width of the values.
Oct widened_offsets(const Oct* offsets, std::size_t n, std::uint32_t) { return offsets[n]; }
Quad widened_offsets(const Oct* offsets, std::size_t n, Address) {
    using Four [[gnu::vector_size(16)]] = std::int32_t;
    using Wide [[gnu::vector_size(32)]] = std::int64_t;
    return reinterpret_cast<Quad>(__builtin_convertvector(reinterpret_cast<const Four*>(offsets)[n], Wide));
}

// Returns whether 32 values have the same distances from the first one as those that the pattern recorded.
template <class Value> bool match_pattern(const Value* values, const AddressPattern& pattern) {
    using Vector = typename VectorOf<Value>::Type;
    constexpr std::size_t width = sizeof(Vector) / sizeof(Value);
    const auto* const vectors = reinterpret_cast<const Vector*>(values);
    const auto* const offsets = reinterpret_cast<const Oct*>(pattern.offsets.data());
    Vector differ = {};
    for (std::size_t n = 0; n < warp_size / width; ++n)
        differ |= (vectors[n] - values[0]) ^ widened_offsets(offsets, n, Value{});
    return all_zero(differ);
}

} // namespace
} // namespace lanes

// Without branches and unsigned comparisons, which are slow. The top bit is set only in invalid addresses;
// then the signed order puts the lowest above the highest.
void Addresses::find_limits(std::uint32_t bytes) {
    auto lowest = static_cast<std::int64_t>(addresses_[0]);
    auto highest = lowest;
    Address bits = 0;
#pragma GCC ivdep
    for (int lane = 0; lane < warp_size; ++lane) {
        const auto address = static_cast<std::int64_t>(addresses_[lane]);
        lowest = address < lowest ? address : lowest;
        highest = address > highest ? address : highest;
        bits |= addresses_[lane];
    }
    shape_ = Shape::scattered;
    bits_ = bits;
    is_materialized_ = true;
    set_limits(static_cast<Address>(lowest), static_cast<Address>(highest), bytes);
}

void Addresses::find_limits(Mask mask, std::uint32_t bytes) {
    Address lowest = addresses_[std::countr_zero(mask)];
    Address highest = lowest;
    Address bits = 0;
    for (Mask rest = mask; rest != 0; rest &= rest - 1) {
        const Address address = addresses_[std::countr_zero(rest)];
        lowest = std::min(lowest, address);
        highest = std::max(highest, address);
        bits |= address;
    }
    shape_ = lowest == highest ? Shape::uniform : Shape::scattered;
    step_ = 0;
    bits_ = bits;
    is_materialized_ = true;
    set_limits(lowest, highest, bytes);
}

template <class Value>
bool Addresses::use_pattern(const AddressPattern& pattern, Value first, std::uint32_t bytes) {
    const Value lowest = first + static_cast<Value>(pattern.lowest);
    const Value highest = first + static_cast<Value>(pattern.highest);
    if (lowest > first || highest < first) return false; // the addresses wrap around
    shape_ = Shape::scattered;
    pattern_ = &pattern;
    first_ = first;
    bits_ = first | pattern.bits;
    is_materialized_ = false;
    set_limits(lowest, highest, bytes);
    return true;
}

// Returns whether the recorded pattern matches again.
template <class Value> bool Addresses::match_pattern(AddressPattern& pattern, const Value* bases,
                                                     Value offset, std::uint32_t bytes) {
    if (!pattern.is_worth_checking() || pattern.number == 0) return false;
    if (!lanes::match_pattern<Value>(bases, pattern)) {
        ++pattern.misses;
        return false;
    }
    pattern.misses = 0;
    return use_pattern<Value>(pattern, bases[0] + offset, bytes);
}

// Records the pattern of scattered addresses. Returns whether it can be used, now and for the next execution.
template <class Value> bool Addresses::record_pattern(std::unique_ptr<AddressPattern>& pattern,
                                                      const Value* bases, Value offset, std::uint32_t bytes) {
    if (pattern == nullptr) pattern = std::make_unique<AddressPattern>();
    if (!pattern->is_worth_checking()) return false;
    pattern->record_pattern(bases);
    return pattern->number != 0 && use_pattern<Value>(*pattern, bases[0] + offset, bytes);
}

template bool Addresses::match_pattern(AddressPattern&, const Address*, Address, std::uint32_t);
template bool Addresses::match_pattern(AddressPattern&, const std::uint32_t*, std::uint32_t, std::uint32_t);
template bool Addresses::record_pattern(std::unique_ptr<AddressPattern>&, const Address*, Address,
                                        std::uint32_t);
template bool Addresses::record_pattern(std::unique_ptr<AddressPattern>&, const std::uint32_t*, std::uint32_t,
                                        std::uint32_t);

void Addresses::materialize() {
    if (is_materialized_) return;
    for (Address lane = 0; lane < warp_size; ++lane)
        addresses_[lane] = pattern_ != nullptr ? at_pattern(lane) : begin_ + lane * step_;
    is_materialized_ = true;
}

void Addresses::take(const Address* addresses, Mask mask, std::uint32_t bytes) {
    std::copy_n(addresses, warp_size, addresses_);
    if (mask != all_lanes) return find_limits(mask, bytes);
    const Shape shape = lanes::shape_of<Address>(addresses_, bytes);
    if (shape == Shape::scattered) return find_limits(bytes);
    set_regular(shape, addresses_[0], addresses_[warp_size - 1], bytes);
}

} // namespace simulator
