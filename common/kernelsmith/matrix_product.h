#pragma once

/// @file
/// The trusted half of every lab about a matrix product: inputs, an fp64 reference, a tolerance.
///
/// Host code only, like problem.h; a student's process never loads any of it.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "kernelsmith/compare.h"
#include "kernelsmith/host_threads.h"
#include "kernelsmith/problem.h"
#include "kernelsmith/random.h"

namespace kernelsmith {

/// Returns the tolerance for an element of an fp32 product A·B, where @p a_norm is the Euclidean norm of its
/// row of A and @p b_norm that of its column of B.
///
/// Let u = 2^-24, the largest relative error of rounding to nearest. The element is a sum of p products.
/// Added sequentially, with fused multiply-adds, step k has a partial sum s_k and an error of at most u |s_k|
/// with a random sign: its variance is at most u² s_k² / 3. So the variance of the whole error is at most u²
/// / 3 times the sum of all s_k².
///
/// The partial sums are a random walk. For entries uniform in [-1, 1] a product has variance 1/9, so s_k² is
/// k/9 on average, and the sum of all s_k² is p²/18. The standard deviation of the error is then u p /
/// sqrt(54) = 0.136 u p. The product of the two norms is close to p/3:
///
///     standard deviation of the error = 0.41 u a_norm b_norm,    for every p.
///
/// Products that are rounded separately, without fusing, add u sqrt(p) / sqrt(27), and at p = 1 that is the
/// whole error: 0.58 u a_norm b_norm at most. Every other order of summation (tiles, pairs, several partial
/// sums) has smaller partial sums and smaller errors. The tolerance is 32 u a_norm b_norm, about 78 standard
/// deviations of the worst order: a margin for millions of elements and for unlucky random walks.
///
/// The tolerance rejects inputs of 11 significant bits, as in TF32 and fp16. Rounding the entries to
/// 11 bits gives each product an error of standard deviation 2^-11 sqrt(2/63), and the sum an error
/// sqrt(p) times as large: 4380 u / sqrt(p) in units of a_norm b_norm. That is 137 times the
/// tolerance for p = 1 and 3 times for p = 2048, where three of four elements fail.
/// matrix_product_test.cpp tests all of these.
[[nodiscard]] inline double product_tolerance(double a_norm, double b_norm) {
    return 32 * 0x1p-24 * a_norm * b_norm;
}

/// C = A·B, all row-major fp32: A is n x p, B is p x m, C is n x m; sizes "n", "m" and "p", any of them 0.
///
/// @p Args has the fields `const float* a`, `const float* b`, `float* c`, `int n`, `int m`, `int p`. All
/// entries of A and B are uniform in [-1, 1]. With p = 0 every element of C is an empty sum: 0.
template <typename Args> class MatrixProduct final : public Problem {
public:
    /// Indices of the matrices among the buffers of layout().
    enum : std::size_t { a_buffer, b_buffer, c_buffer };

    [[nodiscard]] Layout layout(const Sizes& sizes) const override {
        const auto n = static_cast<std::size_t>(sizes.at("n"));
        const auto m = static_cast<std::size_t>(sizes.at("m"));
        const auto p = static_cast<std::size_t>(sizes.at("p"));

        Args args{};
        args.n = static_cast<int>(n);
        args.m = static_cast<int>(m);
        args.p = static_cast<int>(p);

        Layout layout;
        layout.args = to_bytes(args);
        layout.buffers = {matrix("A", Role::in, n, p, offsetof(Args, a)),
                          matrix("B", Role::in, p, m, offsetof(Args, b)),
                          matrix("C", Role::out, n, m, offsetof(Args, c))};
        for (const Buffer& buffer : layout.buffers) layout.work.bytes += static_cast<double>(buffer.bytes());
        layout.work.flops = 2.0 * static_cast<double>(n) * static_cast<double>(m) * static_cast<double>(p);
        return layout;
    }

    void generate(const Draw& draw, std::size_t buffer, std::size_t first,
                  std::span<std::byte> out) const override {
        const std::size_t count = out.size() / sizeof(float);
        for (std::size_t i = 0; i < count; ++i) {
            const float value = entry(draw, buffer, first + i);
            std::memcpy(out.data() + i * sizeof(float), &value, sizeof(float));
        }
    }

    [[nodiscard]] std::vector<Comparison> check(const Draw& draw,
                                                std::span<const Observed> outputs) const override {
        const Observed& c = outputs.front();
        Comparison comparison("C");
        if (c.indices.empty()) {
            compare_all(draw, c, comparison);
        } else {
            compare_some(draw, c, comparison);
        }
        explain(draw, comparison);
        return {comparison};
    }

private:
    /// Windows start at 256-byte boundaries, as lab.h guarantees for every matrix.
    static constexpr std::size_t window_step = 64;
    /// Each entry of A and B gets a new sign and mantissa. If fewer bits changed, a cached product could be
    /// corrected: a product with small changes needs few bits, and the tensor cores compute it in a tenth of
    /// the time.
    static constexpr Salt salt = Salt::of_each<float>(sign_and_mantissa_bits);

    /// The right value of an element, and the largest error that fp32 arithmetic explains.
    struct Expected {
        double value = 0;
        double tolerance = 0;
    };

    static Buffer matrix(const std::string& name, Role role, std::size_t rows, std::size_t columns,
                         std::size_t pointer_offset) {
        Buffer buffer;
        buffer.name = name;
        buffer.role = role;
        buffer.element_bytes = sizeof(float);
        buffer.shape = {rows, columns};
        buffer.pointer_offset = pointer_offset;
        buffer.window_step = window_step;
        if (role == Role::in) buffer.salt = salt;
        return buffer;
    }

    /// Returns element @p index of the endless sequence of A or of B, which are independent.
    static float entry(const Draw& draw, std::size_t buffer, std::uint64_t index) {
        const float value = random_uniform(draw.seed + 0x51ed270b * buffer, index, -1.0f, 1.0f);
        return draw.key == 0 ? value : std::max(value, -0x0.ffffffp0f); // the smallest float above -1
    }
    /// Returns the entry at @p index of the matrix in this draw's window.
    static double window_entry(const Draw& draw, std::size_t buffer, std::size_t index) {
        return draw.salted(salt, buffer, index, entry(draw, buffer, draw.window * window_step + index));
    }

    /// Returns the sum of the first @p terms products of element (@p row, @p column).
    static Expected partial_sum(const Draw& draw, std::size_t row, std::size_t column, std::size_t terms) {
        const auto m = static_cast<std::size_t>(draw.size("m"));
        const auto p = static_cast<std::size_t>(draw.size("p"));
        double sum = 0;
        double a_squares = 0;
        double b_squares = 0;
        for (std::size_t k = 0; k < terms; ++k) {
            const double a = window_entry(draw, a_buffer, row * p + k);
            const double b = window_entry(draw, b_buffer, k * m + column);
            sum += a * b;
            a_squares += a * a;
            b_squares += b * b;
        }
        return {sum, product_tolerance(std::sqrt(a_squares), std::sqrt(b_squares))};
    }

    static void compare_some(const Draw& draw, const Observed& c, Comparison& comparison) {
        const std::vector<Expected> expected = expected_at(draw, c.indices);
        std::size_t next = 0;
        c.for_each<float>([&](std::size_t index, float got) {
            const Expected& right = expected[next++];
            comparison.add(index, right.value, got, right.tolerance, c.poison);
        });
    }

    /// Computes the right values at @p indices, with up to one thread per core if the amount of work
    /// justifies it.
    static std::vector<Expected> expected_at(const Draw& draw, const std::vector<std::size_t>& indices) {
        const auto m = static_cast<std::size_t>(draw.size("m"));
        const auto p = static_cast<std::size_t>(draw.size("p"));
        std::vector<Expected> expected(indices.size());
        const auto work = [&](std::size_t first, std::size_t end) {
            for (std::size_t i = first; i < end; ++i)
                expected[i] = partial_sum(draw, indices[i] / m, indices[i] % m, p);
        };
        const std::size_t threads = std::clamp<std::size_t>(indices.size() * p >> 17, 1, host_threads());
        std::vector<std::jthread> helpers;
        for (std::size_t t = 1; t < threads; ++t)
            helpers.emplace_back(work, indices.size() * t / threads, indices.size() * (t + 1) / threads);
        work(0, indices.size() / threads);
        helpers.clear(); // joins the threads
        return expected;
    }

    /// Compares every element. Computes the product row by row, with B converted to doubles once, and four
    /// rows of B at a time, so that a row of C is read and written a quarter as often.
    static void compare_all(const Draw& draw, const Observed& c, Comparison& comparison) {
        const auto m = static_cast<std::size_t>(draw.size("m"));
        const auto p = static_cast<std::size_t>(draw.size("p"));
        const std::size_t padded = (p + 3) / 4 * 4; // with rows of zeros
        std::vector<double> b(padded * m);
        std::vector<double> b_norms(m);
        for (std::size_t i = 0; i < p * m; ++i) b[i] = window_entry(draw, b_buffer, i);
        for (std::size_t i = 0; i < p * m; ++i) b_norms[i % m] += b[i] * b[i];
        for (double& norm : b_norms) norm = std::sqrt(norm);

        std::vector<double> a(padded);
        std::vector<double> sums(m);
        double a_norm = 0;
        std::size_t row_in_hand = std::numeric_limits<std::size_t>::max();
        c.for_each<float>([&](std::size_t index, float got) {
            const std::size_t row = index / m;
            if (row != row_in_hand) {
                a_norm = 0;
                for (std::size_t k = 0; k < p; ++k) {
                    a[k] = window_entry(draw, a_buffer, row * p + k);
                    a_norm += a[k] * a[k];
                }
                a_norm = std::sqrt(a_norm);
                multiply_row(a, b, sums);
                row_in_hand = row;
            }
            const std::size_t column = index % m;
            const double tolerance = product_tolerance(a_norm, b_norms[column]);
            comparison.add(index, sums[column], got, tolerance, c.poison);
        });
    }

    static void multiply_row(const std::vector<double>& a, const std::vector<double>& b,
                             std::vector<double>& sums) {
        const std::size_t m = sums.size();
        std::fill(sums.begin(), sums.end(), 0.0);
        for (std::size_t k = 0; k < a.size(); k += 4) {
            const double* rows = b.data() + k * m;
            for (std::size_t j = 0; j < m; ++j) {
                sums[j] += a[k] * rows[j] + a[k + 1] * rows[m + j] + a[k + 2] * rows[2 * m + j] +
                           a[k + 3] * rows[3 * m + j];
            }
        }
    }

    /// Adds a diagnosis if the wrong values suggest their cause.
    static void explain(const Draw& draw, Comparison& comparison) {
        if (comparison.wrong() == 0 || comparison.unwritten() > 0 || comparison.not_finite() > 0) return;
        const std::size_t terms = common_terms(draw, comparison);
        if (transposed(draw, comparison)) {
            comparison.fail({"rows_and_columns_exchanged",
                             "C holds the transposed product: rows and columns are "
                             "exchanged, in the sum or where it is stored."});
        } else if (terms > 0) {
            comparison.fail({"first_products_only",
                             "The wrong elements hold the sum of their first " +
                                 (terms == 1 ? "product" : std::to_string(terms) + " products") + ", of " +
                                 std::to_string(draw.size("p")) +
                                 ". Are the others left out, or were they not there yet when they were read?",
                             static_cast<std::int64_t>(terms)});
        } else if (only_at_the_edge(draw, comparison)) {
            comparison.fail({"beyond_the_edge",
                             "All wrong elements are in the last rows or columns, where C does not fill its "
                             "tiles. What do the threads beyond the edge do for the others of their block?"});
        } else if (comparison.worst() < 600) {
            comparison.fail(
                {"rounded_to_fewer_bits",
                 "The errors are small, but fp32 makes smaller ones: were inputs or sums rounded to "
                 "fewer bits?"});
        } else if (2 * comparison.wrong() > comparison.compared()) {
            comparison.fail(
                {"most_elements_wrong",
                 "Most elements are wrong, and not by rounding: an index of A or B, an element that "
                 "counts where there is none, or threads that do not wait for one another."});
        }
    }

    /// Mismatches that explain() examines, of those whose values are kept.
    static constexpr std::size_t witnesses = 3;

    static bool transposed(const Draw& draw, const Comparison& comparison) {
        const auto m = static_cast<std::size_t>(draw.size("m"));
        const auto p = static_cast<std::size_t>(draw.size("p"));
        if (draw.size("n") != draw.size("m") || comparison.first().size() < witnesses) return false;
        for (std::size_t i = 0; i < witnesses; ++i) {
            const Mismatch& wrong = comparison.first()[i];
            const Expected other = partial_sum(draw, wrong.index % m, wrong.index / m, p);
            if (!(std::fabs(wrong.got - other.value) <= other.tolerance)) return false;
        }
        return true;
    }

    /// Returns the number of products in the sums that the first wrong elements hold, if it is the same for
    /// all; otherwise 0.
    static std::size_t common_terms(const Draw& draw, const Comparison& comparison) {
        const auto m = static_cast<std::size_t>(draw.size("m"));
        if (comparison.first().size() < witnesses) return 0;
        std::size_t common = 0;
        for (std::size_t i = 0; i < witnesses; ++i) {
            const Mismatch& wrong = comparison.first()[i];
            const std::size_t terms = terms_in(draw, wrong.index / m, wrong.index % m, wrong.got);
            if (terms == 0 || (i > 0 && terms != common)) return 0;
            common = terms;
        }
        return common;
    }

    /// Returns whether every wrong element is in a partial tile at the edge of C, for some common tile size.
    static bool only_at_the_edge(const Draw& draw, const Comparison& comparison) {
        const auto n = static_cast<std::size_t>(draw.size("n"));
        const auto m = static_cast<std::size_t>(draw.size("m"));
        if (comparison.wrong() > comparison.mismatches().size()) return false;
        for (const std::size_t tile : {8, 16, 32, 64, 128}) {
            if (n < tile || m < tile) return false; // C has only edge tiles
            const auto at_the_edge = [&](const Mismatch& wrong) {
                return wrong.index / m >= n - n % tile || wrong.index % m >= m - m % tile;
            };
            if (std::all_of(comparison.mismatches().begin(), comparison.mismatches().end(), at_the_edge))
                return true;
        }
        return false;
    }

    /// Returns how many of the first products sum up to @p got; 0 if no such sum does.
    static std::size_t terms_in(const Draw& draw, std::size_t row, std::size_t column, double got) {
        const auto p = static_cast<std::size_t>(draw.size("p"));
        const auto m = static_cast<std::size_t>(draw.size("m"));
        double sum = 0;
        const double tolerance = partial_sum(draw, row, column, p).tolerance;
        for (std::size_t k = 0; k < p; ++k) {
            sum += window_entry(draw, a_buffer, row * p + k) * window_entry(draw, b_buffer, k * m + column);
            if (std::fabs(sum - got) <= tolerance) return k + 1;
        }
        return 0;
    }
};

} // namespace kernelsmith
