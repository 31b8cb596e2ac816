#include "machine/core_memory.h"

#include <algorithm>

namespace simulator {

const HostMapping* CoreMemory::fill_mapping(std::uint32_t op, Address begin, Address end) {
    HostMapping& last = host_mappings_[op];
    const Allocation* const allocation = launch_.memory.find(begin);
    if (allocation == nullptr || end > allocation->end()) return nullptr;
    last = {allocation->begin, allocation->end(),
            reinterpret_cast<std::intptr_t>(allocation->host) - static_cast<std::intptr_t>(allocation->begin),
            allocation->origin == AllocationOrigin::constant};
    return &last;
}

void CoreMemory::invalidate_mappings() { std::ranges::fill(host_mappings_, HostMapping{}); }

Address CoreMemory::allocate(std::uint64_t bytes, const std::string& line) {
    DeviceHeap* const heap = launch_.request.heap;
    const Allocation* const block = heap == nullptr ? nullptr : heap->allocate(bytes, line);
    return block == nullptr ? 0 : block->begin;
}

FreeResult CoreMemory::release(Address block, const std::string& line) {
    DeviceHeap* const heap = launch_.request.heap;
    if (heap == nullptr) return FreeResult::unknown;
    const Allocation* const known = launch_.memory.find(block);
    const std::uint32_t number = known == nullptr ? 0 : known->id;
    const FreeResult result = heap->release(block, line);
    if (result != FreeResult::freed) return result;
    invalidate_mappings();
    if (launch_.observer != nullptr) launch_.observer->heap_freed(number);
    return result;
}

} // namespace simulator
