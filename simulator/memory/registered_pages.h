#pragma once

/// @file
/// Pages of the program's own memory that the device has come to share.

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "memory/shared_range.h"

namespace simulator {

/// Pages of the program's that change places with shared ones.
struct PageMapping {
    Address program_address; ///< at the program
    Address shared_address;  ///< in the range that both have
    std::uint64_t bytes;     ///< of whole pages
};

/// Which pages of the program's are shared, and where. Registered memory need not fill its pages, so one page may
/// belong to several pieces of it.
class RegisteredPages {
public:
    /// @p file: see SharedRange.
    explicit RegisteredPages(int file) : file_(file) {}

    /// Whether a piece may be added: no program has more than this computer, and addresses are not used again.
    [[nodiscard]] bool has_room(std::uint64_t bytes) const;
    /// The pages of a piece of memory that are not shared yet, and where they shall be.
    std::vector<PageMapping> add(Address begin, std::uint64_t bytes);
    /// The pages of a piece that nobody shares any more.
    std::vector<PageMapping> remove(Address begin, std::uint64_t bytes);
    /// All bytes of a piece, one behind the other; null where address space is used up.
    [[nodiscard]] std::byte* view(Address begin, std::uint64_t bytes) const;
    /// The end of that.
    static void close_view(std::byte* view, std::uint64_t bytes);
    /// Gives pages back that remove() has named, once the program has its own again.
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
