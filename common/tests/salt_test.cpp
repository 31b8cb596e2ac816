#include "kernelsmith/salt.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "kernelsmith/problem.h"

using namespace kernelsmith;

namespace {

constexpr std::uint64_t key = 77;

/// Returns @p values salted word by word, with salt_bits(), as bytes.
template <typename T> std::vector<T> salted_by_words(const Salt& salt, std::vector<T> values) {
    std::vector<std::uint64_t> words((values.size() * sizeof(T) + 7) / 8);
    std::memcpy(words.data(), values.data(), values.size() * sizeof(T));
    for (std::size_t i = 0; i < words.size(); ++i) words[i] ^= salt_bits(salt, key, i);
    std::memcpy(values.data(), words.data(), values.size() * sizeof(T));
    return values;
}

template <typename T> void check_elements(const Salt& salt, const std::vector<T>& values) {
    const std::vector<T> expected = salted_by_words(salt, values);
    std::size_t changed = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const T got = salted(salt, key, i, values[i]);
        CHECK(std::memcmp(&got, &expected[i], sizeof(T)) == 0);
        changed += std::memcmp(&got, &values[i], sizeof(T)) != 0 ? 1 : 0;
    }
    CHECK(changed > values.size() / 2);
}

struct alignas(16) Four {
    float x, y, z, w;
};

} // namespace

TEST_CASE("an element is salted like the words that contain it", "[salt]") {
    constexpr Salt all = Salt::of_each<std::uint8_t>(0xff);
    check_elements(all, std::vector<std::uint8_t>(101, 5));
    check_elements(all, std::vector<std::uint16_t>(101, 5));
    check_elements(Salt::of_each<float>(low_mantissa_bits), std::vector<float>(101, 20.5f));
    check_elements(all, std::vector<double>(101, -3.25));
    check_elements(Salt{{0xffff, 0xffff00000000, 0xff, 0xff00}}, std::vector<Four>(101, {1, 2, 3, 4}));
}

TEST_CASE("a salt changes only the bits of its mask which repeats every 32 bytes", "[salt]") {
    constexpr Salt one_bit{{0x80, 0, 0, 0}};
    std::size_t set = 0;
    for (std::size_t i = 0; i < 32 * 1000; ++i) {
        const std::uint8_t got = salted(one_bit, key, i, std::uint8_t{0});
        if (i % 32 == 0)
            set += got == 0x80 ? 1 : 0;
        else
            CHECK(got == 0);
    }
    CHECK(set > 400);
    CHECK(set < 600);
}

TEST_CASE("a salted float stays within the range that its masked bits allow", "[salt]") {
    for (std::size_t i = 0; i < 10'000; ++i) {
        const float low = salted(Salt::of_each<float>(low_mantissa_bits), key, i, 265.9999f);
        CHECK(low >= 264);
        CHECK(low < 266);
        const float any = salted(Salt::of_each<float>(sign_and_mantissa_bits), key, i, 0.75f);
        CHECK(std::fabs(any) >= 0.5f);
        CHECK(std::fabs(any) < 1);
    }
}

TEST_CASE("no key changes nothing and each key or input or index changes something else", "[salt]") {
    constexpr Salt all = Salt::of_each<std::uint64_t>(~std::uint64_t{0});
    Draw draw;
    CHECK(draw.salted(all, 0, 9, std::uint64_t{5}) == 5);
    draw.key = key;
    const std::uint64_t here = draw.salted(all, 0, 9, std::uint64_t{5});
    CHECK(here == salted(all, key_of_input(key, 0), 9, std::uint64_t{5}));
    CHECK(here != draw.salted(all, 1, 9, std::uint64_t{5}));
    CHECK(here != draw.salted(all, 0, 10, std::uint64_t{5}));
    draw.key = key + 100;
    CHECK(here != draw.salted(all, 0, 9, std::uint64_t{5}));
    CHECK(draw.salted(Salt{}, 0, 9, std::uint64_t{5}) == 5);
    CHECK_FALSE(Salt{}.any());
    CHECK(all.any());
}
