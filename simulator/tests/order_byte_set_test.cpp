#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <random>
#include <set>

#include "order/byte_set.h"

namespace {

using simulator::Address;
using simulator::order::ByteSet;

constexpr Address begin = 0x2000'0000'0000;

} // namespace

TEST_CASE("a byte set has exactly the bytes that were added and not removed", "[order]") {
    ByteSet set;
    CHECK(set.empty());
    set.add(begin + 10, 5);
    CHECK(set.first_in(begin, 100) == begin + 10);
    CHECK(set.first_in(begin + 12, 1) == begin + 12);
    CHECK_FALSE(set.first_in(begin + 15, 1000).has_value());
    CHECK(set.has_all(begin + 10, 5));
    CHECK_FALSE(set.has_all(begin + 9, 5));
    set.remove(begin + 10, 5);
    CHECK(set.empty());
}

TEST_CASE("a full page of a byte set can lose bytes and become full again", "[order]") {
    ByteSet set;
    set.add(begin, 3 * ByteSet::page_bytes);
    set.remove(begin + ByteSet::page_bytes + 7, 1);
    CHECK(set.has_all(begin, ByteSet::page_bytes + 7));
    CHECK_FALSE(set.has_all(begin, ByteSet::page_bytes + 8));
    CHECK(set.has_all(begin + ByteSet::page_bytes + 8, ByteSet::page_bytes));
    set.add(begin + ByteSet::page_bytes, ByteSet::page_bytes);
    CHECK(set.has_all(begin, 3 * ByteSet::page_bytes));
}

TEST_CASE("a byte set agrees with a set of single addresses under random operations", "[order]") {
    std::mt19937 random(7);
    constexpr Address length = 3 * ByteSet::page_bytes;
    const auto below = [&](std::uint64_t limit) { return random() % limit; };
    ByteSet sets[2];
    std::set<Address> plain[2];
    for (int step = 0; step < 3000; ++step) {
        const std::size_t which = below(2);
        const Address from = begin + below(length);
        const std::uint64_t bytes =
            1 + below(below(4) == 0 ? begin + length - from : std::min<Address>(70, begin + length - from));
        switch (below(6)) {
            case 0:
                sets[which].remove(from, bytes);
                plain[which].erase(plain[which].lower_bound(from), plain[which].lower_bound(from + bytes));
                break;
            case 1:
                if (below(20) != 0) break;
                sets[which].remove(sets[1 - which]);
                for (const Address byte : plain[1 - which]) plain[which].erase(byte);
                break;
            default:
                sets[which].add(from, bytes);
                for (Address byte = from; byte < from + bytes; ++byte) plain[which].insert(byte);
        }
        const Address look = begin + below(length);
        const std::uint64_t far = 1 + below(300);
        const auto first = plain[which].lower_bound(look);
        const auto found = sets[which].first_in(look, far);
        REQUIRE(found.has_value() == (first != plain[which].end() && *first < look + far));
        if (found) REQUIRE(*found == *first);
        const auto count = std::distance(first, plain[which].lower_bound(look + far));
        REQUIRE(sets[which].has_all(look, far) == (static_cast<std::uint64_t>(count) == far));
        REQUIRE(sets[which].empty() == plain[which].empty());
    }
}
