// Classification of mistakes by the pattern of their wrong results.

#include <functional>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "grading/verify/diagnosis.h"
#include "kernelsmith/random.h"
#include "testing/facts.h"

namespace {

using facts::MatchesPattern;
using grader::LaunchOwner;
using kernelsmith::Buffer;
using kernelsmith::Comparison;

using Value = std::function<double(std::size_t)>;

Buffer output(std::vector<std::size_t> shape) {
    Buffer buffer;
    buffer.name = "out";
    buffer.shape = std::move(shape);
    return buffer;
}

/// A different value at each position.
double right(std::size_t index) {
    return static_cast<double>(kernelsmith::random_bits(1, index) % 100'000) / 1000;
}

/// Returns all messages for an output @p got where right() was expected.
std::vector<grader::Message> told_of_values(const Buffer& buffer, const Value& got,
                                            LaunchOwner launch = LaunchOwner::course) {
    Comparison comparison("out");
    for (std::size_t i = 0; i < buffer.count(); ++i) comparison.add(i, right(i), got(i), 1e-9);
    return grader::diagnose(comparison, buffer, {{}, launch});
}

/// Returns all messages if only the elements in @p wrong have values that occur nowhere else.
std::vector<grader::Message> told_of_places(const Buffer& buffer,
                                            const std::function<bool(std::size_t)>& wrong,
                                            LaunchOwner launch = LaunchOwner::course) {
    return told_of_values(
        buffer, [&](std::size_t i) { return wrong(i) ? 1e6 + static_cast<double>(i) : right(i); }, launch);
}

} // namespace

TEST_CASE("results that are shifted by one row are recognised", "[diagnosis][patterns]") {
    const Buffer matrix = output({20, 30});
    CHECK_THAT(told_of_values(matrix, [](std::size_t i) { return i < 30 ? 0 : right(i - 30); }),
               MatchesPattern("shifted_forward unit=row"));
    CHECK_THAT(told_of_values(matrix, [](std::size_t i) { return right(i + 30); }),
               MatchesPattern("shifted_back unit=row"));
    CHECK_THAT(told_of_values(matrix, [](std::size_t i) { return i == 0 ? 0 : right(i - 1); }),
               MatchesPattern("shifted_forward unit=column"));
    CHECK_THAT(told_of_values(output({500}), [](std::size_t i) { return right(i + 1); }),
               MatchesPattern("shifted_back unit=element"));
    // Values that occur nowhere else, and one value everywhere, have not moved.
    CHECK_THAT(told_of_values(matrix, [](std::size_t i) { return right(i + 7); }),
               !MatchesPattern("shifted_forward | shifted_back"));
    CHECK_THAT(told_of_values(matrix, [](std::size_t) { return 3.0; }),
               !MatchesPattern("shifted_forward | shifted_back"));
}

TEST_CASE("a tile that is transposed in place is recognised", "[diagnosis][patterns]") {
    const std::size_t rows = 64;
    const std::size_t columns = 96;
    const Buffer matrix = output({rows, columns});
    const auto transposed = [&](std::size_t tile) {
        return [=](std::size_t i) {
            const std::size_t row = i / columns;
            const std::size_t column = i % columns;
            return right((row / tile * tile + column % tile) * columns + column / tile * tile + row % tile);
        };
    };
    CHECK_THAT(told_of_values(matrix, transposed(16)), MatchesPattern("transposed_tiles side=16"));
    CHECK_THAT(told_of_values(matrix, transposed(32)), MatchesPattern("transposed_tiles side=32"));
    // Transposing the whole matrix is another mistake, which labs detect themselves.
    const Buffer square = output({32, 32});
    CHECK_THAT(told_of_values(square, [](std::size_t i) { return right(i % 32 * 32 + i / 32); }),
               !MatchesPattern("transposed_tiles"));
}

TEST_CASE("errors in every k-th element are recognised and lanes and threads are distinguished",
          "[diagnosis][patterns]") {
    const auto each = [](std::size_t distance, std::size_t first) {
        return told_of_places(output({1000}), [=](std::size_t i) { return i % distance == first; });
    };
    CHECK_THAT(each(32, 31), MatchesPattern("one_lane nth=32nd unit=element first=31"));
    CHECK_THAT(each(128, 0), MatchesPattern("one_thread_of_block nth=128th unit=element"));
    CHECK_THAT(each(3, 1), MatchesPattern("one_of_a_part nth=3rd unit=element first=1"));
    CHECK_THAT(each(21, 1), MatchesPattern("one_of_a_part nth=21st unit=element"));
    CHECK_THAT(each(4, 1), MatchesPattern("only_modulo_4 units=elements unit=element remainders=1"));
    CHECK_THAT(told_of_places(output({30, 96}), [](std::size_t i) { return i % 96 % 32 == 5; }),
               MatchesPattern("one_lane nth=32nd unit=column first=5"));
    CHECK_THAT(told_of_places(output({60, 96}), [](std::size_t i) { return i / 96 % 16 == 3; }),
               MatchesPattern("one_of_a_part nth=16th unit=row first=3"));
    // Unevenly spaced positions and a diagonal are not such a sequence.
    CHECK_THAT(told_of_places(output({1000}), [](std::size_t i) { return i == 0 || i == 320 || i == 970; }),
               !MatchesPattern("one_lane | one_thread_of_block | one_of_a_part"));
    CHECK_THAT(told_of_places(output({30, 40}), [](std::size_t i) { return i / 40 == i % 40; }),
               !MatchesPattern("one_lane | one_thread_of_block | one_of_a_part"));
}

TEST_CASE("only the last tile or block wrong is recognised", "[diagnosis][patterns]") {
    CHECK_THAT(told_of_places(output({1000}), [](std::size_t i) { return i >= 896; }),
               MatchesPattern("last_elements elements=104 first=896"));
    const Buffer matrix = output({50, 70});
    const auto in_matrix = [&](const std::function<bool(std::size_t, std::size_t)>& wrong) {
        return told_of_places(matrix, [&](std::size_t i) { return wrong(i / 70, i % 70); });
    };
    CHECK_THAT(in_matrix([](auto row, auto column) { return row >= 48 && column >= 64; }),
               MatchesPattern("last_tile row=48 column=64"));
    CHECK_THAT(in_matrix([](auto row, auto) { return row >= 48; }), MatchesPattern("last_rows row=48"));
    CHECK_THAT(in_matrix([](auto, auto column) { return column >= 64; }),
               MatchesPattern("last_columns column=64"));
    CHECK_THAT(in_matrix([](auto row, auto column) { return row >= 48 || column >= 64; }),
               MatchesPattern("last_rows_and_columns"));
    CHECK_THAT(in_matrix([](auto row, auto column) { return row >= 10 && column >= 10; }),
               !MatchesPattern(
                   "last_elements | last_tile | last_rows | last_columns | last_rows_and_columns"));
}

TEST_CASE("output of only the first block is recognised", "[diagnosis][patterns]") {
    const auto first_256 = [](std::size_t i) { return i >= 256; };
    CHECK_THAT(told_of_places(output({5000}), first_256),
               MatchesPattern("only_first_block elements=256 advice=index_without_block"));
    CHECK_THAT(told_of_places(output({5000}), first_256, LaunchOwner::student),
               MatchesPattern("only_first_block elements=256 advice=one_block_or_index"));
    const Buffer matrix = output({64, 96});
    CHECK_THAT(told_of_places(matrix, [](std::size_t i) { return i / 96 >= 16 || i % 96 >= 16; }),
               MatchesPattern("only_first_tile rows=16 columns=16"));
    CHECK_THAT(told_of_places(output({5000}), [](std::size_t i) { return i >= 250; }),
               !MatchesPattern("only_first_block | only_first_tile | tail_of_block"));
    CHECK_THAT(told_of_places(output({300}), first_256),
               !MatchesPattern("only_first_block | only_first_tile | tail_of_block"));
}
