// Usual mistakes by the picture that their results make.

#include <functional>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "grading/verify/diagnosis.h"
#include "kernelsmith/random.h"

namespace {

using Catch::Matchers::ContainsSubstring;
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

/// Another value at each place.
double right(std::size_t index) {
    return static_cast<double>(kernelsmith::random_bits(1, index) % 100'000) / 1000;
}

/// All that is said where @p got came back and right() was expected.
std::string told_of_values(const Buffer& buffer, const Value& got, LaunchOwner launch = LaunchOwner::course) {
    Comparison comparison("out");
    for (std::size_t i = 0; i < buffer.count(); ++i) comparison.add(i, right(i), got(i), 1e-9);
    std::string all;
    for (const std::string& finding : grader::diagnose(comparison, buffer, {{}, launch}))
        all += finding + "\n";
    return all;
}

/// The same where a few elements hold something that belongs nowhere.
std::string told_of_places(const Buffer& buffer, const std::function<bool(std::size_t)>& wrong,
                           LaunchOwner launch = LaunchOwner::course) {
    return told_of_values(
        buffer, [&](std::size_t i) { return wrong(i) ? 1e6 + static_cast<double>(i) : right(i); }, launch);
}

} // namespace

TEST_CASE("results that are shifted by one row are recognised", "[diagnosis][patterns]") {
    const Buffer matrix = output({20, 30});
    CHECK_THAT(told_of_values(matrix, [](std::size_t i) { return i < 30 ? 0 : right(i - 30); }),
               ContainsSubstring("Each row holds what belongs in the row before it") &&
                   ContainsSubstring("one too large where the result is stored"));
    CHECK_THAT(told_of_values(matrix, [](std::size_t i) { return right(i + 30); }),
               ContainsSubstring("Each row holds what belongs in the row after it"));
    CHECK_THAT(told_of_values(matrix, [](std::size_t i) { return i == 0 ? 0 : right(i - 1); }),
               ContainsSubstring("Each column holds what belongs in the column before it"));
    CHECK_THAT(told_of_values(output({500}), [](std::size_t i) { return right(i + 1); }),
               ContainsSubstring("Each element holds what belongs in the element after it") &&
                   ContainsSubstring("one too small where the result is stored, or one too large"));
    // Values that belong nowhere, and one value everywhere, have not moved.
    CHECK_THAT(told_of_values(matrix, [](std::size_t i) { return right(i + 7); }),
               !ContainsSubstring("holds what belongs"));
    CHECK_THAT(told_of_values(matrix, [](std::size_t) { return 3.0; }),
               !ContainsSubstring("holds what belongs"));
}

TEST_CASE("a tile that is transposed in its place is recognised", "[diagnosis][patterns]") {
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
    CHECK_THAT(told_of_values(matrix, transposed(16)),
               ContainsSubstring("Each tile of 16 by 16 is in its place, and transposed"));
    CHECK_THAT(told_of_values(matrix, transposed(32)), ContainsSubstring("Each tile of 32 by 32"));
    // The whole matrix is another mistake, which labs know by themselves.
    const Buffer square = output({32, 32});
    CHECK_THAT(told_of_values(square, [](std::size_t i) { return right(i % 32 * 32 + i / 32); }),
               !ContainsSubstring("tile of"));
}

TEST_CASE("every k-th element wrong is recognised, and lanes and threads told apart",
          "[diagnosis][patterns]") {
    const auto each = [](std::size_t distance, std::size_t first) {
        return told_of_places(output({1000}), [=](std::size_t i) { return i % distance == first; });
    };
    CHECK_THAT(each(32, 31),
               ContainsSubstring("Every 32nd element is wrong, from element 31 on. One lane of each warp"));
    CHECK_THAT(each(128, 0), ContainsSubstring("Every 128th element is wrong") &&
                                 ContainsSubstring("thread of each block"));
    CHECK_THAT(each(3, 1), ContainsSubstring("Every 3rd element is wrong, from element 1 on."));
    CHECK_THAT(each(21, 1), ContainsSubstring("Every 21st element"));
    CHECK_THAT(each(4, 1), ContainsSubstring("Only elements with element % 4 = 1 are wrong."));
    CHECK_THAT(told_of_places(output({30, 96}), [](std::size_t i) { return i % 96 % 32 == 5; }),
               ContainsSubstring("Every 32nd column is wrong, from column 5 on."));
    CHECK_THAT(told_of_places(output({60, 96}), [](std::size_t i) { return i / 96 % 16 == 3; }),
               ContainsSubstring("Every 16th row is wrong, from row 3 on."));
    // Places that are far from even, and a diagonal, are no such sequence.
    CHECK_THAT(told_of_places(output({1000}), [](std::size_t i) { return i == 0 || i == 320 || i == 970; }),
               !ContainsSubstring("Every"));
    CHECK_THAT(told_of_places(output({30, 40}), [](std::size_t i) { return i / 40 == i % 40; }),
               !ContainsSubstring("Every"));
}

TEST_CASE("only the last tile or block wrong is recognised", "[diagnosis][patterns]") {
    CHECK_THAT(told_of_places(output({1000}), [](std::size_t i) { return i >= 896; }),
               ContainsSubstring("Only the last 104 elements have wrong ones, from element 896 on."));
    const Buffer matrix = output({50, 70});
    const auto in_matrix = [&](const std::function<bool(std::size_t, std::size_t)>& wrong) {
        return told_of_places(matrix, [&](std::size_t i) { return wrong(i / 70, i % 70); });
    };
    CHECK_THAT(in_matrix([](auto row, auto column) { return row >= 48 && column >= 64; }),
               ContainsSubstring("Only the last tile has wrong elements, from row 48 and column 64 on."));
    CHECK_THAT(in_matrix([](auto row, auto) { return row >= 48; }),
               ContainsSubstring("Only the last rows have wrong elements, from row 48 on."));
    CHECK_THAT(in_matrix([](auto, auto column) { return column >= 64; }),
               ContainsSubstring("Only the last columns have wrong elements, from column 64 on."));
    CHECK_THAT(in_matrix([](auto row, auto column) { return row >= 48 || column >= 64; }),
               ContainsSubstring("Only the last rows and the last columns have wrong elements."));
    CHECK_THAT(in_matrix([](auto row, auto column) { return row >= 10 && column >= 10; }),
               !ContainsSubstring("Only the last"));
}

TEST_CASE("one block's work alone is recognised", "[diagnosis][patterns]") {
    const auto first_256 = [](std::size_t i) { return i >= 256; };
    CHECK_THAT(told_of_places(output({5000}), first_256),
               ContainsSubstring("Only the first 256 elements are right") &&
                   ContainsSubstring("Usually blockIdx is missing from an index"));
    CHECK_THAT(told_of_places(output({5000}), first_256, LaunchOwner::student),
               ContainsSubstring("Usually the grid has one block, or blockIdx is missing"));
    const Buffer matrix = output({64, 96});
    CHECK_THAT(told_of_places(matrix, [](std::size_t i) { return i / 96 >= 16 || i % 96 >= 16; }),
               ContainsSubstring("Only the first 16 rows and 16 columns are right") &&
                   ContainsSubstring("one block's work"));
    CHECK_THAT(told_of_places(output({5000}), [](std::size_t i) { return i >= 250; }),
               !ContainsSubstring("one block"));
    CHECK_THAT(told_of_places(output({300}), first_256), !ContainsSubstring("one block"));
}
