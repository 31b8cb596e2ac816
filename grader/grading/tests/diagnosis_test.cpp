#include "grading/verify/diagnosis.h"

#include <cmath>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "grading/verify/case_run.h"
#include "grading/verify/matrix_shape.h"
#include "testing/facts.h"

namespace {

using facts::MatchesPattern;
using kernelsmith::Buffer;
using kernelsmith::Comparison;

Buffer buffer_of(std::vector<std::size_t> shape) {
    Buffer buffer;
    buffer.name = "out";
    buffer.shape = std::move(shape);
    return buffer;
}

constexpr std::uint64_t any_seed = 7;

/// Returns the float that the poison of a buffer leaves at @p index.
float poisoned(std::size_t index) {
    const std::uint64_t poison = grader::make_poison(any_seed);
    float value = 0;
    std::memcpy(&value, reinterpret_cast<const char*>(&poison) + index * sizeof(value) % sizeof(poison),
                sizeof(value));
    return value;
}

grader::Launch launch_of(unsigned blocks, unsigned threads) {
    return {"kernel", {blocks, 1, 1}, {threads, 1, 1}};
}

/// Returns all messages about a buffer in which element i is what(i) instead of 1.
std::vector<grader::Message> said(const Buffer& buffer, const std::function<float(std::size_t)>& what,
                                  const grader::CallContext& call = {}) {
    Comparison comparison("out");
    for (std::size_t i = 0; i < buffer.count(); ++i)
        comparison.add(i, 1, what(i), 1e-6, grader::make_poison(any_seed));
    return grader::diagnose(comparison, buffer, call);
}

/// All kinds of messages about unwritten elements.
const char* const about_writing =
    "none_written | none_written_by_kernel | none_written_but_right | none_written_by_kernel_but_right | "
    "rest_not_visited | blocks_share_work | tail_of_block | tail_of_small_grid";

} // namespace

TEST_CASE("a call with one block is not blamed for missing blocks", "[diagnosis]") {
    const Buffer buffer = buffer_of({256});
    const auto first_warp = [](std::size_t i) { return i < 32 ? 1.0F : 500.0F; };
    CHECK_THAT(said(buffer, first_warp, {.launches = {launch_of(4, 64)}}),
               MatchesPattern("only_first_block"));
    CHECK_THAT(said(buffer, first_warp, {.launches = {launch_of(1, 256)}}),
               !MatchesPattern("only_first_block"));
    CHECK_THAT(said(buffer, first_warp,
                    {.launches = {launch_of(1, 32)}, .launch = grader::LaunchOwner::student}),
               MatchesPattern("only_first_block"));
}

TEST_CASE("elements never written are distinguished from wrong ones", "[diagnosis]") {
    const Buffer buffer = buffer_of({100});
    CHECK_THAT(said(buffer, poisoned), MatchesPattern("none_written"));
    CHECK_THAT(said(buffer, poisoned, {.launches = {launch_of(1, 128)}}),
               MatchesPattern("none_written_by_kernel") && !MatchesPattern("none_written"));

    const auto tail = said(buffer, [](std::size_t i) { return i < 96 ? 1 : poisoned(i); });
    CHECK_THAT(tail,
               MatchesPattern("rest_not_visited") && MatchesPattern("tail_of_block place=\"element 95\""));

    // Only a student who writes the launch gets a message about the grid.
    CHECK_THAT(tail, !MatchesPattern("tail_of_small_grid"));
    const auto own = said(buffer, [](std::size_t i) { return i < 96 ? 1 : poisoned(i); },
                          {.launches = {launch_of(1, 128)}, .launch = grader::LaunchOwner::student});
    CHECK_THAT(own, MatchesPattern("tail_of_small_grid place=\"element 95\""));
    // Scattered missing elements do not depend on the grid.
    const auto gaps = said(buffer, [](std::size_t i) { return i % 10 == 3 ? poisoned(i) : 1; },
                           {.launches = {launch_of(1, 128)}, .launch = grader::LaunchOwner::student});
    CHECK_THAT(gaps, !MatchesPattern("tail_of_small_grid") &&
                         MatchesPattern("one_of_a_part nth=10th unit=element"));

    CHECK_THAT(said(buffer, [](std::size_t) { return 5.0F; }), !MatchesPattern(about_writing));
}

TEST_CASE("bytes that equal the expected value by chance do not hide unwritten elements", "[diagnosis]") {
    const Buffer bytes = buffer_of({4096});
    const std::uint64_t poison = grader::make_poison(any_seed);
    const auto diagnosed = [&](std::size_t written) {
        Comparison comparison("out");
        for (std::size_t i = 0; i < bytes.count(); ++i) {
            const auto filled = static_cast<std::uint8_t>(poison >> i % sizeof(poison) * 8);
            const auto expected = static_cast<std::uint8_t>(i * 37 % 256); // equal to the poison now and then
            comparison.add(i, expected, i < written ? expected : filled, 0, poison);
        }
        REQUIRE(comparison.wrong() < comparison.compared() - written);
        return grader::diagnose(comparison, bytes, {.launches = {launch_of(1, 128)}});
    };
    CHECK_THAT(diagnosed(0),
               MatchesPattern("none_written_by_kernel_but_right") && !MatchesPattern("rest_not_visited"));
    CHECK_THAT(diagnosed(1500), MatchesPattern("rest_not_visited") && MatchesPattern("tail_of_block"));
}

TEST_CASE("a pattern of the wrong indices is named", "[diagnosis]") {
    const Buffer matrix = buffer_of({6, 10});
    const auto where = [&](const std::function<bool(std::size_t, std::size_t)>& wrong) {
        return said(matrix, [&](std::size_t i) { return wrong(i / 10, i % 10) ? 500.0F : 1.0F; });
    };
    CHECK_THAT(where([](auto row, auto) { return row == 2; }), MatchesPattern("one_row row=2 rows=6"));
    CHECK_THAT(where([](auto, auto column) { return column == 0; }),
               MatchesPattern("one_column column=0 columns=10"));
    CHECK_THAT(where([](auto, auto column) { return column % 2 == 1; }),
               MatchesPattern("only_odd units=columns"));
    CHECK_THAT(where([](auto row, auto) { return row % 2 == 0; }), MatchesPattern("only_even units=rows"));
    const auto mod_4 = [](auto column) { return column % 4 == 1 || column % 4 == 2; };
    CHECK_THAT(where([&](auto, auto column) { return mod_4(column); }),
               MatchesPattern("only_modulo_4 units=columns unit=column remainders=\"1 or 2\""));
    CHECK_THAT(where([](auto, auto column) { return column % 4 == 3; }),
               MatchesPattern("only_modulo_4 units=columns unit=column remainders=3"));
    CHECK_THAT(where([&](auto row, auto) { return row % 4 != 0; }),
               MatchesPattern("only_modulo_4 units=rows unit=row remainders=\"1, 2 or 3\""));
    // Not every element of a class need be wrong, but two wrong positions alone are chance.
    CHECK_THAT(where([&](auto row, auto column) { return row % 3 != 0 && mod_4(column); }),
               MatchesPattern("only_modulo_4 unit=column remainders=\"1 or 2\""));
    CHECK(said(buffer_of({1, 1000}), [](auto i) { return i == 3 || i == 505 ? 500.0F : 1.0F; }).empty());
    // Four of sixteen values, which only one of four formulas computes.
    CHECK(said(buffer_of({1, 16}), [](auto i) {
              return i == 0 || i == 3 || i == 7 || i == 12 ? 500.0F : 1.0F;
          }).empty());
    CHECK(where([](auto row, auto column) { return row == column; }).empty());
    CHECK(where([](auto, auto) { return true; }).empty());
}

TEST_CASE("only unwritten elements after enough right ones are reported as a tail", "[diagnosis]") {
    const Buffer matrix = buffer_of({6, 10});
    const auto from = [&](std::size_t first, bool written) {
        return said(matrix, [&](std::size_t i) { return i < first ? 1.0F : written ? 500.0F : poisoned(i); });
    };
    CHECK_THAT(from(53, false), MatchesPattern("tail_of_block place=\"row 5, column 2\""));
    CHECK_THAT(from(32, false), MatchesPattern("tail_of_block place=\"row 3, column 1\""));
    CHECK_THAT(from(31, false), !MatchesPattern("tail_of_block"));
    CHECK_THAT(from(53, true), !MatchesPattern("tail_of_block"));
    CHECK_THAT(from(1, true), !MatchesPattern("tail_of_block"));
    // The smallest matrix of a lab: wrong values after one right element.
    CHECK_THAT(said(buffer_of({1, 4}), [](std::size_t i) { return i == 0 ? 1.0F : 500.0F; }),
               MatchesPattern("only_modulo_4 units=columns unit=column remainders=\"1, 2 or 3\""));
}

TEST_CASE("blocks that all write the first block's elements are reported", "[diagnosis]") {
    const Buffer buffer = buffer_of({100});
    const auto up_to = [&](std::size_t end, const grader::Launch& launch) {
        return said(buffer, [&](std::size_t i) { return i < end ? 1.0F : poisoned(i); },
                    {.launches = {launch}});
    };
    CHECK_THAT(up_to(32, launch_of(4, 32)), MatchesPattern("blocks_share_work elements=32 blocks=4") &&
                                                !MatchesPattern("rest_not_visited") &&
                                                !MatchesPattern("tail_of_block"));
    // No other number of elements is that of a block.
    CHECK_THAT(up_to(33, launch_of(4, 32)),
               MatchesPattern("tail_of_block") &&
                   !MatchesPattern("blocks_share_work | index_without_block | one_block_or_index"));
    const auto wrong_values =
        said(buffer, [](std::size_t i) { return i < 32 ? 1.0F : 500.0F; }, {.launches = {launch_of(4, 32)}});
    CHECK_THAT(wrong_values, !MatchesPattern("blocks_share_work"));
}

TEST_CASE("a pattern in the values is named", "[diagnosis]") {
    const Buffer buffer = buffer_of({100});
    CHECK_THAT(said(buffer, [](std::size_t i) { return i % 7 == 0 ? NAN : 1.0F; }),
               MatchesPattern("some_not_finite elements=15"));
    CHECK_THAT(said(buffer, [](std::size_t i) { return i % 7 == 0 ? HUGE_VALF : 1.0F; }),
               MatchesPattern("some_not_finite"));
    CHECK_THAT(said(buffer, [](std::size_t) { return 1.000005F; }),
               MatchesPattern("lost_precision error=5.0"));
    CHECK_THAT(said(buffer, [](std::size_t) { return 2.0F; }), !MatchesPattern("lost_precision"));
}

TEST_CASE("correct results give no diagnosis", "[diagnosis]") {
    CHECK(said(buffer_of({100}), [](std::size_t) { return 1.0F; }).empty());
    CHECK(said(buffer_of({0}), [](std::size_t) { return 1.0F; }).empty());
    CHECK(said(buffer_of({5, 0}), [](std::size_t) { return 1.0F; }).empty());
}

TEST_CASE("an element is named by its coordinates", "[diagnosis]") {
    CHECK(grader::position(17, buffer_of({100})) == "element 17");
    CHECK(grader::position(17, buffer_of({10, 10})) == "row 1, column 7");
    CHECK(grader::position(123, buffer_of({2, 10, 10})) == "[1][2][3]");
}

TEST_CASE("mismatches are listed with both values", "[diagnosis]") {
    Comparison comparison("out");
    comparison.add(3, 1.5, 2.5F, 1e-6);
    comparison.add(1, 0.1, poisoned(1), 1e-6, grader::make_poison(any_seed));
    for (std::size_t i = 0; i < 20; ++i) comparison.add(i, 0, 1.0F, 1e-6);
    const std::vector<grader::Message> rows = grader::mismatch_table(comparison, buffer_of({4, 6}));
    REQUIRE(rows.size() == Comparison::max_shown_mismatches);
    CHECK_THAT(rows[0], MatchesPattern("mismatch place=\"row 0, column 3\" expected=1.5 got=2.5"));
    CHECK_THAT(rows[1], MatchesPattern("mismatch place=\"row 0, column 1\" expected=0.1"));
    CHECK(rows[1].find("got") == nullptr); // it was never written
}

TEST_CASE("integers without a tolerance are listed with all their digits", "[diagnosis]") {
    Comparison comparison("out");
    comparison.add(0, 3567792531.0, 3567792530U, 0);
    comparison.add(1, 3567792531.0, 3.5e9F, 1);
    const std::vector<grader::Message> rows = grader::mismatch_table(comparison, buffer_of({4}));
    CHECK_THAT(rows[0], MatchesPattern("mismatch expected=3567792531 got=3567792530"));
    CHECK_THAT(rows[1], MatchesPattern("mismatch expected=3.56779253e+09 got=3.5e+09"));
}
