#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "timing/sampled_blocks.h"

using namespace simulator;
using namespace simulator::timing;

namespace {

std::vector<std::uint64_t> blocks_of(const std::vector<BlockTrace>& steps) {
    std::vector<std::uint64_t> blocks;
    for (const BlockTrace& block : steps) blocks.push_back(block.block);
    return blocks;
}

std::vector<BlockTrace> steps_of(const std::vector<std::uint64_t>& blocks) {
    std::vector<BlockTrace> steps;
    for (const std::uint64_t block : blocks) steps.push_back({block, {}});
    return steps;
}

} // namespace

TEST_CASE("two waves of blocks are sampled on some of the SMs", "[time]") {
    const SampledBlocks sampled = sample_blocks({1000, 32, 2}, 0);
    CHECK(sampled.blocks ==
          std::vector<std::uint64_t>{0, 2, 8, 16, 32, 34, 40, 48, 64, 66, 72, 80, 96, 98, 104, 112});
    CHECK(sampled.max_per_sm == 4);
}

TEST_CASE("a seed samples blocks from the whole grid with equally many on each sampled SM", "[time]") {
    constexpr std::uint64_t blocks = 100'000;
    // Generations at which sampling may begin: later ones would leave fewer blocks for an SM.
    constexpr std::uint64_t beginnings = blocks / 32 - 4 + 1;
    const auto quarter_of = [](std::uint64_t block) { return (block / 32 * 4 + 3) / beginnings; };
    std::set<std::uint64_t> seen;
    std::set<std::pair<std::uint64_t, std::uint64_t>> pairs; // a quarter of the SMs, and one of the grid
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        const SampledBlocks sampled = sample_blocks({blocks, 32, 2}, seed);
        REQUIRE(sampled.blocks.size() == 16);
        CHECK(sampled.max_per_sm == 4);
        CHECK(std::ranges::is_sorted(sampled.blocks));
        CHECK(sampled.blocks.back() < blocks);
        std::map<std::uint64_t, std::vector<std::uint64_t>> by_sm;
        for (const std::uint64_t block : sampled.blocks) by_sm[block % 32].push_back(block);
        REQUIRE(by_sm.size() == 4);
        std::set<std::uint64_t> quarters;
        for (const auto& [sm, of_sm] : by_sm) {
            REQUIRE(of_sm.size() == 4);
            for (std::size_t n = 1; n < 4; ++n) CHECK(of_sm[n] == of_sm[n - 1] + 32);
            quarters.insert(quarter_of(of_sm.front()));
            pairs.emplace(sm / 8, quarter_of(of_sm.front()));
        }
        CHECK(quarters.size() == 4); // idle blocks in one quarter of the grid do not hide the others
        seen.insert(sampled.blocks.begin(), sampled.blocks.end());
    }
    CHECK(pairs.size() == 16);
    CHECK(*seen.begin() < blocks / 100);
    CHECK(*seen.rbegin() > blocks - blocks / 100);
    CHECK(sample_blocks({blocks, 32, 2}, 5).blocks == sample_blocks({blocks, 32, 2}, 5).blocks);
    CHECK(sample_blocks({blocks, 32, 2}, 5).blocks != sample_blocks({blocks, 32, 2}, 6).blocks);
}

TEST_CASE("a grid smaller than the sample has only existing blocks sampled", "[time]") {
    CHECK(sample_blocks({1, 132, 8}, 0).blocks == std::vector<std::uint64_t>{0});
    CHECK(sample_blocks({4, 132, 8}, 0).blocks == std::vector<std::uint64_t>{0, 1, 2});
    CHECK(sample_blocks({0, 132, 8}, 0).blocks.empty());
    CHECK(sample_blocks({1, 132, 8}, 7).blocks == std::vector<std::uint64_t>{0});
    CHECK(sample_blocks({0, 132, 8}, 7).blocks.empty());
}

TEST_CASE("the sampled SM with the most work is chosen and the first one of equals", "[time]") {
    const SampledBlocks sampled = sample_blocks({512, 32, 2}, 0);
    std::vector<BlockWork> work(512, {100, 50});
    CHECK(blocks_of(trace_of_busiest_sm(steps_of(sampled.blocks), work, 32)) ==
          std::vector<std::uint64_t>{0, 32, 64, 96});
    work[40].all = 1000;
    CHECK(blocks_of(trace_of_busiest_sm(steps_of(sampled.blocks), work, 32)) ==
          std::vector<std::uint64_t>{8, 40, 72, 104});
    CHECK(blocks_of(trace_of_busiest_sm(steps_of(sampled.blocks), {}, 32)) ==
          std::vector<std::uint64_t>{0, 32, 64, 96});
    // Equal instruction counts, but those of one SM access more memory.
    work[40].all = 100;
    std::vector<BlockTrace> steps = steps_of(sampled.blocks);
    for (BlockTrace& block : steps) {
        AccessCost& cost = block.warps.emplace_back().costs.emplace_back();
        cost.l2_sectors = 4;
        cost.lines = block.block % 32 == 8 ? 4 : 1;
    }
    CHECK(blocks_of(trace_of_busiest_sm(steps, work, 32)) == std::vector<std::uint64_t>{8, 40, 72, 104});
}
