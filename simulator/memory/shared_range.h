#pragma once

/// @file
/// The addresses that a program and its device have in common.

#include <cstddef>
#include <cstdint>

namespace simulator {

/// An address as a kernel sees it.
using Address = std::uint64_t;

/// Where pinned memory has its addresses, which both sides may touch.
inline constexpr Address pinned_range_begin = 0x1000'0000'0000;
/// Behind the last of them.
inline constexpr Address pinned_range_end = 0x1800'0000'0000;
/// Where pages lie that take the place of pages of the program's own.
inline constexpr Address registered_range_begin = pinned_range_end;
/// Where device pointers come from that the host may not touch.
inline constexpr Address device_range_begin = 0x2000'0000'0000;
/// Where managed memory has its addresses, which both sides may touch.
inline constexpr Address managed_range_begin = 0x3000'0000'0000;
/// Where the heap of kernels has its addresses: device memory, but nothing that the host allocates.
inline constexpr Address heap_range_begin = 0x3f00'0000'0000;
/// Behind the last of them.
inline constexpr Address heap_range_end = 0x4000'0000'0000;

/// Whether the host may touch global memory at this address, too: page-locked, managed and registered memory. Registered memory
/// keeps the address that it has in the program.
constexpr bool is_host_address(Address address) {
    const bool device = address >= device_range_begin && address < managed_range_begin;
    const bool heap = address >= heap_range_begin && address < heap_range_end;
    return !device && !heap;
}

/// A range of addresses from pinned_range_begin to heap_range_end that nobody can touch, but for pages that are
/// opened. It is far from where the system puts programs, heaps, libraries and stacks, and the same in every run.
/// The program has the same range at the same place, over the same file.
class SharedRange {
public:
    /// Instead of a file: pages belong to this process alone.
    static constexpr int no_file = -1;

    /// Reserves the range over @p file, which has to stay open.
    explicit SharedRange(int file);
    SharedRange(const SharedRange&) = delete;
    SharedRange& operator=(const SharedRange&) = delete;
    ~SharedRange();

    /// Pages of zeros that may be read and written; null when there are none.
    std::byte* open(Address begin, std::uint64_t bytes);
    /// Gives pages back.
    void close(Address begin, std::uint64_t bytes);

private:
    int file_;
    bool mapped_ = false; ///< whether the range is reserved
};

/// Reserves the range in a process, over @p file or over nothing. False where that cannot be.
bool reserve_shared_range(int file);
/// How long such a file is.
std::uint64_t shared_file_bytes();

} // namespace simulator
