#include "memory/device_memory.h"

#include <catch2/catch_test_macros.hpp>

#include <cstring>
#include <vector>

namespace {

using simulator::Address;
using simulator::Allocation;
using simulator::AllocationOrigin;
using simulator::CallSite;
using simulator::DeviceMemory;
using simulator::FreeResult;

constexpr std::uint64_t capacity = std::uint64_t{16} << 30;

TEST_CASE("device memory has aligned addresses and separate bytes that are zero", "[memory]") {
    DeviceMemory memory(capacity);
    const Allocation* a = memory.allocate(1000, AllocationOrigin::device, {});
    const Allocation* b = memory.allocate(1, AllocationOrigin::device, {});
    REQUIRE(a != nullptr);
    REQUIRE(b != nullptr);
    CHECK(a->begin % 512 == 0);
    CHECK(b->begin % 512 == 0);
    CHECK(b->begin >= a->end() + 65536);
    CHECK(a->host != nullptr);
    CHECK(a->host != reinterpret_cast<std::byte*>(a->begin));
    CHECK(a->host[999] == std::byte{0});
    CHECK(a->id == 1);
    CHECK(b->id == 2);
    CHECK(memory.is_device_address(a->begin));
    CHECK_FALSE(memory.is_device_address(reinterpret_cast<Address>(&memory)));
}

TEST_CASE("the same requests get the same addresses in every process", "[memory]") {
    const auto first_address = [] {
        DeviceMemory memory(capacity);
        return memory.allocate(10, AllocationOrigin::device, {})->begin;
    };
    CHECK(first_address() == first_address());
}

TEST_CASE("an allocation is found by each of its addresses and by no other", "[memory]") {
    DeviceMemory memory(capacity);
    const Allocation* a = memory.allocate(100, AllocationOrigin::device, {});
    CHECK(memory.find(a->begin) == a);
    CHECK(memory.find(a->begin + 99) == a);
    CHECK(memory.find(a->begin + 100) == nullptr);
    CHECK(memory.find(a->begin - 1) == nullptr);
    CHECK(memory.find(0) == nullptr);
}

TEST_CASE("a freed allocation keeps its record, and its address is not given out again", "[memory]") {
    DeviceMemory memory(capacity);
    const Address begin = memory.allocate(100, AllocationOrigin::device, {.number = 7})->begin;
    CHECK(memory.release(begin, {.number = 9}) == FreeResult::freed);
    CHECK(memory.find(begin) == nullptr);

    const Allocation* late = memory.nearest(begin + 50);
    REQUIRE(late != nullptr);
    CHECK_FALSE(late->live);
    CHECK(late->host == nullptr);
    CHECK(late->allocated.number == 7);
    CHECK(late->freed.number == 9);

    CHECK(memory.allocate(100, AllocationOrigin::device, {})->begin != begin);
}

TEST_CASE("a failed free returns its reason", "[memory]") {
    DeviceMemory memory(capacity);
    const Address begin = memory.allocate(100, AllocationOrigin::device, {})->begin;
    CHECK(memory.release(begin + 4, {}) == FreeResult::inside);
    CHECK(memory.release(12345, {}) == FreeResult::unknown);
    CHECK(memory.release(begin, {}) == FreeResult::freed);
    CHECK(memory.release(begin, {}) == FreeResult::already_freed);
}

TEST_CASE("reserved addresses have no memory before it is claimed and are not given to others", "[memory]") {
    DeviceMemory memory(capacity);
    const Address begin = memory.reserve(100);
    REQUIRE(begin != 0);
    CHECK(memory.find(begin) == nullptr);
    CHECK(memory.allocate(100, AllocationOrigin::device, {})->begin > begin + 100);
    CHECK(memory.available() == capacity - 100);

    const Allocation* claimed = memory.claim(begin, 100, AllocationOrigin::async, {.number = 3});
    REQUIRE(claimed != nullptr);
    CHECK(claimed->begin == begin);
    CHECK(memory.available() == capacity - 200);
    CHECK(memory.release(begin, {}) == FreeResult::freed);
    CHECK(memory.find(begin) == nullptr);
    CHECK(memory.claim(begin, 100, AllocationOrigin::async, {})->begin == begin);
    CHECK(memory.reserve(capacity + 1) == 0);
}

TEST_CASE("memory claimed again during a pending release lives until the second release", "[memory]") {
    DeviceMemory memory(capacity);
    const Address begin = memory.reserve(100);
    const Allocation* first = memory.claim(begin, 100, AllocationOrigin::async, {});
    CHECK(memory.announce_release(begin) == FreeResult::freed);
    CHECK(memory.claim(begin, 100, AllocationOrigin::async, {}) == first);
    CHECK_FALSE(first->is_release_pending);
    CHECK(memory.announce_release(begin) == FreeResult::freed);
    CHECK(memory.release(begin, {}) == FreeResult::freed);
    CHECK(memory.find(begin) == first);
    CHECK(memory.release(begin, {}) == FreeResult::freed);
    CHECK(memory.find(begin) == nullptr);
    CHECK(memory.release(begin, {}) == FreeResult::already_freed);
    CHECK(memory.available() == capacity);
}

TEST_CASE("the nearest allocation is returned only for an address close to it", "[memory]") {
    DeviceMemory memory(capacity);
    const Allocation* a = memory.allocate(100, AllocationOrigin::device, {});
    const Allocation* b = memory.allocate(100, AllocationOrigin::device, {});
    CHECK(memory.nearest(a->end()) == a);
    CHECK(memory.nearest(a->end() + 1000) == a);
    CHECK(memory.nearest(b->begin - 1000) == b);
    CHECK(memory.nearest(b->end() + (1 << 30)) == nullptr);
    CHECK(memory.nearest(16) == nullptr);
}

TEST_CASE("no more can be allocated than the GPU has", "[memory]") {
    DeviceMemory memory(1 << 20);
    CHECK(memory.allocate((1 << 20) + 1, AllocationOrigin::device, {}) == nullptr);
    const Allocation* all = memory.allocate(1 << 20, AllocationOrigin::device, {});
    REQUIRE(all != nullptr);
    CHECK(memory.available() == 0);
    CHECK(memory.allocate(1, AllocationOrigin::device, {}) == nullptr);
    memory.release(all->begin, {});
    CHECK(memory.available() == 1 << 20);
    CHECK(memory.allocate(1, AllocationOrigin::device, {}) != nullptr);
}

TEST_CASE("a huge allocation costs nothing until it is touched", "[memory]") {
    DeviceMemory memory(capacity);
    const Allocation* huge = memory.allocate(capacity, AllocationOrigin::device, {});
    REQUIRE(huge != nullptr);
    huge->host[capacity - 1] = std::byte{1};
    CHECK(huge->host[0] == std::byte{0});
}

TEST_CASE("managed memory has the same address on host and device and can be freed", "[memory]") {
    DeviceMemory memory(capacity);
    const Allocation* managed = memory.allocate(5000, AllocationOrigin::managed, {});
    REQUIRE(managed != nullptr);
    CHECK(managed->host == reinterpret_cast<std::byte*>(managed->begin));
    std::memset(managed->host, 1, 5000);
    CHECK(memory.release(managed->begin, {}) == FreeResult::freed);
}

TEST_CASE("registered host memory keeps its address and its contents after its release", "[memory]") {
    std::vector<std::byte> buffer(100, std::byte{3});
    DeviceMemory memory(capacity);
    const Allocation* adopted = memory.adopt(buffer.data(), buffer.size(), AllocationOrigin::registered, {});
    CHECK(memory.find(reinterpret_cast<Address>(buffer.data()) + 99) == adopted);
    CHECK(memory.available() == capacity);
    CHECK(memory.release(adopted->begin, {}) == FreeResult::freed);
    CHECK(buffer[99] == std::byte{3});
    CHECK(memory.adopt(buffer.data(), 50, AllocationOrigin::registered, {})->live);
    CHECK(memory.nearest(reinterpret_cast<Address>(buffer.data()) + 10)->live);
}

TEST_CASE("addresses are used again once the range is used up", "[memory]") {
    // 1000 allocations of 40 GiB cycle through the range of 32 TiB, while two small ones remain.
    constexpr std::uint64_t large = std::uint64_t{40} << 30;
    DeviceMemory memory(2 * large);
    const Allocation* first = memory.allocate(100, AllocationOrigin::device, {});
    const Allocation* second = memory.allocate(100, AllocationOrigin::device, {});
    bool again = false;
    Address last = 0;
    for (int i = 0; i < 1000; ++i) {
        const Allocation* a = memory.allocate(large, AllocationOrigin::device, {});
        REQUIRE(a != nullptr);
        CHECK((a->end() < first->begin || a->begin > second->end()));
        again = again || a->begin < last;
        last = a->begin;
        memory.release(a->begin, {});
    }
    CHECK(again);
    CHECK(memory.live().size() == 2);
    CHECK(memory.find(first->begin) == first);
}

} // namespace
