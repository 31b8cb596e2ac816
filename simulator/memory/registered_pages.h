#pragma once

/// @file
/// Pages of the program's own memory that it shares with the device (cudaHostRegister).

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "memory/shared_range.h"

namespace simulator {

/// Pages of the program that are replaced by shared ones.
struct PageMapping {
    Address program_address; ///< address in the program
    Address shared_address;  ///< address in the range that both map
    std::uint64_t bytes;     ///< size, a multiple of the page size
};

/// Maps registered pages of the program to shared pages. Registered memory need not fill its pages, so
/// several registrations may share a page.
class RegisteredPages {
public:
    /// @p file: see SharedRange.
    explicit RegisteredPages(int file) : file_(file) {}

    /// Returns whether memory can be registered: no more than the host's physical memory, as long as unused
    /// addresses are left.
    [[nodiscard]] bool has_room(std::uint64_t bytes) const;
    /// Registers memory. Returns its pages that were not shared before, with their new addresses.
    std::vector<PageMapping> add(Address begin, std::uint64_t bytes);
    /// Unregisters memory. Returns its pages that no registration uses any more.
    std::vector<PageMapping> remove(Address begin, std::uint64_t bytes);
    /// Maps all bytes of registered memory contiguously; null if address space is exhausted.
    [[nodiscard]] std::byte* view(Address begin, std::uint64_t bytes) const;
    /// Unmaps a view().
    static void close_view(std::byte* view, std::uint64_t bytes);
    /// Releases pages that remove() has returned, once the program uses its own pages again.
    void punch_hole(const PageMapping& run) const;

private:
    struct Page {
        Address shared_address;
        unsigned registrations;
    };

    int file_;
    Address next_ = registered_range_begin;
    std::map<Address, Page> pages_;
};

} // namespace simulator
