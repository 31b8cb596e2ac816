#include "memory/device_heap.h"

#include <sys/mman.h>

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>

#include "memory/pages.h"

namespace simulator {

namespace {

constexpr std::uint64_t heap_alignment = 16;
// Gap between two blocks, in bytes: a slightly wrong index reaches no neighboring block.
constexpr std::uint64_t block_gap = 512;
// Bytes of capacity that a heap uses for each block in addition to its contents.
constexpr std::uint64_t block_header_bytes = 16;
// The capacity of a GPU's heap is a multiple of this size, in bytes.
constexpr std::uint64_t limit_granularity = 64 << 10;
// Ratio of the address range to the capacity.
constexpr std::uint64_t addresses_per_byte = 64;

constexpr std::uint64_t cost_of(std::uint64_t bytes) {
    return round_up(bytes, heap_alignment) + block_header_bytes;
}

} // namespace

bool DeviceHeap::set_limit(std::uint64_t bytes) {
    if (open_) {
        return false;
    }
    limit_ = round_up(bytes, limit_granularity);
    return true;
}

void DeviceHeap::open() { open_ = true; }

const Allocation* DeviceHeap::allocate(std::uint64_t bytes, std::string line) {
    if (bytes > limit_ || cost_of(bytes) > limit_ - used_) {
        return nullptr;
    }
    if (bytes_ == nullptr) {
        span_ = std::min(limit_ * addresses_per_byte, heap_range_end - heap_range_begin);
        void* const mapped =
            mmap(nullptr, span_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (mapped == MAP_FAILED) {
            throw std::bad_alloc();
        }
        bytes_ = static_cast<std::byte*>(mapped);
    }
    const Address begin = find_address(bytes);
    if (begin == 0) {
        return nullptr;
    }
    next_ = round_up(begin + bytes + block_gap, heap_alignment);
    used_ += cost_of(bytes);
    blocks_.emplace(begin, bytes);
    return memory_.adopt(begin, bytes_ + (begin - heap_range_begin), bytes, AllocationOrigin::heap,
                         {.number = ++mallocs_, .function = "malloc", .line = std::move(line)});
}

FreeResult DeviceHeap::release(Address address, std::string line) {
    const auto block = blocks_.find(address);
    if (block != blocks_.end()) {
        used_ -= cost_of(block->second);
        const Address block_end = address + block->second;
        discard_pages(address, block_end, blocks_.erase(block));
    } else if (address < heap_range_begin || address >= end()) {
        return FreeResult::unknown;
    }
    const std::uint32_t number = frees_ + 1;
    const FreeResult result =
        memory_.release(address, {.number = number, .function = "free", .line = std::move(line)});
    frees_ = result == FreeResult::freed ? number : frees_;
    return result;
}

void DeviceHeap::clear() {
    for (const auto& [begin, bytes] : blocks_) {
        memory_.release(begin, {});
    }
    blocks_.clear();
    if (bytes_ != nullptr) {
        munmap(bytes_, span_);
    }
    bytes_ = nullptr;
    span_ = used_ = 0;
    next_ = heap_range_begin;
    limit_ = default_limit;
    open_ = false;
    mallocs_ = frees_ = 0;
}

/// Returns the lowest address from @p from on that keeps the gap to every block; 0 if there is none.
Address DeviceHeap::first_gap(Address from, std::uint64_t bytes) const {
    Address candidate = from;
    auto next = blocks_.upper_bound(from);
    if (next != blocks_.begin()) {
        const auto& [begin, length] = *std::prev(next);
        candidate = std::max(candidate, round_up(begin + length + block_gap, heap_alignment));
    }
    for (; next != blocks_.end() && candidate + bytes + block_gap > next->first; ++next) {
        candidate = round_up(next->first + next->second + block_gap, heap_alignment);
    }
    return candidate + bytes + block_gap <= end() ? candidate : 0;
}

/// Releases the pages of a freed block that no other block uses; @p next is the block after it. Otherwise a
/// kernel that allocates and frees for a long time would use as much memory as there are addresses.
void DeviceHeap::discard_pages(Address begin, Address end, Blocks::const_iterator next) {
    Address first = begin / page_bytes * page_bytes;
    Address last = round_up(end, page_bytes);
    if (next != blocks_.begin()) {
        const auto& [before, bytes] = *std::prev(next);
        first = std::max(first, round_up(before + bytes, page_bytes));
    }
    if (next != blocks_.end()) {
        last = std::min(last, next->first / page_bytes * page_bytes);
    }
    if (first < last) {
        madvise(bytes_ + (first - heap_range_begin), last - first, MADV_DONTNEED);
    }
}

Address DeviceHeap::find_address(std::uint64_t bytes) const {
    const Address found = first_gap(next_, bytes);
    return found != 0 ? found : first_gap(heap_range_begin, bytes);
}

} // namespace simulator
