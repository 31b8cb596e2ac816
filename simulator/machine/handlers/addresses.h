#pragma once

/// @file
/// The addresses that a warp's memory instruction asks for, and how they lie to each other.

#include <cstdint>

#include "machine/warp.h"

namespace simulator {

/// The addresses of one instruction. Those that follow a rule are spelled out only for whoever looks at each of them.
class alignas(64) Addresses {
public:
    /// What @p op asks for, @p bytes in each lane of @p mask; its base is in slot @p slot.
    template <bool full>
    void find(const Warp& warp, const Op* op, int slot, Mask mask, std::uint32_t bytes);
    /// What @p addresses (32) say, in the lanes of @p mask.
    void take(const Address* addresses, Mask mask, std::uint32_t bytes);

    /// The address of a lane.
    [[nodiscard]] Address operator[](std::size_t lane) const {
        return shape_ == Shape::scattered ? at_[lane] : begin_ + lane * step_;
    }
    /// Writes each of them to list().
    void spell_out();
    [[nodiscard]] const Address* list() const { return at_; }

    [[nodiscard]] Shape shape() const { return shape_; }
    /// The lowest.
    [[nodiscard]] Address begin() const { return begin_; }
    /// Behind the last byte of the highest.
    [[nodiscard]] Address end() const { return end_; }
    /// Whether all are multiples of @p bytes, a power of two.
    [[nodiscard]] bool aligned(std::uint32_t bytes) const { return (bits_ & (bytes - 1)) == 0; }

private:
    void follow_rule(Shape shape, Address first, Address last, std::uint32_t bytes);
    void find_limits(Mask mask, std::uint32_t bytes);
    void find_limits(std::uint32_t bytes);
    void set_limits(Address lowest, Address highest, std::uint32_t bytes);

    Address at_[warp_size];
    Address begin_ = 0;
    Address end_ = 0;
    Address bits_ = 0; // what is not aligned shows in the lower bits
    std::uint32_t step_ = 0;
    Shape shape_ = Shape::scattered;
    bool spelled_out_ = true;
};

} // namespace simulator
