#include "machine/handlers/addresses.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace simulator {

// Without branches and unsigned comparisons, which are slow: a top bit is set only in addresses that mean
// nothing, and then the lowest counts as above the highest.
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
    const Shape shape = lanes::shape_of<Address>(at_, bytes);
    if (shape == Shape::scattered) return find_limits(bytes);
    follow_rule(shape, at_[0], at_[warp_size - 1], bytes);
}

} // namespace simulator
