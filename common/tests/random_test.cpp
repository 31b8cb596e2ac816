#include "kernelsmith/random.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

using kernelsmith::random_bits;
using kernelsmith::random_uniform;
using kernelsmith::random_unit;

namespace {

constexpr std::uint64_t stride = 0x9e3779b97f4a7c15;

/// Returns the distance in standard deviations of @p ones in @p trials fair coin tosses from one half.
double deviation(std::uint64_t ones, std::uint64_t trials) {
    const auto n = static_cast<double>(trials);
    return std::fabs(static_cast<double>(ones) - n / 2) / std::sqrt(n / 4);
}

/// Returns the distance of the chi-square statistic of @p bins, all equally likely, from its mean, in
/// standard deviations.
double chi_square_deviation(const std::vector<std::uint64_t>& bins) {
    double total = 0;
    for (const std::uint64_t count : bins) total += static_cast<double>(count);
    const double expected = total / static_cast<double>(bins.size());
    double statistic = 0;
    for (const std::uint64_t count : bins) {
        statistic += std::pow(static_cast<double>(count) - expected, 2) / expected;
    }
    const auto freedom = static_cast<double>(bins.size() - 1);
    return std::fabs(statistic - freedom) / std::sqrt(2 * freedom);
}

// The inputs are fixed, so a test below passes always or never; six deviations is far beyond the worst of the
// thousands of statistics that the tests check.
constexpr double limit = 6;

} // namespace

TEST_CASE("random_bits returns the recorded numbers", "[random]") {
    // From the definition of SplitMix64, computed with integers of unlimited size.
    STATIC_CHECK(random_bits(0, 0) == 0x48218226ff3cd4bf);
    STATIC_CHECK(random_bits(0, 1) == 0xa706dd2f4d197e6f);
    STATIC_CHECK(random_bits(1, 0) == 0xdce423fc82c0d5b8);
    STATIC_CHECK(random_bits(42, 1000003) == 0xf8a20b4d864ba03f);
    STATIC_CHECK(random_bits(~0ULL, ~0ULL) == 0x2dfe1aa565b7ff81);
}

TEST_CASE("every bit of random_bits is one half of the time", "[random]") {
    const std::uint64_t seed = GENERATE(0ULL, 1ULL, 42ULL, 1ULL << 32, 1ULL << 63, stride, ~0ULL);
    const std::uint64_t step = GENERATE(1ULL, 32ULL, 1ULL << 20, 1ULL << 40);
    constexpr std::uint64_t trials = 1 << 14;
    std::array<std::uint64_t, 64> ones{};
    for (std::uint64_t i = 0; i < trials; ++i) {
        const std::uint64_t bits = random_bits(seed, i * step);
        for (std::size_t bit = 0; bit < 64; ++bit) ones[bit] += bits >> bit & 1;
    }
    double worst = 0;
    for (const std::uint64_t count : ones) worst = std::max(worst, deviation(count, trials));
    CHECK(worst < limit);
}

TEST_CASE("flipping any bit of index or seed flips every bit of random_bits half of the time", "[random]") {
    const bool flip_seed = GENERATE(false, true);
    constexpr std::uint64_t trials = 1 << 12;
    double worst = 0;
    for (unsigned in = 0; in < 64; ++in) {
        const std::uint64_t flip = 1ULL << in;
        std::array<std::uint64_t, 64> flips{};
        for (std::uint64_t i = 0; i < trials; ++i) {
            // Small seeds and small indices, as in labs, but no pair (x, x ^ flip) twice.
            const std::uint64_t index = flip_seed ? i : i + (i & ~(flip - 1));
            const std::uint64_t seed = flip_seed ? i + (i & ~(flip - 1)) : i & 7;
            const std::uint64_t other =
                flip_seed ? random_bits(seed ^ flip, index) : random_bits(seed, index ^ flip);
            const std::uint64_t changed = random_bits(seed, index) ^ other;
            for (std::size_t bit = 0; bit < 64; ++bit) flips[bit] += changed >> bit & 1;
        }
        for (const std::uint64_t count : flips) worst = std::max(worst, deviation(count, trials));
    }
    CHECK(worst < limit);
}

TEST_CASE("neighbouring elements are uncorrelated", "[random]") {
    const int shift = GENERATE(0, 24, 40, 56);
    std::vector<std::uint64_t> pairs(1 << 16);
    std::uint64_t previous = 0;
    for (std::uint64_t i = 0; i < 1 << 20; ++i) {
        const std::uint64_t byte = random_bits(7, i) >> shift & 0xff;
        ++pairs[previous << 8 | byte];
        previous = byte;
    }
    CHECK(chi_square_deviation(pairs) < limit);
}

TEST_CASE("sequences of different seeds are uncorrelated at any offset", "[random]") {
    // With seeds one stride apart, sequences that differ only in their start would overlap.
    const std::uint64_t apart = GENERATE(1ULL, 2ULL, 1ULL << 32, 1ULL << 63, stride, 2 * stride, 0 - stride);
    const std::uint64_t moved = GENERATE(0ULL, 1ULL, ~0ULL, ~0ULL - 1);
    std::vector<std::uint64_t> differences(1 << 8);
    std::vector<std::uint64_t> pairs(1 << 16);
    std::uint64_t equal = 0;
    for (std::uint64_t i = 0; i < 1 << 17; ++i) {
        const std::uint64_t here = random_bits(99, i);
        const std::uint64_t there = random_bits(99 + apart, i + moved);
        ++differences[(here - there) >> 56];
        ++pairs[here >> 56 << 8 | there >> 56];
        equal += here == there ? 1 : 0;
    }
    CHECK(equal == 0);
    CHECK(chi_square_deviation(differences) < limit);
    CHECK(chi_square_deviation(pairs) < limit);
}

TEST_CASE("random_unit spreads evenly from 0 to 1 in steps of 2^-24", "[random]") {
    constexpr std::uint64_t trials = 1 << 20;
    std::vector<std::uint64_t> bins(1 << 10);
    std::uint64_t odd = 0;
    for (std::uint64_t i = 0; i < trials; ++i) {
        const float value = random_unit(3, i);
        REQUIRE((value >= 0.0f && value < 1.0f));
        const float scaled = value * 0x1p24f;
        REQUIRE(scaled == std::floor(scaled));
        const auto step = static_cast<std::size_t>(scaled);
        ++bins[step >> 14];
        odd += step & 1;
    }
    CHECK(deviation(odd, trials) < limit);
    CHECK(chi_square_deviation(bins) < limit);
}

TEST_CASE("random_uniform stays within its bounds and reaches both halves", "[random]") {
    struct Bounds {
        float low, high;
    };
    const auto [low, high] =
        GENERATE(Bounds{0, 1}, Bounds{-1, 1}, Bounds{-1, 1e-3f}, Bounds{5, 5}, Bounds{-1e6f, 1e-6f},
                 Bounds{16777214, 16777216}, Bounds{3, 3.0000005f});
    const float middle = low + (high - low) / 2;
    int below = 0;
    int above = 0;
    for (std::uint64_t i = 0; i < 1 << 16; ++i) {
        const float value = random_uniform(11, i, low, high);
        REQUIRE((value >= low && value <= high));
        below += value <= middle ? 1 : 0;
        above += value >= middle ? 1 : 0;
    }
    CHECK(below > 1 << 13);
    CHECK(above > 1 << 13);
}

TEST_CASE("random_uniform is one rounded product and one rounded sum", "[random]") {
    for (std::uint64_t i = 0; i < 1000; ++i) {
        // volatile, so that the compiler can neither fuse these two operations nor reuse them for
        // random_uniform.
        const volatile float unit = random_unit(5, i);
        const volatile float product = unit * (1.4f - -1.3f);
        const float sum = product + -1.3f;
        REQUIRE(std::bit_cast<std::uint32_t>(random_uniform(5, i, -1.3f, 1.4f)) ==
                std::bit_cast<std::uint32_t>(sum));
    }
}
