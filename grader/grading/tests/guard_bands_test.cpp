#include "grading/verify/guard_bands.h"

#include <cstdint>

#include <catch2/catch_test_macros.hpp>

#include "grading/messages/results.h"
#include "testing/facts.h"

namespace {

constexpr std::uint64_t guard = 0x8877665544332211;
constexpr std::size_t band_bytes = 64;

/// Returns the bands around @p buffer as the runner fills them: the pattern continues through the buffer.
grader::GuardBands whole_bands(const kernelsmith::Buffer& buffer) {
    const auto byte_at = [](std::size_t place) {
        return static_cast<std::uint8_t>(guard >> (place % 8 * 8));
    };
    grader::GuardBands bands;
    for (std::size_t i = 0; i < band_bytes; ++i) {
        bands.before.push_back(byte_at(i));
        bands.after.push_back(byte_at(band_bytes + buffer.bytes() + i));
    }
    return bands;
}

kernelsmith::Buffer three_ints() {
    kernelsmith::Buffer buffer;
    buffer.name = "out";
    buffer.shape = {3};
    return buffer;
}

grader::Message damage(grader::Arguments arguments) {
    return {grader::messages::outside_its_buffer, arguments};
}

} // namespace

TEST_CASE("intact guard bands are not reported", "[guards]") {
    CHECK(grader::damage_to(whole_bands(three_ints()), guard, three_ints()).empty());
}

TEST_CASE("overwritten guard bytes that keep their value do not shorten the reported damage", "[guards]") {
    const kernelsmith::Buffer out = three_ints();
    for (const std::size_t unchanged : {0, 3, 9, 11}) {
        grader::GuardBands bands = whole_bands(out);
        for (std::size_t i = 0; i < 12; ++i)
            if (i != unchanged) bands.after[i] ^= 0xff;
        CHECK(grader::damage_to(bands, guard, out) == damage({{"behind", 12}, {"buffer", "out"}}));
    }
}

TEST_CASE("writes on both sides of a buffer are both reported", "[guards]") {
    const kernelsmith::Buffer out = three_ints();
    grader::GuardBands bands = whole_bands(out);
    bands.before[band_bytes - 5] ^= 1;
    CHECK(grader::damage_to(bands, guard, out) == damage({{"before", 8}, {"buffer", "out"}}));
    bands.after[0] ^= 1;
    CHECK(grader::damage_to(bands, guard, out) == damage({{"before", 8}, {"behind", 4}, {"buffer", "out"}}));
}
