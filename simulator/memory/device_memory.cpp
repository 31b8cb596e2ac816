#include "memory/device_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

#include "memory/pages.h"

namespace simulator {

namespace {

// Far from where the kernel puts programs, heaps, libraries and stacks, and the same in every run.
constexpr Address range_begin = 0x2000'0000'0000;
constexpr std::uint64_t range_bytes = 0x2000'0000'0000;
constexpr Address range_end = range_begin + range_bytes;
static_assert(heap_range_end == range_end);

constexpr std::uint64_t gap = 1 << 20;
constexpr std::uint64_t device_alignment = 512;
// So much may be read behind the end of the backing: handlers load whole vectors.
constexpr std::uint64_t slack = 64;
constexpr std::size_t most_freed_records = 1'000'000;

bool is_adopted(Origin origin) {
    return origin == Origin::pinned || origin == Origin::registered || origin == Origin::heap;
}

std::byte* map(void* address, std::uint64_t bytes, int flags) {
    void* memory = mmap(address, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
    return memory == MAP_FAILED ? nullptr : static_cast<std::byte*>(memory);
}

void* pointer_to(Address address) { return reinterpret_cast<void*>(address); }

} // namespace

DeviceMemory::DeviceMemory(std::uint64_t capacity) : capacity_(capacity), next_(range_begin) {
    // Where address space is limited this fails, and the range is left to the unlikelihood that anybody maps
    // it.
    void* memory = mmap(pointer_to(range_begin), range_bytes, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    mapped_ = memory == pointer_to(range_begin);
    if (!mapped_ && memory != MAP_FAILED) {
        munmap(memory, range_bytes);
    }
}

DeviceMemory::~DeviceMemory() {
    while (!live_.empty()) {
        release(live_.begin()->first, {});
    }
    if (mapped_) {
        munmap(pointer_to(range_begin), range_bytes);
    }
}

const Allocation* DeviceMemory::allocate(std::uint64_t bytes, Origin origin, CallSite where,
                                         std::string name) {
    const std::unique_lock lock(mutex_);
    if (bytes > capacity_ - used_) {
        return nullptr;
    }
    const bool managed = origin == Origin::managed;
    const Address begin = place(bytes, managed ? page : device_alignment);
    if (begin == 0) {
        return nullptr;
    }
    const std::uint64_t backing = round_up(bytes + slack, page);
    std::byte* host = managed ? map(pointer_to(begin), backing, mapped_ ? MAP_FIXED : MAP_FIXED_NOREPLACE)
                              : map(nullptr, backing, 0);
    if (host == nullptr) {
        return nullptr;
    }
    next_ = begin + backing + gap;
    used_ += bytes;
    return record({.begin = begin,
                   .bytes = bytes,
                   .origin = origin,
                   .host = host,
                   .name = std::move(name),
                   .allocated = std::move(where)});
}

const Allocation* DeviceMemory::adopt(void* host, std::uint64_t bytes, Origin origin, CallSite where) {
    return adopt(reinterpret_cast<Address>(host), static_cast<std::byte*>(host), bytes, origin,
                 std::move(where));
}

const Allocation* DeviceMemory::adopt(Address begin, std::byte* host, std::uint64_t bytes, Origin origin,
                                      CallSite where) {
    const std::unique_lock lock(mutex_);
    return record(
        {.begin = begin, .bytes = bytes, .origin = origin, .host = host, .allocated = std::move(where)});
}

const Allocation* DeviceMemory::record(Allocation allocation) {
    allocation.id = ++last_id_;
    const Address begin = allocation.begin;
    forget_freed(begin, allocation.end());
    auto owned = std::make_unique<Allocation>(std::move(allocation));
    return live_.insert_or_assign(begin, std::move(owned)).first->second.get();
}

FreeResult DeviceMemory::why_not_released(Address address) const {
    if (holder_of(address) != nullptr) {
        return FreeResult::inside;
    }
    return freed_.contains(address) ? FreeResult::already_freed : FreeResult::unknown;
}

FreeResult DeviceMemory::announce_release(Address address) {
    const std::unique_lock lock(mutex_);
    const auto found = live_.find(address);
    if (found == live_.end()) {
        return why_not_released(address);
    }
    return std::exchange(found->second->leaves, true) ? FreeResult::already_freed : FreeResult::freed;
}

FreeResult DeviceMemory::release(Address address, CallSite where) {
    const std::unique_lock lock(mutex_);
    const auto found = live_.find(address);
    if (found == live_.end()) {
        return why_not_released(address);
    }

    std::unique_ptr<Allocation> allocation = std::move(found->second);
    live_.erase(found);
    if (!is_adopted(allocation->origin)) {
        used_ -= allocation->bytes;
        const std::uint64_t backing = round_up(allocation->bytes + slack, page);
        if (allocation->origin == Origin::managed && mapped_) {
            mmap(allocation->host, backing, PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
        } else {
            munmap(allocation->host, backing);
        }
    }
    allocation->host = nullptr;
    allocation->live = false;
    allocation->freed = std::move(where);
    freed_.insert_or_assign(address, std::move(allocation));
    if (freed_.size() > most_freed_records) {
        // Addresses count up, so the lowest is the oldest.
        freed_.erase(freed_.begin());
    }
    return FreeResult::freed;
}

/// The lowest address from @p from on that keeps its distance from everything alive; 0 when there is none.
Address DeviceMemory::first_gap(Address from, std::uint64_t bytes, std::uint64_t alignment) const {
    Address candidate = round_up(from, alignment);
    auto next = live_.upper_bound(candidate);
    if (next != live_.begin()) {
        const Allocation& before = *std::prev(next)->second;
        if (before.begin >= range_begin) {
            candidate = std::max(candidate, round_up(before.end() + gap, alignment));
        }
    }
    while (next != live_.end() && candidate + bytes + gap > next->first) {
        candidate = std::max(candidate, round_up(next->second->end() + gap, alignment));
        ++next;
    }
    const bool fits = candidate <= heap_range_begin && heap_range_begin - candidate >= bytes + gap;
    return fits ? candidate : 0;
}

Address DeviceMemory::place(std::uint64_t bytes, std::uint64_t alignment) {
    if (bytes > range_bytes / 2) {
        return 0;
    }
    const Address found = first_gap(next_, bytes, alignment);
    return found != 0 ? found : first_gap(range_begin, bytes, alignment);
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
    return holder_of(address);
}

const Allocation* DeviceMemory::holder_of(Address address) const {
    const auto next = live_.upper_bound(address);
    if (next == live_.begin()) {
        return nullptr;
    }
    const Allocation* candidate = std::prev(next)->second.get();
    return address < candidate->end() ? candidate : nullptr;
}

namespace {

using Records = std::map<Address, std::unique_ptr<Allocation>>;

/// Bytes between an address and an allocation; 0 inside.
std::uint64_t distance(const Allocation& allocation, Address address) {
    if (address < allocation.begin) {
        return allocation.begin - address;
    }
    return address < allocation.end() ? 0 : address - allocation.end() + 1;
}

/// Takes the neighbours of @p address in @p records for @p best where they are nearer.
void take_nearer(const Records& records, Address address, const Allocation*& best) {
    const auto next = records.upper_bound(address);
    const auto consider = [&](const Allocation& candidate) {
        if (distance(candidate, address) < (best == nullptr ? gap : distance(*best, address))) {
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
    take_nearer(live_, address, best);
    take_nearer(freed_, address, best);
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

bool DeviceMemory::reserved(Address address) const { return address >= range_begin && address < range_end; }

std::uint64_t DeviceMemory::available() const {
    const std::shared_lock lock(mutex_);
    return capacity_ - used_;
}

} // namespace simulator
