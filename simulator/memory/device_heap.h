#pragma once

/// @file
/// The device heap for malloc, free, new and delete in device code.

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "memory/device_memory.h"

namespace simulator {

/// Blocks of the device heap. Each is a separate allocation, so that checks know its bounds and its
/// lifetime.
///
/// New blocks get new addresses until the address range is used up, and are separated by gaps, for the same
/// reasons as in DeviceMemory. Nevertheless the capacity of the heap is the limit that the program has set.
/// The heap outlives the kernels that use it.
class DeviceHeap {
public:
    /// Creates an empty heap in @p memory, which must outlive it. Reserves no memory before the first block.
    explicit DeviceHeap(DeviceMemory& memory) : memory_(memory) {}
    DeviceHeap(const DeviceHeap&) = delete;
    DeviceHeap& operator=(const DeviceHeap&) = delete;
    ~DeviceHeap() { clear(); }

    /// Sets the capacity to @p bytes; returns false if kernels may already have used the heap.
    bool set_limit(std::uint64_t bytes);
    /// Capacity in bytes, including the header of each block.
    [[nodiscard]] std::uint64_t limit() const { return limit_; }
    /// Notes that a kernel starts that may use the heap; from then on its capacity is fixed.
    void open();

    /// Allocates an uninitialized block; null if the heap is exhausted. Zero bytes are valid. @p line is the
    /// source line of the malloc call.
    const Allocation* allocate(std::uint64_t bytes, std::string line);
    /// Frees the block that begins at @p address. Returns FreeResult::unknown for other memory.
    FreeResult release(Address address, std::string line);
    /// Releases all blocks and their memory, and resets the capacity to the default.
    void clear();

    static constexpr std::uint64_t default_limit = 8 << 20; ///< cudaLimitMallocHeapSize

private:
    using Blocks = std::map<Address, std::uint64_t>; ///< key: begin; value: bytes

    void discard_pages(Address begin, Address end, Blocks::const_iterator next);
    [[nodiscard]] Address find_address(std::uint64_t bytes) const;
    [[nodiscard]] Address first_gap(Address from, std::uint64_t bytes) const;
    [[nodiscard]] Address end() const { return heap_range_begin + span_; }

    DeviceMemory& memory_;
    std::uint64_t limit_ = default_limit;
    std::uint64_t used_ = 0;
    bool open_ = false;
    std::uint32_t mallocs_ = 0;       ///< number of successful allocations
    std::uint32_t frees_ = 0;         ///< number of successful frees
    std::byte* bytes_ = nullptr;      ///< host memory of the whole address range
    std::uint64_t span_ = 0;          ///< size of the address range in bytes
    Address next_ = heap_range_begin; ///< address after the block allocated last
    Blocks blocks_;                   ///< live blocks
};

} // namespace simulator
