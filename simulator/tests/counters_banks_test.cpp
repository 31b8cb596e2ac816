#include <algorithm>
#include <map>
#include <set>

#include <catch2/catch_test_macros.hpp>

#include "counters/banks.h"
#include "counters/footprint.h"
#include "requests.h"

namespace banks_test {

using namespace simulator;
using namespace requests;

namespace {

Wavefronts taken(Request request, const Addresses& where) {
    request.space = MemorySpace::shared;
    LaneSet set;
    return wavefronts(access(request, where), request.bytes, set);
}

constexpr AccessKind store = AccessKind::store;
constexpr AccessKind atomic = AccessKind::atomic;

Addresses stride(std::uint32_t bytes) {
    return addresses([=](auto lane) { return bytes * lane; });
}

bool pairs_alike(const Request& request, const Addresses& where, int distance) {
    for (int lane = 0; lane < warp_size; ++lane) {
        const int partner = lane ^ distance;
        if (has(request, lane) && has(request, partner) &&
            where[static_cast<std::size_t>(lane)] != where[static_cast<std::size_t>(partner)])
            return false;
    }
    return true;
}

/// Reference for banks.h, with the standard library's containers.
Wavefronts expected_wavefronts(const Request& request, const Addresses& where) {
    int passes = passes_of(request.bytes);
    if (passes > 1 && request.kind == AccessKind::load &&
        (pairs_alike(request, where, 1) || pairs_alike(request, where, 2)))
        passes /= 2;
    Wavefronts sum;
    for (int pass = 0; pass < passes; ++pass) {
        std::map<Address, std::multiset<Address>> words_of_bank;
        for (int lane = pass * warp_size / passes; lane < (pass + 1) * warp_size / passes; ++lane) {
            if (!has(request, lane)) continue;
            const Address first = where[static_cast<std::size_t>(lane)] / 4;
            for (Address word = first; word < first + std::max(request.bytes / 4, 1); ++word)
                words_of_bank[word % 32].insert(word);
        }
        std::size_t most = 0;
        for (const auto& [bank, words] : words_of_bank) {
            const std::set<Address> different(words.begin(), words.end());
            most = std::max(most, request.kind == atomic ? words.size() : different.size());
        }
        sum.taken += static_cast<std::uint32_t>(most);
        sum.ideal += most != 0;
    }
    return sum;
}

} // namespace

TEST_CASE("A row of floats has no bank conflict, a column of a 32 wide tile has 31",
          "[simulator][counters]") {
    CHECK(taken({}, stride(4)).taken == 1);
    CHECK(taken({}, stride(8)).taken == 2);
    CHECK(taken({}, stride(16)).taken == 4);
    CHECK(taken({}, stride(4 * 32)).taken == 32);
    CHECK(taken({}, stride(4 * 32)).ideal == 1);
    CHECK(taken({}, stride(4 * 33)).taken == 1);
}

TEST_CASE("Lanes that read the same shared memory word need one wavefront", "[simulator][counters]") {
    CHECK(taken({}, stride(0)).taken == 1);
    CHECK(taken({.bytes = 1}, stride(1)).taken == 1);
    CHECK(taken({}, addresses([](auto lane) { return lane % 2 * 128; })).taken == 2);
}

TEST_CASE("Shared accesses of 8 and 16 bytes per lane need a wavefront for each 128 bytes",
          "[simulator][counters]") {
    CHECK(taken({.bytes = 8}, stride(8)).taken == 2);
    CHECK(taken({.bytes = 8}, stride(8)).ideal == 2);
    CHECK(taken({.bytes = 16}, stride(16)).taken == 4);
    CHECK(taken({.bytes = 16}, stride(16)).ideal == 4);
    CHECK(taken({.bytes = 16}, stride(128)).taken == 32);
}

TEST_CASE("Two wavefronts of a 16-byte load merge if neighbouring lanes read the same address",
          "[simulator][counters]") {
    const auto neighbours = addresses([](auto lane) { return lane / 2 * 16; });
    CHECK(taken({.bytes = 16}, stride(0)).taken == 2);
    CHECK(taken({.bytes = 16}, neighbours).taken == 2);
    CHECK(taken({.bytes = 16}, addresses([](auto lane) { return (lane & ~2U) * 16; })).taken == 4);
    CHECK(taken({.kind = store, .bytes = 16}, neighbours).taken == 4);
    CHECK(taken({.bytes = 8}, stride(0)).taken == 1);
}

TEST_CASE("Shared atomics on the same word need one wavefront per active lane", "[simulator][counters]") {
    CHECK(taken({.kind = atomic}, stride(0)).taken == 32);
    CHECK(taken({.kind = atomic, .shape = Shape::uniform}, stride(0)).taken == 32);
    CHECK(taken({.kind = atomic, .mask = 0xff}, stride(0)).taken == 8);
    CHECK(taken({.kind = atomic}, stride(4)).taken == 1);
    CHECK(taken({.kind = atomic}, stride(0)).ideal == 1);
}

TEST_CASE("Wavefronts of an atomic depend on its lowering in SASS", "[simulator][counters]") {
    // Same as an H200 counts for 8 lanes on each of 4 words.
    const auto bins = addresses([](auto lane) { return lane / 8 * 4; });
    CHECK(taken({.kind = atomic}, bins).taken == 8);
    CHECK(taken({.kind = atomic, .lowering = AtomicLowering::popc_inc}, bins).taken == 1);
    CHECK(taken({.kind = atomic, .lowering = AtomicLowering::popc_inc}, stride(128)).taken == 32);
    CHECK(taken({.kind = atomic, .lowering = AtomicLowering::compare_and_swap}, bins).taken == 16);
    CHECK(taken({.kind = atomic, .lowering = AtomicLowering::compare_and_swap}, bins).ideal == 9);
    CHECK(taken({.kind = atomic, .shape = Shape::consecutive, .lowering = AtomicLowering::compare_and_swap},
                stride(4))
              .taken == 2);
    CHECK(taken({.kind = atomic, .shape = Shape::uniform, .lowering = AtomicLowering::warp_aggregated},
                stride(0))
              .taken == 1);
}

TEST_CASE("Wavefronts of random addresses equal those of a reference count", "[simulator][counters]") {
    Random random(2);
    for (int round = 0; round < 20'000; ++round) {
        const auto bytes = static_cast<std::uint8_t>(1U << random() % 5);
        const std::uint32_t spread = 1U << random() % 10;
        const std::uint32_t alike = 1U << random() % 3;
        auto where = addresses([&](auto) { return random() % spread * bytes; });
        for (std::uint32_t lane = 0; lane < warp_size; ++lane) where[lane] = where[lane / alike * alike];
        const Request request{.kind = static_cast<AccessKind>(random() % 3),
                              .bytes = bytes,
                              .mask = random.mask()};
        const Wavefronts found = taken(request, where);
        const Wavefronts wanted = expected_wavefronts(request, where);
        REQUIRE(found.taken == wanted.taken);
        REQUIRE(found.ideal == wanted.ideal);
    }
}

TEST_CASE("Known consecutive and uniform addresses give the wavefronts of a general count",
          "[simulator][counters]") {
    for (const AccessKind kind : {AccessKind::load, store, atomic}) {
        for (const std::uint8_t bytes : std::initializer_list<std::uint8_t>{4, 8, 16}) {
            for (std::uint32_t begin = 0; begin < 256; begin += bytes) {
                const auto row = addresses([&](auto lane) { return begin + bytes * lane; });
                const auto same = addresses([&](auto) { return begin; });
                REQUIRE(taken({.kind = kind, .bytes = bytes, .shape = Shape::consecutive}, row).taken ==
                        expected_wavefronts({.kind = kind, .bytes = bytes}, row).taken);
                REQUIRE(taken({.kind = kind, .bytes = bytes, .shape = Shape::uniform}, same).taken ==
                        expected_wavefronts({.kind = kind, .bytes = bytes}, same).taken);
            }
        }
    }
}

} // namespace banks_test
