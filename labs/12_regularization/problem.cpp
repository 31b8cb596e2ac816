// The trusted half. The matrix is in matrix.h.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "kernelsmith/problem.h"
#include "lab.h"
#include "matrix.h"

namespace kernelsmith::lab12 {
namespace {

/// Index of each array among the buffers of layout().
enum : std::size_t { row_offsets_buffer, column_indices_buffer, values_buffer, x_buffer };

/// Distance in elements between windows of the values and of the vectors. The positions of the nonzeros stay the same,
/// except for the changing bits of their columns.
constexpr std::size_t window_step = 64;

constexpr Salt float_salt = Salt::of_each<float>(low_mantissa_bits);

Salt column_salt(const Shape& shape) { return Salt::of_each<std::int32_t>(shape.changing_bits()); }

std::string words_for(Kind kind) {
    switch (kind) {
        case Kind::power_law: return "lengths by a power law";
        case Kind::uniform: return "lengths uniform";
        case Kind::banded: return "a band around the diagonal";
        case Kind::blocks: return "blocks on the diagonal";
        case Kind::dense_row: return "one long row";
        case Kind::empty_rows: return "seven of eight rows empty";
    }
    throw std::invalid_argument("no such kind of matrix");
}

/// Expected element of y, and the tolerance for a correct program.
struct Sum {
    double value;
    double tolerance;
    std::uint64_t length; ///< nonzeros of the row
};

/// Expected elements of y in a draw.
///
/// Each of the n products of a row is rounded once, and each addition rounds its partial sum. In any order the error is
/// at most (n + 1) * u times the sum of all magnitudes. That sum is at most sqrt(n) * norm, where norm is the root of the
/// sum of squares. So the factor of 16 holds for any order if a row has 15 nonzeros or fewer. In a longer row the factor
/// exceeds the likely error: values have random signs, so a partial sum seldom exceeds 3 norm, and the n rounding
/// errors, each at most u times a partial sum, have random signs as well.
class Expected {
public:
    explicit Expected(const Draw& draw)
        : draw_(draw), shape_(draw.sizes), matrix_(shape_, draw.seed), column_salt_(column_salt(shape_)) {}

    [[nodiscard]] Sum element(std::uint64_t index) const {
        constexpr double u = 0x1p-24;
        const std::uint64_t product = index / shape_.rows;
        const std::uint64_t r = index % shape_.rows;
        Sum sum{0, 0, matrix_.begin(r + 1) - matrix_.begin(r)};
        double squares = 0;
        for (std::uint64_t i = matrix_.begin(r); i < matrix_.begin(r + 1); ++i) {
            const double term = value(i) * x(product * shape_.width + column(r, i));
            sum.value += term;
            squares += term * term;
        }
        sum.tolerance = 16 * u * std::sqrt(static_cast<double>(sum.length) * squares);
        return sum;
    }

private:
    [[nodiscard]] std::uint64_t column(std::uint64_t r, std::uint64_t i) const {
        const std::int32_t column = matrix_.column(r, i);
        return static_cast<std::uint64_t>(draw_.salted(column_salt_, column_indices_buffer, i, column));
    }
    [[nodiscard]] double value(std::uint64_t i) const {
        const float value = value_at(draw_.seed, draw_.window * window_step + i);
        return static_cast<double>(draw_.salted(float_salt, values_buffer, i, value));
    }
    [[nodiscard]] double x(std::uint64_t i) const {
        const float x = x_at(draw_.seed, draw_.window * window_step + i);
        return static_cast<double>(draw_.salted(float_salt, x_buffer, i, x));
    }

    const Draw& draw_;
    Shape shape_;
    Matrix matrix_;
    Salt column_salt_;
};

/// Finds what the wrong rows have in common.
class Pattern {
public:
    void add(std::uint64_t length, bool first_product, bool wrong) {
        if (!wrong) {
            longest_right_ = std::max(longest_right_, length);
            return;
        }
        ++wrong_;
        shortest_wrong_ = std::min(shortest_wrong_, length);
        longest_wrong_ = std::max(longest_wrong_, length);
        first_product_ = first_product_ || first_product;
    }

    /// Returns the likely cause, if the wrong rows show one.
    [[nodiscard]] std::optional<Diagnosis> diagnosis() const {
        if (wrong_ == 0) return {};
        if (longest_wrong_ == 0)
            return Diagnosis{"empty_rows_not_zero",
                             "Each wrong element belongs to a row without nonzeros: it must be 0."};
        if (!first_product_)
            return Diagnosis{"later_products_wrong",
                             "The first product is right, and later products are not."};
        if (longest_right_ > 0 && shortest_wrong_ > longest_right_)
            return Diagnosis{"long_rows_wrong",
                             "All wrong rows are long: " + std::to_string(shortest_wrong_) +
                                 " nonzeros or more. No row with more than " +
                                 std::to_string(longest_right_) + " is right."};
        return {};
    }

private:
    std::uint64_t wrong_ = 0;
    std::uint64_t longest_right_ = 0;
    std::uint64_t longest_wrong_ = 0;
    std::uint64_t shortest_wrong_ = std::numeric_limits<std::uint64_t>::max();
    bool first_product_ = false; // whether product 0 has a wrong element
};

/// Lab 12: products of a sparse matrix with vectors.
class SparseProblem final : public Problem {
public:
    [[nodiscard]] std::string describe(const Sizes& sizes) const override {
        return in_words(sizes, {{"kind", words_for(static_cast<Kind>(sizes.at("kind")))},
                                {"longest", "longest row " + std::to_string(sizes.at("longest"))}});
    }

    [[nodiscard]] Layout layout(const Sizes& sizes) const override {
        const Shape shape(sizes);
        const std::size_t nonzeros = shape.nonzeros();
        const auto products = static_cast<std::size_t>(sizes.at("products"));

        SparseArgs args{};
        args.rows = static_cast<int>(shape.rows);
        args.width = static_cast<int>(shape.width);
        args.nonzeros = static_cast<int>(nonzeros);
        args.products = static_cast<int>(products);

        Layout layout;
        layout.args = to_bytes(args);
        const auto scratch_words = static_cast<std::size_t>(scratch_elements(args.rows, args.nonzeros));
        layout.buffers = {
            {"row_offsets", Role::in, 4, {shape.rows + 1}, offsetof(SparseArgs, row_offsets), 0, 0},
            {"column_indices",
             Role::in,
             4,
             {nonzeros},
             offsetof(SparseArgs, column_indices),
             0,
             0,
             column_salt(shape)},
            {"values", Role::in, 4, {nonzeros}, offsetof(SparseArgs, values), 0, window_step, float_salt},
            {"x", Role::in, 4, {products, shape.width}, offsetof(SparseArgs, x), 0, window_step, float_salt},
            {"y", Role::out, 4, {products, shape.rows}, offsetof(SparseArgs, y)},
            {"scratch", Role::scratch, 4, {scratch_words}, offsetof(SparseArgs, scratch)}};
        // A product needs at most one element of x per nonzero.
        const std::size_t words =
            2 * nonzeros + 2 * shape.rows + 1 + std::min<std::size_t>(shape.width, nonzeros);
        layout.work.items = static_cast<double>(products * nonzeros);
        layout.work.item = "nonzero";
        layout.work.bytes = 4 * static_cast<double>(products * words);
        layout.work.flops = 2 * layout.work.items;
        return layout;
    }

    void generate(const Draw& draw, std::size_t buffer, std::size_t first,
                  std::span<std::byte> out) const override {
        const Matrix matrix(Shape(draw.sizes), draw.seed);
        std::uint64_t row = buffer == column_indices_buffer ? matrix.row(first) : 0;
        for (std::size_t k = 0; k < out.size() / 4; ++k) {
            const std::uint64_t i = first + k;
            if (buffer == column_indices_buffer)
                while (matrix.begin(row + 1) <= i) ++row;
            const auto put = [&](const auto& element) { std::memcpy(out.data() + k * 4, &element, 4); };
            if (buffer == row_offsets_buffer) put(static_cast<std::int32_t>(matrix.begin(i)));
            if (buffer == column_indices_buffer) put(matrix.column(row, i));
            if (buffer == values_buffer) put(value_at(draw.seed, i));
            if (buffer == x_buffer) put(x_at(draw.seed, i));
        }
    }

    [[nodiscard]] std::vector<Comparison> check(const Draw& draw,
                                                std::span<const Observed> outputs) const override {
        const Expected expected(draw);
        const Observed& y = outputs.front();
        const auto rows = static_cast<std::uint64_t>(draw.size("rows"));
        Comparison comparison("y");
        Pattern pattern;
        y.for_each<float>([&](std::size_t i, float got) {
            const Sum sum = expected.element(i);
            const std::size_t wrong_before = comparison.wrong();
            comparison.add(i, sum.value, got, sum.tolerance, y.poison);
            const bool wrong = comparison.wrong() != wrong_before;
            pattern.add(sum.length, i < rows, wrong);
        });
        if (comparison.unwritten() == 0) { // the grader itself reports elements that were never written
            if (std::optional<Diagnosis> cause = pattern.diagnosis()) comparison.fail(*std::move(cause));
        }
        return {comparison};
    }
};

} // namespace
} // namespace kernelsmith::lab12

using kernelsmith::lab12::SparseProblem;
KERNELSMITH_PROBLEM(SparseProblem)
