#pragma once

/// @file
/// The modelled GPU's memory: what is allocated, what was, and where its bytes really lie.

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <shared_mutex>
#include <string>
#include <vector>

#include "memory/shared_range.h"

namespace simulator {

/// Who made an allocation.
enum class AllocationOrigin : std::uint8_t {
    device,     ///< cudaMalloc and its kin
    async,      ///< cudaMallocAsync
    managed,    ///< cudaMallocManaged: the host may touch it at the same address
    pinned,     ///< cudaMallocHost, cudaHostAlloc: memory of the host's that kernels reach
    registered, ///< cudaHostRegister: the program's own memory that kernels reach
    variable,   ///< a `__device__` variable
    constant,   ///< a `__constant__` variable
    heap,       ///< malloc or new in a kernel, see DeviceHeap
    opened,     ///< cudaIpcOpenMemHandle: memory of another process's device
};

/// Where the program asked for something: resolved to a name only when somebody is told.
struct CallSite {
    const void* caller = nullptr; ///< stands for the place in the program; what it is, the runtime knows
    std::uint32_t number = 0;     ///< the n-th call of the function, from 1
    const char* function = "";    ///< what was called: "cudaMalloc"
    std::string line = {};        ///< of a call in a kernel: "list.cu:12"; empty where none is known
};

/// A piece of memory. Its record outlives it, so that a late access can be explained.
struct Allocation {
    Address begin = 0;                                  ///< as kernels see it
    std::uint64_t bytes = 0;                            ///< as they were asked for
    AllocationOrigin origin = AllocationOrigin::device; ///< says who made it, and how
    std::byte* host = nullptr;                          ///< where the bytes lie; null once freed
    bool live = true;                                   ///< false once freed
    bool is_release_pending = false;                    ///< it is to be freed by work that has been asked for
    std::uint32_t reference_count = 1;                  ///< it is gone when it was released as often
    std::string name = {};                              ///< of a variable
    CallSite allocated = {};                            ///< by whom
    CallSite freed = {};                                ///< by whom; empty while it is live
    std::uint32_t id = 0;                               ///< counts up from 1; never used again

    /// Behind the last byte.
    [[nodiscard]] Address end() const { return begin + bytes; }
    /// Whether the host may touch it as well, at the same address.
    [[nodiscard]] bool is_host_accessible() const {
        return origin == AllocationOrigin::managed || origin == AllocationOrigin::pinned ||
               origin == AllocationOrigin::registered;
    }
};

/// How a request to free ended.
enum class FreeResult : std::uint8_t { freed, already_freed, inside, unknown };

/// What the host may do with memory.
enum class HostAccess : std::uint8_t { none, read, all };

/// What the host may do from now on.
struct HostChange {
    HostAccess access;   ///< with these pages
    Address begin;       ///< of the first one
    std::uint64_t bytes; ///< whole pages
};

/// All device memory of a program.
///
/// Addresses of device memory come from a range that the host cannot touch, so that a host pointer and a
/// device pointer mixed up fail as they do with a GPU. The bytes lie elsewhere, except those
/// of managed and pinned memory, which program and device share. An address is not given out twice before the range is used up, which makes every use
/// after free visible, and allocations lie a megabyte apart, so that few wrong indices reach a neighbour.
///
/// Safe to use from several threads. That nobody uses an allocation which is released is up to who releases it.
class DeviceMemory {
public:
    /// Reserves addresses for @p capacity bytes; takes no memory yet. @p file: see SharedRange.
    explicit DeviceMemory(std::uint64_t capacity, int file = SharedRange::no_file);
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;
    ~DeviceMemory();

    /// Zero bytes are the caller's business. Null when the modelled memory is used up.
    const Allocation* allocate(std::uint64_t bytes, AllocationOrigin origin, CallSite where,
                               std::string name = {});
    /// What the host may touch, or no longer, since this was last asked.
    std::vector<HostChange> take_host_changes();
    /// Keeps addresses for @p bytes that claim() gives memory. 0 when there are none left.
    Address reserve(std::uint64_t bytes);
    /// Memory at an address that reserve() gave. Where it is there still, it is from now on to be released once more
    /// before it is gone, and what was announced of it no longer holds. Null when the modelled memory is used up.
    const Allocation* claim(Address begin, std::uint64_t bytes, AllocationOrigin origin, CallSite where);
    /// Makes host memory known to kernels under its own address.
    const Allocation* adopt(void* host, std::uint64_t bytes, AllocationOrigin origin, CallSite where);
    /// Makes memory known to kernels under another address: one between heap_range_begin and heap_range_end.
    const Allocation* adopt(Address begin, std::byte* host, std::uint64_t bytes, AllocationOrigin origin,
                            CallSite where);
    /// Makes memory of another device known to kernels, under a new address. Null when there is none left.
    const Allocation* attach(std::byte* host, std::uint64_t bytes, AllocationOrigin origin, CallSite where);
    /// How many bytes of whole pages are behind an allocation of @p bytes.
    static std::uint64_t backing_bytes(std::uint64_t bytes);
    /// What begins at @p address will be freed. Says how a release will end, and answers a second time that it
    /// already was.
    FreeResult announce_release(Address address);
    /// Frees what begins at @p address. The bytes of adopted memory stay where they are.
    FreeResult release(Address address, CallSite where);

    /// The live allocation that holds @p address, or null.
    [[nodiscard]] const Allocation* find(Address address) const;
    /// Whether a byte of a range is in a live allocation.
    [[nodiscard]] bool overlaps_allocation(Address begin, std::uint64_t bytes) const;
    /// The allocation, live or freed, that an address outside of all is nearest to, or null when there is
    /// none within reach of a slip.
    [[nodiscard]] const Allocation* nearest(Address address) const;
    /// Live allocations, by address.
    [[nodiscard]] std::vector<const Allocation*> live() const;

    /// Whether @p address is in the range that device pointers come from.
    [[nodiscard]] bool is_device_address(Address address) const;
    /// Modelled memory that is not allocated.
    [[nodiscard]] std::uint64_t available() const;
    /// All modelled memory.
    [[nodiscard]] std::uint64_t capacity() const { return capacity_; }

private:
    [[nodiscard]] const Allocation* live_allocation_at(Address address) const;
    [[nodiscard]] FreeResult release_error(Address address) const;
    /// A part of the range that addresses are given out of, one behind the other.
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
    std::map<Address, std::unique_ptr<Allocation>> live_;  ///< by begin
    std::map<Address, std::unique_ptr<Allocation>> freed_; ///< by begin
};

/// Where a thread sees its block's shared memory among generic addresses.
inline constexpr Address shared_window = 0x0051'0000'0000'0000;
/// Where it sees its own local memory.
inline constexpr Address local_window = 0x0052'0000'0000'0000;
/// Where it sees the parameters of the kernel.
inline constexpr Address param_window = 0x0053'0000'0000'0000;
/// How far each of these windows reaches.
inline constexpr Address window_bytes = 0x0000'0000'1000'0000;

} // namespace simulator
