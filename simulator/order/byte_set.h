#pragma once

/// @file
/// A set of bytes of memory, as bitmaps per page.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>

#include "memory/device_memory.h"

namespace simulator::order {

/// Bytes by address. Only pages with at least one byte take memory, and full pages take next to none.
class ByteSet {
public:
    /// Bytes per page
    static constexpr Address page_bytes = 4096;

    /// Adds @p bytes bytes from @p begin on.
    void add(Address begin, std::uint64_t bytes);
    /// Removes a range of bytes.
    void remove(Address begin, std::uint64_t bytes);
    /// Removes all bytes of @p other.
    void remove(const ByteSet& other);

    /// Returns whether the set has no byte.
    [[nodiscard]] bool empty() const { return pages_.empty(); }
    /// Returns the lowest byte of the set in a range; nullopt if there is none.
    [[nodiscard]] std::optional<Address> first_in(Address begin, std::uint64_t bytes) const;
    /// Returns whether the set has all bytes of a range.
    [[nodiscard]] bool has_all(Address begin, std::uint64_t bytes) const;
    /// Calls @p act with the first address of each page of which the set has bytes, in any order.
    template <class Act> void for_each_page(Act act) const {
        for (const auto& [number, bits] : pages_) act(number * page_bytes);
    }

private:
    using Bits = std::array<std::uint64_t, page_bytes / 64>; ///< one bit per byte

    Bits* writable(Address number);
    void drop_if_empty(Address number);

    /// Bits of each page, by page number; null: every byte of the page.
    std::unordered_map<Address, std::unique_ptr<Bits>> pages_;
    Address last_number_ = ~Address{0}; ///< the page that add() used last
    Bits* last_ = nullptr;              ///< bits of that page; null: look the page up
};

} // namespace simulator::order
