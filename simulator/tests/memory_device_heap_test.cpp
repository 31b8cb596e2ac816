#include "memory/device_heap.h"

#include <catch2/catch_test_macros.hpp>

#include <cstring>
#include <vector>

namespace {

using simulator::Address;
using simulator::Allocation;
using simulator::AllocationOrigin;
using simulator::DeviceHeap;
using simulator::DeviceMemory;
using simulator::FreeResult;

constexpr std::uint64_t one_gibibyte = std::uint64_t{1} << 30;

TEST_CASE("blocks of the heap are separate allocations", "[memory][heap]") {
    DeviceMemory memory(one_gibibyte);
    DeviceHeap heap(memory);
    const Allocation* a = heap.allocate(20, "list.cu:7");
    const Allocation* b = heap.allocate(20, "list.cu:7");
    REQUIRE(a != nullptr);
    REQUIRE(b != nullptr);
    CHECK(a->origin == AllocationOrigin::heap);
    CHECK(a->bytes == 20);
    CHECK(a->begin % 16 == 0);
    CHECK(b->begin >= a->end() + 256);
    CHECK(memory.find(a->begin + 19) == a);
    CHECK(memory.find(a->begin + 20) == nullptr);
    CHECK(memory.nearest(a->begin + 20) == a);
    CHECK(memory.is_device_address(a->begin));
    CHECK(b->allocated.number == 2);
    CHECK(b->allocated.line == "list.cu:7");
    b->host[19] = std::byte{1};
    CHECK(b->host - a->host == static_cast<std::ptrdiff_t>(b->begin - a->begin));
    CHECK(memory.available() == one_gibibyte);
}

TEST_CASE("a freed address is not reused and remains known", "[memory][heap]") {
    DeviceMemory memory(one_gibibyte);
    DeviceHeap heap(memory);
    const Address first = heap.allocate(20, "")->begin;
    CHECK(heap.release(first + 4, "") == FreeResult::inside);
    CHECK(heap.release(first, "list.cu:9") == FreeResult::freed);
    CHECK(heap.release(first, "") == FreeResult::already_freed);
    CHECK(heap.allocate(20, "")->begin > first);
    CHECK(memory.find(first) == nullptr);
    CHECK(memory.nearest(first)->freed.line == "list.cu:9");
    CHECK(memory.nearest(first)->freed.number == 1);
}

TEST_CASE("an allocation of 0 bytes on the heap has a unique address", "[memory][heap]") {
    DeviceMemory memory(one_gibibyte);
    DeviceHeap heap(memory);
    const Allocation* empty = heap.allocate(0, "");
    REQUIRE(empty != nullptr);
    CHECK(heap.allocate(0, "")->begin != empty->begin);
    CHECK(memory.find(empty->begin) == nullptr);
    CHECK(heap.release(empty->begin, "") == FreeResult::freed);
}

TEST_CASE("the heap frees nothing but its blocks", "[memory][heap]") {
    DeviceMemory memory(one_gibibyte);
    DeviceHeap heap(memory);
    const Allocation* of_host = memory.allocate(64, AllocationOrigin::device, {});
    CHECK(heap.release(of_host->begin, "") == FreeResult::unknown);
    CHECK(heap.release(simulator::heap_range_begin, "") == FreeResult::unknown);
    CHECK(heap.release(12, "") == FreeResult::unknown);
    CHECK(of_host->live);
}

TEST_CASE("the heap is as large as its limit rounded up to 64 KiB", "[memory][heap]") {
    DeviceMemory memory(one_gibibyte);
    DeviceHeap heap(memory);
    CHECK(heap.limit() == 8 << 20);
    CHECK(heap.set_limit((1 << 20) + 1));
    CHECK(heap.limit() == (1 << 20) + (64 << 10));
    CHECK(heap.set_limit(1 << 20));
    CHECK(heap.allocate(1 << 20, "") == nullptr);
    CHECK(heap.allocate(~std::uint64_t{0}, "") == nullptr);
    std::vector<Address> blocks;
    while (const Allocation* block = heap.allocate(1000, "")) blocks.push_back(block->begin);
    CHECK(blocks.size() == (1 << 20) / (1008 + 16));
    CHECK(heap.allocate(1000, "") == nullptr);
    CHECK(heap.release(blocks[5], "") == FreeResult::freed);
    CHECK(heap.allocate(1000, "") != nullptr);
    CHECK(heap.allocate(1000, "") == nullptr);
}

TEST_CASE("the heap reuses addresses of freed blocks once its range is used up", "[memory][heap]") {
    DeviceMemory memory(one_gibibyte);
    DeviceHeap heap(memory);
    REQUIRE(heap.set_limit(64 << 10));
    const Allocation* kept = heap.allocate(16, "");
    const Address begin = kept->begin;
    bool again = false;
    for (int n = 0; n < 1000; ++n) {
        const Allocation* block = heap.allocate(32 << 10, "");
        REQUIRE(block != nullptr);
        again = again || block->begin < begin + (64 << 10);
        CHECK((block->begin >= kept->end() || block->end() <= begin));
        CHECK(heap.release(block->begin, "") == FreeResult::freed);
    }
    CHECK(again);
    CHECK(memory.find(begin) == kept);
}

TEST_CASE("freeing a heap block releases its host pages and keeps its neighbours' contents",
          "[memory][heap]") {
    DeviceMemory memory(one_gibibyte);
    DeviceHeap heap(memory);
    std::vector<const Allocation*> blocks;
    for (int n = 0; n < 100; ++n) {
        blocks.push_back(heap.allocate(n % 2 == 0 ? 100 : 10'000, ""));
        REQUIRE(blocks.back() != nullptr);
        std::memset(blocks.back()->host, n + 1, blocks.back()->bytes);
    }
    // A page in the middle of a large block, and the last byte of each of its neighbors.
    const std::byte* const freed = blocks[51]->host + 4096;
    for (std::size_t n = 1; n < 100; n += 2) CHECK(heap.release(blocks[n]->begin, "") == FreeResult::freed);
    CHECK(*freed == std::byte{0});
    for (std::size_t n = 0; n < 100; n += 2) {
        CHECK(blocks[n]->host[0] == static_cast<std::byte>(n + 1));
        CHECK(blocks[n]->host[99] == static_cast<std::byte>(n + 1));
    }
}

TEST_CASE("the heap size is fixed from the first kernel until the heap is cleared", "[memory][heap]") {
    DeviceMemory memory(one_gibibyte);
    DeviceHeap heap(memory);
    heap.open();
    CHECK_FALSE(heap.set_limit(1 << 20));
    const Address begin = heap.allocate(16, "")->begin;
    heap.clear();
    CHECK(memory.find(begin) == nullptr);
    CHECK(heap.set_limit(1 << 20));
    CHECK(heap.allocate(16, "")->begin == begin);
}

} // namespace
