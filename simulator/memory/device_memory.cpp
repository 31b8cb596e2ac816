#include "memory/device_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

#include "memory/pages.h"

namespace simulator {

namespace {

constexpr std::uint64_t allocation_gap = 1 << 20;
constexpr std::uint64_t device_alignment = 512;
// Readable bytes after the end of an allocation, because handlers load whole vectors.
constexpr std::uint64_t readable_slack = 64;
constexpr std::size_t max_freed_records = 1'000'000;

bool is_adopted(AllocationOrigin origin) {
    return origin == AllocationOrigin::registered || origin == AllocationOrigin::heap ||
           origin == AllocationOrigin::opened;
}

/// Whether the host may access the memory at the same address.
bool is_shared(AllocationOrigin origin) {
    return origin == AllocationOrigin::managed || origin == AllocationOrigin::pinned;
}

/// Returns the address at which the next allocation may begin.
Address next_begin_after(Address begin, std::uint64_t bytes) {
    return begin + DeviceMemory::backing_bytes(bytes) + allocation_gap;
}

} // namespace

DeviceMemory::DeviceMemory(std::uint64_t capacity, int file)
    : capacity_(capacity), range_(file), device_zone_{device_range_begin, managed_range_begin},
      managed_zone_{managed_range_begin, heap_range_begin}, pinned_zone_{pinned_range_begin,
                                                                         pinned_range_end} {}

DeviceMemory::~DeviceMemory() {
    while (!live_.empty()) {
        release(live_.begin()->first, {});
    }
}

/// Maps memory for an allocation; null if there is none.
std::byte* DeviceMemory::map(Address begin, std::uint64_t bytes, AllocationOrigin origin) {
    if (is_shared(origin)) {
        return range_.open(begin, bytes);
    }
    void* memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? nullptr : static_cast<std::byte*>(memory);
}

const Allocation* DeviceMemory::allocate(std::uint64_t bytes, AllocationOrigin origin, CallSite where,
                                         std::string name) {
    const std::unique_lock lock(mutex_);
    const bool pinned = origin == AllocationOrigin::pinned;
    if (!pinned && bytes > capacity_ - used_) {
        return nullptr;
    }
    Zone& zone = zone_of(origin);
    const Address begin = find_address(live_, zone, bytes, is_shared(origin) ? page_bytes : device_alignment);
    const Allocation* const made =
        begin == 0 ? nullptr : map_backing(begin, bytes, origin, std::move(where), std::move(name));
    if (made != nullptr) {
        zone.next = next_begin_after(begin, bytes);
    }
    return made;
}

DeviceMemory::Zone& DeviceMemory::zone_of(AllocationOrigin origin) {
    switch (origin) {
        case AllocationOrigin::pinned: return pinned_zone_;
        case AllocationOrigin::managed: return managed_zone_;
        default: return device_zone_;
    }
}

Address DeviceMemory::reserve(std::uint64_t bytes) {
    const std::unique_lock lock(mutex_);
    const Address begin = bytes > capacity_ ? 0 : find_address(live_, device_zone_, bytes, device_alignment);
    if (begin != 0) {
        device_zone_.next = next_begin_after(begin, bytes);
    }
    return begin;
}

const Allocation* DeviceMemory::claim(Address begin, std::uint64_t bytes, AllocationOrigin origin,
                                      CallSite where) {
    const std::unique_lock lock(mutex_);
    if (const auto found = live_.find(begin); found != live_.end()) {
        ++found->second->reference_count;
        found->second->is_release_pending = false;
        return found->second.get();
    }
    return bytes > capacity_ - used_ ? nullptr : map_backing(begin, bytes, origin, std::move(where), {});
}

/// Creates an allocation at @p begin. Returns null if the host has no memory.
const Allocation* DeviceMemory::map_backing(Address begin, std::uint64_t bytes, AllocationOrigin origin,
                                            CallSite where, std::string name) {
    const std::uint64_t backing = backing_bytes(bytes);
    std::byte* const host = map(begin, backing, origin);
    if (host == nullptr) {
        return nullptr;
    }
    if (is_shared(origin)) {
        host_changes_.push_back({HostAccess::all, begin, backing});
    }
    used_ += origin == AllocationOrigin::pinned ? 0 : bytes;
    return record({.begin = begin,
                   .bytes = bytes,
                   .origin = origin,
                   .host = host,
                   .name = std::move(name),
                   .allocated = std::move(where)});
}

std::vector<HostChange> DeviceMemory::take_host_changes() {
    const std::unique_lock lock(mutex_);
    return std::exchange(host_changes_, {});
}

const Allocation* DeviceMemory::adopt(void* host, std::uint64_t bytes, AllocationOrigin origin,
                                      CallSite where) {
    return adopt(reinterpret_cast<Address>(host), static_cast<std::byte*>(host), bytes, origin,
                 std::move(where));
}

const Allocation* DeviceMemory::adopt(Address begin, std::byte* host, std::uint64_t bytes,
                                      AllocationOrigin origin, CallSite where) {
    const std::unique_lock lock(mutex_);
    return record(
        {.begin = begin, .bytes = bytes, .origin = origin, .host = host, .allocated = std::move(where)});
}

const Allocation* DeviceMemory::attach(std::byte* host, std::uint64_t bytes, AllocationOrigin origin,
                                       CallSite where) {
    const std::unique_lock lock(mutex_);
    const Address begin = find_address(live_, device_zone_, bytes, device_alignment);
    if (begin == 0) {
        return nullptr;
    }
    device_zone_.next = next_begin_after(begin, bytes);
    return record(
        {.begin = begin, .bytes = bytes, .origin = origin, .host = host, .allocated = std::move(where)});
}

std::uint64_t DeviceMemory::backing_bytes(std::uint64_t bytes) {
    return round_up(bytes + readable_slack, page_bytes);
}

const Allocation* DeviceMemory::record(Allocation allocation) {
    allocation.id = ++last_id_;
    const Address begin = allocation.begin;
    forget_freed(begin, allocation.end());
    auto owned = std::make_unique<Allocation>(std::move(allocation));
    return live_.insert_or_assign(begin, std::move(owned)).first->second.get();
}

FreeResult DeviceMemory::release_error(Address address) const {
    if (live_allocation_at(address) != nullptr) {
        return FreeResult::inside;
    }
    return freed_.contains(address) ? FreeResult::already_freed : FreeResult::unknown;
}

FreeResult DeviceMemory::announce_release(Address address) {
    const std::unique_lock lock(mutex_);
    const auto found = live_.find(address);
    if (found == live_.end()) {
        return release_error(address);
    }
    return std::exchange(found->second->is_release_pending, true) ? FreeResult::already_freed
                                                                  : FreeResult::freed;
}

FreeResult DeviceMemory::release(Address address, CallSite where) {
    const std::unique_lock lock(mutex_);
    const auto found = live_.find(address);
    if (found == live_.end()) {
        return release_error(address);
    }
    if (--found->second->reference_count != 0) {
        return FreeResult::freed;
    }

    std::unique_ptr<Allocation> allocation = std::move(found->second);
    live_.erase(found);
    if (!is_adopted(allocation->origin)) {
        const std::uint64_t backing = backing_bytes(allocation->bytes);
        if (is_shared(allocation->origin)) {
            range_.close(allocation->begin, backing);
            host_changes_.push_back({HostAccess::none, allocation->begin, backing});
        } else {
            munmap(allocation->host, backing);
        }
        used_ -= allocation->origin == AllocationOrigin::pinned ? 0 : allocation->bytes;
    }
    allocation->host = nullptr;
    allocation->live = false;
    allocation->freed = std::move(where);
    freed_.insert_or_assign(address, std::move(allocation));
    if (freed_.size() > max_freed_records) {
        // Addresses are handed out in ascending order, so the lowest is usually the oldest.
        freed_.erase(freed_.begin());
    }
    return FreeResult::freed;
}

namespace {

using Records = std::map<Address, std::unique_ptr<Allocation>>;

/// Returns the lowest address from @p from on that keeps its distance from all live allocations; 0 if there
/// is none before @p end.
Address first_gap(const Records& live, Address from, Address end, std::uint64_t bytes,
                  std::uint64_t alignment) {
    Address candidate = round_up(from, alignment);
    auto next = live.upper_bound(candidate);
    if (next != live.begin()) {
        const Allocation& before = *std::prev(next)->second;
        if (before.end() + allocation_gap > candidate) {
            candidate = round_up(before.end() + allocation_gap, alignment);
        }
    }
    while (next != live.end() && candidate + bytes + allocation_gap > next->first) {
        candidate = std::max(candidate, round_up(next->second->end() + allocation_gap, alignment));
        ++next;
    }
    const bool fits = candidate <= end && end - candidate >= bytes + allocation_gap;
    return fits ? candidate : 0;
}

} // namespace

Address DeviceMemory::find_address(const Records& live, const Zone& zone, std::uint64_t bytes,
                                   std::uint64_t alignment) {
    if (bytes > (zone.end - zone.begin) / 2) {
        return 0;
    }
    const Address found = first_gap(live, zone.next, zone.end, bytes, alignment);
    return found != 0 ? found : first_gap(live, zone.begin, zone.end, bytes, alignment);
}

void DeviceMemory::forget_freed(Address begin, Address end) {
    auto first = freed_.upper_bound(begin);
    if (first != freed_.begin() && std::prev(first)->second->end() > begin) {
        --first;
    }
    while (first != freed_.end() && first->first < end) {
        first = freed_.erase(first);
    }
    freed_.erase(begin);
}

const Allocation* DeviceMemory::find(Address address) const {
    const std::shared_lock lock(mutex_);
    return live_allocation_at(address);
}

bool DeviceMemory::overlaps_allocation(Address begin, std::uint64_t bytes) const {
    const std::shared_lock lock(mutex_);
    const auto next = live_.lower_bound(begin);
    return live_allocation_at(begin) != nullptr || (next != live_.end() && next->first - begin < bytes);
}

const Allocation* DeviceMemory::live_allocation_at(Address address) const {
    const auto next = live_.upper_bound(address);
    if (next == live_.begin()) {
        return nullptr;
    }
    const Allocation* candidate = std::prev(next)->second.get();
    return address < candidate->end() ? candidate : nullptr;
}

namespace {

/// Distance between an address and an allocation in bytes; 0 inside.
std::uint64_t distance(const Allocation& allocation, Address address) {
    if (address < allocation.begin) {
        return allocation.begin - address;
    }
    return address < allocation.end() ? 0 : address - allocation.end() + 1;
}

/// Replaces @p best by a neighbor of @p address in @p records that is nearer.
void update_nearest(const Records& records, Address address, const Allocation*& best) {
    const auto next = records.upper_bound(address);
    const auto consider = [&](const Allocation& candidate) {
        if (distance(candidate, address) < (best == nullptr ? allocation_gap : distance(*best, address))) {
            best = &candidate;
        }
    };
    if (next != records.end()) {
        consider(*next->second);
    }
    if (next != records.begin()) {
        consider(*std::prev(next)->second);
    }
}

} // namespace

const Allocation* DeviceMemory::nearest(Address address) const {
    const std::shared_lock lock(mutex_);
    const Allocation* best = nullptr;
    update_nearest(live_, address, best);
    update_nearest(freed_, address, best);
    return best;
}

std::vector<const Allocation*> DeviceMemory::live() const {
    const std::shared_lock lock(mutex_);
    std::vector<const Allocation*> all;
    all.reserve(live_.size());
    for (const auto& [begin, allocation] : live_) {
        all.push_back(allocation.get());
    }
    return all;
}

bool DeviceMemory::is_device_address(Address address) const {
    return address >= device_range_begin && address < heap_range_end;
}

std::uint64_t DeviceMemory::available() const {
    const std::shared_lock lock(mutex_);
    return capacity_ - used_;
}

} // namespace simulator
