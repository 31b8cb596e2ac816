#pragma once

/// @file
/// The address range that a program and its device share.

#include <cstddef>
#include <cstdint>

namespace simulator {

/// An address in kernels.
using Address = std::uint64_t;

/// Start of the addresses of pinned memory, which program and device may access.
inline constexpr Address pinned_range_begin = 0x1000'0000'0000;
/// End of the addresses of pinned memory.
inline constexpr Address pinned_range_end = 0x1800'0000'0000;
/// Start of the addresses of pages that replace the program's own ones.
inline constexpr Address registered_range_begin = pinned_range_end;
/// Start of the device pointers, which the host may not access.
inline constexpr Address device_range_begin = 0x2000'0000'0000;
/// Start of the addresses of managed memory, which program and device may access.
inline constexpr Address managed_range_begin = 0x3000'0000'0000;
/// Start of the addresses of the device heap: device memory that the host does not allocate.
inline constexpr Address heap_range_begin = 0x3f00'0000'0000;
/// End of the addresses of the device heap.
inline constexpr Address heap_range_end = 0x4000'0000'0000;

/// Returns whether the host may also access global memory at this address: pinned, managed and registered
/// memory. Registered memory keeps its address in the program.
constexpr bool is_host_address(Address address) {
    const bool device = address >= device_range_begin && address < managed_range_begin;
    const bool heap = address >= heap_range_begin && address < heap_range_end;
    return !device && !heap;
}

/// The range of addresses from pinned_range_begin to heap_range_end, inaccessible except for opened pages. It
/// is far from where the system maps programs, heaps, libraries and stacks, and equal in every run. The
/// program maps the same file at the same addresses.
class SharedRange {
public:
    /// Value of a file descriptor: pages are private to this process.
    static constexpr int no_file = -1;

    /// Reserves the range over @p file, which must stay open.
    explicit SharedRange(int file);
    SharedRange(const SharedRange&) = delete;
    SharedRange& operator=(const SharedRange&) = delete;
    ~SharedRange();

    /// Makes pages of zeros readable and writable; null if there are none.
    std::byte* open(Address begin, std::uint64_t bytes);
    /// Releases pages.
    void close(Address begin, std::uint64_t bytes);

private:
    int file_;
    bool mapped_ = false; ///< whether the range is reserved
};

/// Reserves the range in a process, over @p file or over nothing. Returns false on failure.
bool reserve_shared_range(int file);
/// Size of the shared file in bytes.
std::uint64_t shared_file_bytes();

} // namespace simulator
