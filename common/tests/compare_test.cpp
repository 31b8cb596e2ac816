#include "kernelsmith/compare.h"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

using kernelsmith::Comparison;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t poison = 0xdeadbeefcafef00d;

/// Returns element @p index of a poisoned buffer of @p T, read from such a buffer.
template <typename T> T poisoned(std::size_t index) {
    std::array<std::uint64_t, 4> buffer;
    buffer.fill(poison);
    T value;
    std::memcpy(&value, reinterpret_cast<const unsigned char*>(buffer.data()) + index * sizeof(T), sizeof(T));
    return value;
}

} // namespace

TEST_CASE("a comparison accepts values within the tolerance including its bound", "[compare]") {
    Comparison result("sums");
    result.add(0, 2.0, 2.0f, 0.0);
    result.add(1, 2.0, 2.5f, 0.5);
    result.add(2, 2.0, 1.5f, 0.5);
    result.add(3, 7.0, 7, 0.0);

    CHECK(result.passed());
    CHECK(result.subject() == "sums");
    CHECK(result.compared() == 4);
    CHECK(result.wrong() == 0);
    CHECK(result.worst() == 0.0);
    CHECK(result.first().empty());
    CHECK(result.mismatches().empty());
}

TEST_CASE("a comparison records values outside the tolerance", "[compare]") {
    Comparison result;
    result.add(7, 2.0, 3.0f, 0.25);

    CHECK_FALSE(result.passed());
    CHECK(result.wrong() == 1);
    CHECK(result.not_finite() == 0);
    CHECK(result.unwritten() == 0);
    CHECK(result.worst() == 4.0);
    REQUIRE(result.first().size() == 1);
    CHECK(result.first()[0].index == 7);
    CHECK(result.first()[0].expected == 2.0);
    CHECK(result.first()[0].got == 3.0);
    CHECK(result.first()[0].tolerance == 0.25);
    CHECK_FALSE(result.first()[0].unwritten);
}

TEST_CASE("a comparison passes no value that is not finite", "[compare]") {
    Comparison result;
    SECTION("NaN") { result.add(0, 1.0, not_a_number, 1e30); }
    SECTION("infinity") { result.add(0, 1.0, infinity, 1e30); }
    SECTION("minus infinity") { result.add(0, 1.0, -infinity, 1e30); }
    SECTION("infinity under an infinite tolerance") { result.add(0, 1.0, infinity, infinity); }
    SECTION("NaN where NaN is expected") { result.add(0, not_a_number, not_a_number, 1.0); }
    SECTION("infinity where infinity is expected") { result.add(0, infinity, infinity, 1.0); }

    CHECK(result.wrong() == 1);
    CHECK(result.not_finite() == 1);
    CHECK(result.worst() == infinity);
}

TEST_CASE("a comparison fails every element with an invalid tolerance or a NaN reference", "[compare]") {
    Comparison result;
    SECTION("tolerance NaN") { result.add(0, 1.0, 1.0f, not_a_number); }
    SECTION("tolerance infinite") { result.add(0, 1.0, 1.0f, infinity); }
    SECTION("tolerance negative") { result.add(0, 1.0, 1.0f, -1e-9); }
    SECTION("reference NaN") { result.add(0, not_a_number, 1.0f, 1.0); }

    CHECK(result.wrong() == 1);
    CHECK(result.not_finite() == 0);
    CHECK(result.worst() == infinity);
}

TEST_CASE("a comparison remembers the largest error, in whichever order errors come", "[compare]") {
    Comparison result;
    result.add(0, 0.0, 2.0f, 1.0);
    result.add(1, 0.0, 16.0f, 2.0);
    result.add(2, 0.0, 3.0f, 1.0);
    CHECK(result.worst() == 8.0);

    result.add(3, 1.0, 2.0f, 0.0);
    CHECK(result.worst() == infinity);
}

TEMPLATE_TEST_CASE("a comparison distinguishes unwritten elements from wrong ones", "[compare]", std::uint8_t,
                   std::int8_t, std::uint16_t, std::int32_t, std::uint32_t, float, double) {
    Comparison result;
    constexpr std::size_t count = 32 / sizeof(TestType);
    for (std::size_t i = 0; i < count; ++i) result.add(i, 1000.0, poisoned<TestType>(i), 0.5, poison);
    CHECK(result.wrong() == count);
    CHECK(result.unwritten() == count);
    CHECK(result.not_finite() == 0);
    for (const kernelsmith::Mismatch& mismatch : result.first()) CHECK(mismatch.unwritten);

    result.add(0, 1000.0, TestType{3}, 0.5, poison);
    CHECK(result.wrong() == count + 1);
    CHECK(result.unwritten() == count);
}

TEST_CASE("poison counts as unwritten only at an index where the pattern has it", "[compare]") {
    Comparison result;
    result.add(1, 1000.0, poisoned<std::uint8_t>(0), 0.5, poison);
    result.add(1, 1000.0, poisoned<float>(0), 0.5, poison);
    CHECK(result.wrong() == 2);
    CHECK(result.unwritten() == 0);
}

TEST_CASE("poison that reads as NaN counts as unwritten and not as not finite", "[compare]") {
    Comparison result;
    const float unwritten = std::numeric_limits<float>::quiet_NaN();
    std::uint32_t bits;
    std::memcpy(&bits, &unwritten, sizeof(bits));
    result.add(5, 1.0, unwritten, 0.5, bits * 0x100000001ULL);
    CHECK(result.unwritten() == 1);
    CHECK(result.not_finite() == 0);
}

TEST_CASE("a correct element passes even if it equals its poison", "[compare]") {
    Comparison result;
    result.add(3, poisoned<std::uint8_t>(3), poisoned<std::uint8_t>(3), 0.0, poison);
    CHECK(result.passed());
    CHECK(result.unwritten() == 0);
    CHECK(result.untouched() == 1);
}

TEST_CASE("without poison nothing counts as unwritten", "[compare]") {
    Comparison result;
    result.add(0, 1.0, 0.0f, 0.5);
    CHECK(result.wrong() == 1);
    CHECK(result.unwritten() == 0);
}

TEST_CASE("a comparison keeps the first mismatches in order and counts the rest", "[compare]") {
    constexpr std::size_t count = Comparison::max_kept_mismatches + 10;
    Comparison result;
    for (std::size_t i = 0; i < count; ++i) {
        result.add(2 * i, 0.0, 1.0f, 0.5);
        result.add(2 * i + 1, 0.0, 0.0f, 0.5);
    }

    CHECK(result.compared() == 2 * count);
    CHECK(result.wrong() == count);
    REQUIRE(result.first().size() == Comparison::max_shown_mismatches);
    for (std::size_t i = 0; i < Comparison::max_shown_mismatches; ++i)
        CHECK(result.first()[i].index == 2 * i);

    REQUIRE(result.mismatches().size() == Comparison::max_kept_mismatches);
    for (std::size_t i = 0; i < Comparison::max_kept_mismatches; ++i)
        REQUIRE(result.mismatches()[i].index == 2 * i);
}

TEST_CASE("fail() makes a comparison fail with all elements correct and keeps every diagnosis", "[compare]") {
    Comparison result;
    result.add(0, 1.0, 1.0f, 0.0);
    result.fail({"not_counted", "the sum of all bins is 99, but there are 100 pixels"});
    result.fail({"another_order", "and a second thing"});

    CHECK_FALSE(result.passed());
    CHECK(result.wrong() == 0);
    REQUIRE(result.failures().size() == 2);
    CHECK(result.failures()[0].name == "not_counted");
    CHECK(result.failures()[0].text == "the sum of all bins is 99, but there are 100 pixels");
    CHECK(result.failures()[1].name == "another_order");
    CHECK(result.failures()[1].text == "and a second thing");
}
