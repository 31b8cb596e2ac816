#pragma once

/// @file
/// The heap that kernels allocate from: malloc, free, new and delete in device code.

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "memory/device_memory.h"

namespace simulator {

/// Blocks of the device's heap, each an allocation of its own, so that checks know its bounds and its life.
///
/// A block begins where no block was before until the range is used up, and keeps its distance from the last
/// one, for the reasons that DeviceMemory has. The heap is as large as the limit says all the same, and outlives
/// the kernels that use it.
class DeviceHeap {
public:
    /// @p memory has to outlive it. Takes no memory before the first block.
    explicit DeviceHeap(DeviceMemory& memory) : memory_(memory) {}
    DeviceHeap(const DeviceHeap&) = delete;
    DeviceHeap& operator=(const DeviceHeap&) = delete;
    ~DeviceHeap() { clear(); }

    /// Sets how many bytes there are, unless kernels may have begun to use them; false then.
    bool set_limit(std::uint64_t bytes);
    /// How many bytes there are, what is kept beside each block included.
    [[nodiscard]] std::uint64_t limit() const { return limit_; }
    /// A kernel begins that may use it: its size is settled.
    void open();

    /// A block, of which no byte has a value; null where there is no room. Also no bytes are a block. @p line is
    /// where malloc was called.
    const Allocation* allocate(std::uint64_t bytes, std::string line);
    /// Frees the block that begins at @p address. Of other memory it says FreeResult::unknown.
    FreeResult release(Address address, std::string line);
    /// All blocks are gone, and their memory. It is as large as by default.
    void clear();

    static constexpr std::uint64_t default_limit = 8 << 20; ///< cudaLimitMallocHeapSize

private:
    using Blocks = std::map<Address, std::uint64_t>; ///< by begin: how many bytes

    void discard_pages(Address begin, Address end, Blocks::const_iterator next);
    [[nodiscard]] Address find_address(std::uint64_t bytes) const;
    [[nodiscard]] Address first_gap(Address from, std::uint64_t bytes) const;
    [[nodiscard]] Address end() const { return heap_range_begin + span_; }

    DeviceMemory& memory_;
    std::uint64_t limit_ = default_limit;
    std::uint64_t used_ = 0;
    bool open_ = false;
    std::uint32_t mallocs_ = 0;       ///< how often a block was given
    std::uint32_t frees_ = 0;         ///< how often one was taken back
    std::byte* bytes_ = nullptr;      ///< of all addresses
    std::uint64_t span_ = 0;          ///< how many there are
    Address next_ = heap_range_begin; ///< behind the last block that was given
    Blocks blocks_;                   ///< that are not freed
};

} // namespace simulator
