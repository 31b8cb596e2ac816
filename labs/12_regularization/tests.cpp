#include <cstdint>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "lab_test/lab_test.h"

namespace {

/// Kinds of matrices, numbered as in matrix.h.
enum Kind : std::int64_t { power_law, uniform, banded, blocks, dense_row, empty_rows };

struct Matrix {
    std::int64_t kind;
    std::int64_t rows;
    std::int64_t longest;
    std::int64_t width = 1000;
    std::int64_t products = 2;
};

kernelsmith::Sizes sizes_of(const Matrix& matrix) {
    return {{"kind", matrix.kind},
            {"rows", matrix.rows},
            {"longest", matrix.longest},
            {"width", matrix.width},
            {"products", matrix.products}};
}

lab_test::Outcome run(const Matrix& matrix) { return lab_test::run_case(sizes_of(matrix)); }

/// Runs the case on the simulator with every access checked.
lab_test::Outcome run_checked(const Matrix& matrix) { return lab_test::check_case(sizes_of(matrix)); }

} // namespace

TEST_CASE("all rows have equal length and the matrix spans several tiles", "[12_regularization][task_1]") {
    const std::int64_t length = GENERATE(1, 2, 15, 511, 2043, 2044, 5000);
    CAPTURE(length);
    const lab_test::Outcome outcome = run({.kind = banded, .rows = 12288 / length + 3, .longest = length});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the item count is 2042 or 2044 or 2046 with tiles of 2044 items", "[12_regularization][task_1]") {
    const std::int64_t rows = GENERATE(1021, 1022, 1023);
    CAPTURE(rows);
    const lab_test::Outcome outcome = run({.kind = banded, .rows = rows, .longest = 1});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("long rows that span several tiles occur among short rows", "[12_regularization][task_1]") {
    const std::int64_t kind = GENERATE(power_law, dense_row);
    CAPTURE(kind);
    const lab_test::Outcome outcome = run({.kind = kind, .rows = 2500, .longest = 7001});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("empty rows of the CSR matrix give 0", "[12_regularization][task_2]") {
    const std::int64_t longest = GENERATE(0, 300);
    CAPTURE(longest);
    const lab_test::Outcome outcome = run({.kind = empty_rows, .rows = 5003, .longest = longest});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("partial sums of rows that span 2 to 15 tiles are added in each of 3 products",
          "[12_regularization][task_2]") {
    const std::int64_t length = GENERATE(100, 3000, 30001);
    CAPTURE(length);
    const lab_test::Outcome outcome =
        run({.kind = banded, .rows = 30000 / length + 1, .longest = length, .products = 3});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the last row of a tile ends exactly at the tile boundary", "[12_regularization][task_2]") {
    const std::int64_t length =
        GENERATE(6, 2043); // 2044 items are 292 rows of 6 and their ends, or one of 2043
    CAPTURE(length);
    const lab_test::Outcome outcome = run({.kind = banded, .rows = 8176 / length, .longest = length});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("partial sums of a row from several tiles are added without a data race",
          "[12_regularization][task_2]") {
    const lab_test::Outcome outcome = run_checked({.kind = dense_row, .rows = 100, .longest = 9000});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("row segments of up to 32 and of 33 to 64 products are added up", "[12_regularization][task_3]") {
    const std::int64_t length = GENERATE(1, 2, 3, 31, 32, 33, 34, 64);
    CAPTURE(length);
    const lab_test::Outcome outcome = run({.kind = banded, .rows = 200, .longest = length});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("rows of 0 to 70 nonzeros share a warp in which some lanes have no row",
          "[12_regularization][task_3]") {
    const std::int64_t rows = GENERATE(1, 7, 15, 16, 17, 400);
    CAPTURE(rows);
    const lab_test::Outcome outcome = run({.kind = uniform, .rows = rows, .longest = 70});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("a tile has more rows than a block adds up in one iteration", "[12_regularization][task_3]") {
    const std::int64_t kind = GENERATE(uniform, empty_rows);
    CAPTURE(kind);
    const lab_test::Outcome outcome = run({.kind = kind, .rows = 3001, .longest = 3});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("all 32 lanes of a warp execute each shuffle", "[12_regularization][task_3]") {
    const lab_test::Outcome outcome = run_checked({.kind = uniform, .rows = 301, .longest = 60});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the last vector of four nonzeros may be full or partial", "[12_regularization][task_4]") {
    const std::int64_t nonzeros = GENERATE(1, 2, 3, 4, 5, 6, 7, 2043, 2045, 2046, 2047);
    CAPTURE(nonzeros);
    const lab_test::Outcome outcome = run({.kind = banded, .rows = 1, .longest = nonzeros});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the first nonzero of a tile may have an index that is not a multiple of 4",
          "[12_regularization][task_4]") {
    const std::int64_t length = GENERATE(8, 9, 10, 11);
    CAPTURE(length);
    const lab_test::Outcome outcome = run({.kind = banded, .rows = 1001, .longest = length});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("no thread reads past the last nonzero or an uninitialized word of shared memory",
          "[12_regularization][task_4]") {
    const std::int64_t length = GENERATE(1, 2, 3, 2047);
    CAPTURE(length);
    const lab_test::Outcome outcome = run_checked({.kind = banded, .rows = 3, .longest = length});
    INFO(outcome.report);
    CHECK(outcome.passed);
}
