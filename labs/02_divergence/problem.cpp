#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "kernelsmith/problem.h"
#include "kernelsmith/random.h"
#include "lab.h"

namespace kernelsmith::lab02 {
namespace {

constexpr float lowest_input = 10;
constexpr float highest_input = 266;

/// Elements from one window to the next: a window is aligned to 256 bytes, as lab.h promises, and starts with formula 0.
constexpr std::size_t window_step = 64;

constexpr std::size_t formulas = 4;
constexpr std::array<const char*, formulas> names = {"log", "cos", "sin", "|tan|"};

/// Absolute error bound of log, cos and sin of a given float. CUDA documents 2^-21.4 and 2^-21.2 for the
/// special-function unit's sine and cosine of an angle within half a circle of 0 ("Intrinsic Functions", CUDA C++
/// Programming Guide); reducing an angle to that range adds to it. The library's functions are better. The
/// argument is exact: a program that rounds the argument, by converting a large angle to circles, gets no
/// allowance for that.
constexpr double function_error = 0x1p-20;

/// Largest bound at which an element's value is compared. Beyond it, near the poles of |tan|, the error may be
/// arbitrarily large; such an element must only be written, finite and possible.
constexpr double largest_bound = 1e-3;

/// Share of the other elements of a formula that may miss their bound, by at most missing_factor. The bound is of
/// first order, and at a kink, where the tangent is 0, an error may meet a steeper slope than the path did. On an
/// H200 three of ten million tangents missed the bound for that reason, by a factor of 1.16 at most, and no other
/// element did, with the library's functions or with reduced arguments. The next best way to compute a tangent
/// had 6.6 % beyond the bound and 1.8 % beyond twice the bound.
constexpr double missing_share = 0.001;
constexpr double missing_factor = 2;

/// Moves an input by less than 1 in 128, within its range. 10 is 160 / 128 times 8, and 266 is 133 / 128 times 256, so
/// no change of the 16 low bits crosses 10 or 266. The value 266 itself starts the next interval of such changes.
constexpr Salt salt = Salt::of_each<float>(low_mantissa_bits);

/// Returns element @p index of the infinite input sequence.
float element_at(const Draw& draw, std::uint64_t index) {
    const float value = random_uniform(draw.seed, index, lowest_input, highest_input);
    return draw.key == 0 ? value : std::min(value, std::nextafter(highest_input, lowest_input));
}

/// Returns the input of this draw at @p index: window and salt applied.
float input_at(const Draw& draw, std::uint64_t index) {
    return draw.salted(salt, 0, index, element_at(draw, draw.window * window_step + index));
}

/// Returns the distance between neighbouring floats at @p magnitude, which is neither 0 nor subnormal.
double ulp(double magnitude) { return std::ldexp(1.0, std::ilogb(magnitude) - 23); }

/// A value after some steps, and the error that fp32 arithmetic may have made.
struct Path {
    double value = 0;       ///< computed in fp64
    double bound = 0;       ///< absolute error bound, of first order
    double worst_bound = 0; ///< the largest bound so far: lost precision never comes back
};

/// f(v), its slope, and the error of an fp32 program for an exact argument v.
struct Function {
    double value = 0;
    double slope = 0;
    double error = 0;
};

Function function(std::size_t formula, double v) {
    switch (formula) {
        case 0: return {std::log(v), 1 / v, function_error};
        case 1: return {std::cos(v), -std::sin(v), function_error};
        case 2: return {std::sin(v), std::cos(v), function_error};
        default: break;
    }
    // The tangent is a sine over a cosine, each with its error.
    const double c = std::cos(v);
    const double signed_tan = std::sin(v) / c;
    const double t = std::fabs(signed_tan);
    return {t, std::copysign(1 + t * t, signed_tan), function_error * (1 + t) / std::fabs(c)};
}

/// Returns the path after one step v + sqrt(f(v) + 1), with its bound. With u = f(v) + 1 and y = sqrt(u):
///
/// 1. The earlier error is multiplied by |1 + f'(v) / 2y|.
/// 2. The error of f and the rounding of u are d together. The root turns d into the distance of sqrt(u + d) or
///    sqrt(u - d) from y, whichever is larger; it is large if u is close to 0. The root adds an ulp.
/// 3. The sum is rounded by half an ulp, up to 1.5e-5 for inputs: nearly everywhere the largest part.
Path step(std::size_t formula, const Path& path) {
    const Function f = function(formula, path.value);
    const double u = std::max(f.value + 1, 0.0);
    const double y = std::sqrt(u);
    const double d = f.error + ulp(u + f.error) / 2;
    const double highest_y = std::sqrt(u + d);
    const double lowest_y = std::sqrt(std::max(u - d, 0.0));
    const double root_error = std::max(highest_y - y, y - lowest_y) + ulp(highest_y);
    // If cos or sin is -1, y has a kink, with a slope of 1 / sqrt(2) to either side.
    const double slope = y > 0 ? std::fabs(1 + f.slope / (2 * y)) : 1 + std::sqrt(0.5);

    Path next;
    next.value = path.value + y;
    next.bound = slope * path.bound + root_error + ulp(next.value) / 2;
    next.worst_bound = std::max(path.worst_bound, next.bound);
    return next;
}

Path expected(std::size_t formula, float input, std::int64_t iterations) {
    Path path{input, 0, 0};
    for (std::int64_t i = 0; i < iterations; ++i) path = step(formula, path);
    return path;
}

/// Checks whether @p got is a possible result for @p input. A step of |tan| adds at least 1, and at most the root
/// of a tangent: no float is closer to a pole than 1e-9. A step of cos or sin adds 0 to 1.42.
bool possible(std::size_t formula, float input, float got, std::int64_t iterations) {
    const auto steps = static_cast<double>(iterations);
    const double shortest = formula == 3 ? 0.999 * steps : 0;
    const double longest = formula == 3 ? 1e5 * steps : 1.415 * steps;
    return got >= input + shortest && got <= input + longest;
}

/// Counts of the elements of one formula.
struct Tally {
    std::size_t bounded = 0; ///< elements whose bound is at most largest_bound
    std::size_t missed = 0;  ///< bounded elements that missed their bound by at most missing_factor
    std::size_t lost = 0;    ///< elements whose bound exceeded largest_bound; not in `bounded`

    /// Returns how many elements may miss: missing_share, plus three standard deviations and 1 for small samples.
    [[nodiscard]] std::size_t allowed() const {
        const double share = missing_share * static_cast<double>(bounded);
        return static_cast<std::size_t>(share + 3 * std::sqrt(share) + 1);
    }
};

/// Lab 02: four formulas, from one matrix into another; in striped rows by the column, in mixed rows by the value.
class TransformProblem final : public Problem {
public:
    [[nodiscard]] Layout layout(const Sizes& sizes) const override {
        const std::int64_t width = sizes.at("width");
        const std::int64_t striped_rows = sizes.at("striped");
        const std::int64_t mixed_rows = sizes.at("mixed");
        const std::int64_t iterations = sizes.at("iterations");

        Buffer in;
        in.name = "in";
        in.role = Role::in;
        in.element_bytes = sizeof(float);
        in.shape = {static_cast<std::size_t>(striped_rows + mixed_rows), static_cast<std::size_t>(width)};
        in.pointer_offset = offsetof(TransformArgs, in);
        in.window_step = window_step;
        in.salt = salt;

        Buffer out = in;
        out.name = "out";
        out.role = Role::out;
        out.pointer_offset = offsetof(TransformArgs, out);

        Layout layout;
        layout.args =
            to_bytes(TransformArgs{nullptr, nullptr, static_cast<int>(width), static_cast<int>(striped_rows),
                                   static_cast<int>(mixed_rows), static_cast<int>(iterations)});
        layout.work.bytes = 2.0 * static_cast<double>(in.bytes()); // read once, written once
        layout.work.items = static_cast<double>(in.count()) * static_cast<double>(iterations);
        layout.work.item = "value and step";
        // A step is at least a function, a root and two sums.
        layout.work.flops = 4.0 * layout.work.items;
        layout.buffers = {in, out};
        return layout;
    }

    void generate(const Draw& draw, std::size_t, std::size_t first, std::span<std::byte> out) const override {
        const std::size_t count = out.size() / sizeof(float);
        for (std::size_t i = 0; i < count; ++i) {
            const float value = element_at(draw, first + i);
            std::memcpy(out.data() + i * sizeof(float), &value, sizeof(float));
        }
    }

    [[nodiscard]] std::vector<Comparison> check(const Draw& draw,
                                                std::span<const Observed> outputs) const override {
        const Observed& out = outputs.front();
        const std::int64_t iterations = draw.size("iterations");
        const auto striped = static_cast<std::size_t>(draw.size("width") * draw.size("striped"));
        std::array<Tally, formulas> tallies;
        Comparison comparison("out");
        out.for_each<float>([&](std::size_t index, float got) {
            const float input = input_at(draw, index);
            const std::size_t formula = index < striped ? index % formulas // the width is a multiple of 4
                                                        : static_cast<std::size_t>(input) % formulas;
            const Path right = expected(formula, input, iterations);
            Tally& tally = tallies[formula];
            if (right.worst_bound > largest_bound) {
                ++tally.lost;
                const double got_or_right =
                    possible(formula, input, got, iterations) ? double{got} : right.value;
                comparison.add(index, got_or_right, got, largest_bound, out.poison);
                return;
            }
            comparison.add(index, right.value, got, missing_factor * right.bound, out.poison);
            ++tally.bounded;
            const double error = std::fabs(got - right.value);
            if (error > right.bound && error <= missing_factor * right.bound) ++tally.missed;
        });
        for (std::size_t i = 0; i < formulas; ++i)
            if (tallies[i].missed > tallies[i].allowed()) comparison.fail(diagnosis(i, tallies[i]));
        return {comparison};
    }

private:
    /// Returns the likely cause if more elements of a formula miss their bound than allowed.
    static Diagnosis diagnosis(std::size_t formula, const Tally& tally) {
        return {
            "argument_rounded",
            std::to_string(tally.missed) + " of " + std::to_string(tally.bounded) + " elements that take " +
                names[formula] +
                " are close, but beyond the error bound of fp32 arithmetic; one in a thousand may be. (" +
                std::to_string(tally.lost) +
                " more are not compared, because their bound exceeds 0.001.) Is the function called with " +
                "the formula's argument, or with one that was rounded before?"};
    }
};

} // namespace
} // namespace kernelsmith::lab02

using kernelsmith::lab02::TransformProblem;
KERNELSMITH_PROBLEM(TransformProblem)
