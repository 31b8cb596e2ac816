#pragma once

/// @file
/// A set of bytes of memory.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>

#include "memory/device_memory.h"

namespace simulator::order {

/// Bytes by their addresses. Only pages of which it has any take memory, and full ones next to none.
class ByteSet {
public:
    /// Bytes of a page.
    static constexpr Address page_bytes = 4096;

    /// Has the bytes from @p begin on from now on.
    void add(Address begin, std::uint64_t bytes);
    /// And no longer.
    void remove(Address begin, std::uint64_t bytes);
    /// The same of all bytes that another set has.
    void remove(const ByteSet& other);

    /// Whether it has none.
    [[nodiscard]] bool empty() const { return pages_.empty(); }
    /// The lowest byte of a range that it has.
    [[nodiscard]] std::optional<Address> first_in(Address begin, std::uint64_t bytes) const;
    /// Whether it has all bytes of a range.
    [[nodiscard]] bool has_all(Address begin, std::uint64_t bytes) const;
    /// Calls @p act with where each page begins of which it has bytes, in any order.
    template <class Act> void for_each_page(Act act) const {
        for (const auto& [number, bits] : pages_) act(number * page_bytes);
    }

private:
    using Bits = std::array<std::uint64_t, page_bytes / 64>; ///< a bit for each byte

    Bits* writable(Address number);
    void drop_if_empty(Address number);

    std::unordered_map<Address, std::unique_ptr<Bits>> pages_; ///< by number; null: all of the page
    Address last_number_ = ~Address{0};                        ///< the page that was added to last
    Bits* last_ = nullptr;                                     ///< its bits; null: look it up
};

} // namespace simulator::order
