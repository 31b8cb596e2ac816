#pragma once

/// @file
/// Memory of the simulated GPU: live and freed allocations, and the host memory that backs them.

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <shared_mutex>
#include <string>
#include <vector>

#include "memory/shared_range.h"

namespace simulator {

/// API that created an allocation.
enum class AllocationOrigin : std::uint8_t {
    device,     ///< cudaMalloc and its variants
    async,      ///< cudaMallocAsync
    managed,    ///< cudaMallocManaged: the host may access it at the same address
    pinned,     ///< cudaMallocHost, cudaHostAlloc: host memory that kernels can access
    registered, ///< cudaHostRegister: the program's own memory that kernels can access
    variable,   ///< a `__device__` variable
    constant,   ///< a `__constant__` variable
    heap,       ///< malloc or new in a kernel, see DeviceHeap
    opened,     ///< cudaIpcOpenMemHandle: memory of another process's device
};

/// Location of a call in the program, resolved to a name only when it is reported.
struct CallSite {
    const void* caller = nullptr; ///< opaque identifier of the location, which the runtime interprets
    std::uint32_t number = 0;     ///< ordinal of this call of the function, from 1
    const char* function = "";    ///< the function called, such as "cudaMalloc"
    std::string line = {}; ///< source line of a call in a kernel, such as "list.cu:12"; empty if unknown
};

/// An allocation. Its record outlives the memory, so that a late access can be explained.
struct Allocation {
    Address begin = 0;                                  ///< address in kernels
    std::uint64_t bytes = 0;                            ///< size that was requested
    AllocationOrigin origin = AllocationOrigin::device; ///< API that created it
    std::byte* host = nullptr;                          ///< address on the host; null once freed
    bool live = true;                                   ///< false once freed
    bool is_release_pending = false;                    ///< a stream-ordered free of it is pending
    std::uint32_t reference_count = 1; ///< the memory is freed when this many releases have been made
    std::string name = {};             ///< name of a variable
    CallSite allocated = {};           ///< call that allocated it
    CallSite freed = {};               ///< call that freed it; empty while it is live
    std::uint32_t id = 0;              ///< unique number, counted from 1

    /// Address past the last byte.
    [[nodiscard]] Address end() const { return begin + bytes; }
    /// Returns whether the host may also access it, at the same address.
    [[nodiscard]] bool is_host_accessible() const {
        return origin == AllocationOrigin::managed || origin == AllocationOrigin::pinned ||
               origin == AllocationOrigin::registered;
    }
};

/// Result of a request to free memory.
enum class FreeResult : std::uint8_t { freed, already_freed, inside, unknown };

/// Access rights of the host to memory.
enum class HostAccess : std::uint8_t { none, read, all };

/// A change of the host's access rights.
struct HostChange {
    HostAccess access;   ///< the new access rights
    Address begin;       ///< address of the first page
    std::uint64_t bytes; ///< length, a multiple of the page size
};

/// All device memory of a program.
///
/// Addresses of device memory come from a range that the host cannot access, so that mixing up host and
/// device pointers fails as on a GPU. The bytes are elsewhere, except those of managed and pinned memory,
/// which program and device share. An address is not reused before the range is used up, which makes every
/// use after free visible. Allocations are a megabyte apart, so that few wrong indices reach a neighboring
/// one.
///
/// Thread-safe. The caller of release() must ensure that the allocation is not in use.
class DeviceMemory {
public:
    /// Reserves addresses for @p capacity bytes, without memory. @p file: see SharedRange.
    explicit DeviceMemory(std::uint64_t capacity, int file = SharedRange::no_file);
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;
    ~DeviceMemory();

    /// Allocates memory. Callers handle requests of zero bytes themselves. Returns null if the capacity of
    /// the simulated GPU is exhausted.
    const Allocation* allocate(std::uint64_t bytes, AllocationOrigin origin, CallSite where,
                               std::string name = {});
    /// Returns and clears the changes of the host's access rights since the previous call.
    std::vector<HostChange> take_host_changes();
    /// Reserves addresses for @p bytes, which claim() backs with memory. Returns 0 if there are none left.
    Address reserve(std::uint64_t bytes);
    /// Allocates memory at an address from reserve(). If it is still live, increments its reference count and
    /// cancels an announced release. Returns null if the capacity of the simulated GPU is exhausted.
    const Allocation* claim(Address begin, std::uint64_t bytes, AllocationOrigin origin, CallSite where);
    /// Makes host memory accessible to kernels under its own address.
    const Allocation* adopt(void* host, std::uint64_t bytes, AllocationOrigin origin, CallSite where);
    /// Makes host memory accessible to kernels under another address, between heap_range_begin and
    /// heap_range_end.
    const Allocation* adopt(Address begin, std::byte* host, std::uint64_t bytes, AllocationOrigin origin,
                            CallSite where);
    /// Makes memory of another device accessible to kernels, under a new address. Returns null if there is
    /// none left.
    const Allocation* attach(std::byte* host, std::uint64_t bytes, AllocationOrigin origin, CallSite where);
    /// Bytes of whole pages that back an allocation of @p bytes.
    static std::uint64_t backing_bytes(std::uint64_t bytes);
    /// Announces the release of the allocation at @p address. Returns the result that the release will have;
    /// FreeResult::already_freed for a second announcement.
    FreeResult announce_release(Address address);
    /// Frees the allocation at @p address. The bytes of adopted memory are not freed.
    FreeResult release(Address address, CallSite where);

    /// Returns the live allocation that contains @p address; null if there is none.
    [[nodiscard]] const Allocation* find(Address address) const;
    /// Returns whether a byte of a range is in a live allocation.
    [[nodiscard]] bool overlaps_allocation(Address begin, std::uint64_t bytes) const;
    /// Returns the allocation, live or freed, that is nearest to an address outside of all; null if none is
    /// within the distance of a small indexing error.
    [[nodiscard]] const Allocation* nearest(Address address) const;
    /// Live allocations, sorted by address.
    [[nodiscard]] std::vector<const Allocation*> live() const;

    /// Returns whether @p address is in the range of device pointers.
    [[nodiscard]] bool is_device_address(Address address) const;
    /// Free memory of the simulated GPU, in bytes.
    [[nodiscard]] std::uint64_t available() const;
    /// Total memory of the simulated GPU, in bytes.
    [[nodiscard]] std::uint64_t capacity() const { return capacity_; }

private:
    [[nodiscard]] const Allocation* live_allocation_at(Address address) const;
    [[nodiscard]] FreeResult release_error(Address address) const;
    /// A part of the address range, in which addresses are handed out in ascending order.
    struct Zone {
        Address begin, end;
        Address next = begin;
    };
    Zone& zone_of(AllocationOrigin origin);
    [[nodiscard]] static Address find_address(const std::map<Address, std::unique_ptr<Allocation>>& live,
                                              const Zone& zone, std::uint64_t bytes, std::uint64_t alignment);
    const Allocation* map_backing(Address begin, std::uint64_t bytes, AllocationOrigin origin, CallSite where,
                                  std::string name);
    [[nodiscard]] std::byte* map(Address begin, std::uint64_t bytes, AllocationOrigin origin);
    const Allocation* record(Allocation allocation);
    void forget_freed(Address begin, Address end);

    mutable std::shared_mutex mutex_;
    std::uint64_t capacity_;
    std::uint64_t used_ = 0;
    SharedRange range_;
    Zone device_zone_;
    Zone managed_zone_;
    Zone pinned_zone_;
    std::vector<HostChange> host_changes_;
    std::uint32_t last_id_ = 0;
    std::map<Address, std::unique_ptr<Allocation>> live_;  ///< key: begin
    std::map<Address, std::unique_ptr<Allocation>> freed_; ///< key: begin
};

/// Base of a block's shared memory in the generic address space.
inline constexpr Address shared_window = 0x0051'0000'0000'0000;
/// Base of a thread's local memory in the generic address space.
inline constexpr Address local_window = 0x0052'0000'0000'0000;
/// Base of the kernel's parameters in the generic address space.
inline constexpr Address param_window = 0x0053'0000'0000'0000;
/// Size of each of these windows in bytes.
inline constexpr Address window_bytes = 0x0000'0000'1000'0000;

} // namespace simulator
