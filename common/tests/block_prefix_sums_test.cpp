#include <cstdint>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "kernelsmith/block_prefix_sums.h"

using kernelsmith::BlockPrefixSums;

namespace {

/// Returns the sum of elements [first, end) of the array 0, 1, 2, ...
std::uint32_t sum_of(std::uint64_t first, std::uint64_t end) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = first; i < end; ++i) sum += i;
    return static_cast<std::uint32_t>(sum);
}

} // namespace

TEST_CASE("block prefix sums give the sum of the first elements for any end", "[block_prefix_sums]") {
    const std::uint64_t length =
        GENERATE(0, 1, BlockPrefixSums::block, 3 * BlockPrefixSums::block + 17, 1'500'000);
    CAPTURE(length);
    const BlockPrefixSums sums(length, sum_of);
    for (const std::uint64_t end :
         {std::uint64_t{0}, std::uint64_t{1}, BlockPrefixSums::block - 1, BlockPrefixSums::block,
          BlockPrefixSums::block + 1, length / 2, length, length + 5000}) {
        CAPTURE(end);
        CHECK(sums.first(end, sum_of) == static_cast<std::uint32_t>(end * (end - 1) / 2));
    }
}

TEST_CASE("a prefix sum adds up again only the elements after its last full block", "[block_prefix_sums]") {
    const BlockPrefixSums sums(10 * BlockPrefixSums::block, sum_of);
    std::uint64_t added = 0;
    const auto counting = [&added](std::uint64_t first, std::uint64_t end) {
        added += end - first;
        return sum_of(first, end);
    };
    CHECK(sums.first(7 * BlockPrefixSums::block + 3, counting) == sum_of(0, 7 * BlockPrefixSums::block + 3));
    CHECK(added == 3);
}
