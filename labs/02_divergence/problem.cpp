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

/// A window starts on a 256-byte boundary, as lab.h promises, and on a column whose formula is the first.
constexpr std::size_t window_step = 64;

constexpr std::size_t formulas = 4;
constexpr std::array<const char*, formulas> names = {"log", "cos", "sin", "|tan|"};

/// How far log, cos and sin of a given float may be off, absolutely. CUDA documents 2^-21.4 and 2^-21.2 for
/// the special-function unit's sine and cosine of an angle within half a circle of 0 ("Intrinsic Functions",
/// CUDA C++ Programming Guide); bringing an angle there comes on top. The library's functions are better. The
/// argument is exact: a program that rounds it away from what it was, in turning a large angle into circles,
/// gets no allowance for that.
constexpr double function_error = 0x1p-20;

/// Where an element's bound grows beyond this, the formula has lost it: |tan| near its poles. Such an element
/// has to be written, finite and possible, and no more.
constexpr double largest_bound = 1e-3;

/// Of the other elements of a formula this share may miss its bound, by no more than this factor: the bound
/// is of the first order, and at a kink, where the tangent is 0, an error may get a steeper slope than the
/// path did. On an H200 three of ten million tangents missed it for that reason, by a factor of 1.16 at most,
/// and nothing else did, with the library's functions or with reduced arguments. The next best way to compute
/// a tangent had 6.6 % beyond the bound and 1.8 % beyond twice as much.
constexpr double missing_share = 0.001;
constexpr double missing_factor = 2;

/// Moves an input by less than 1 in 128, within its range: 10 is 160 / 128 times 8, and 266 is 133 / 128 times 256. So
/// either is the end of a stretch in which 16 low bits move a float. 266 itself is the beginning of the next one.
constexpr Salt salt = Salt::of_each<float>(low_mantissa_bits);

/// Element @p index of the endless sequence.
float element_at(const Draw& draw, std::uint64_t index) {
    const float value = random_uniform(draw.seed, index, lowest_input, highest_input);
    return draw.key == 0 ? value : std::min(value, std::nextafter(highest_input, lowest_input));
}

/// What the draw shows at @p index.
float input_at(const Draw& draw, std::uint64_t index) {
    return draw.salted(salt, 0, index, element_at(draw, draw.window * window_step + index));
}

/// The distance between neighbouring floats at @p magnitude, which is neither 0 nor subnormal.
double ulp(double magnitude) { return std::ldexp(1.0, std::ilogb(magnitude) - 23); }

/// A value on its way, and how far fp32 arithmetic may have come away from it.
struct Path {
    double value = 0;       ///< from fp64 arithmetic
    double bound = 0;       ///< absolute, to the first order
    double worst_bound = 0; ///< the largest bound so far: what was lost stays lost
};

/// f(v), its slope, and the error of an fp32 program that is given v exactly.
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
    // A sine over a cosine, each with its error.
    const double c = std::cos(v);
    const double signed_tan = std::sin(v) / c;
    const double t = std::fabs(signed_tan);
    return {t, std::copysign(1 + t * t, signed_tan), function_error * (1 + t) / std::fabs(c)};
}

/// One step v + sqrt(f(v) + 1) of the path, and what becomes of its bound. With u = f(v) + 1 and y = sqrt(u):
///
/// 1. What was off before is off by |1 + f'(v) / 2y| times as much.
/// 2. f has its error, and u is rounded: d together. The root turns that into what the roots of u + d and of
///    u - d differ from y, which is much where u is close to 0. It adds an ulp of its own.
/// 3. The sum is rounded by half an ulp: at up to 1.5e-5 for inputs the largest part nearly everywhere.
Path step(std::size_t formula, const Path& path) {
    const Function f = function(formula, path.value);
    const double u = std::max(f.value + 1, 0.0);
    const double y = std::sqrt(u);
    const double d = f.error + ulp(u + f.error) / 2;
    const double highest_y = std::sqrt(u + d);
    const double lowest_y = std::sqrt(std::max(u - d, 0.0));
    const double root_error = std::max(highest_y - y, y - lowest_y) + ulp(highest_y);
    // Where cos or sin is -1, y has a kink, of slope 1 / sqrt(2) to either side.
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

/// Whether @p got could be what has become of @p input at all. A step of |tan| adds at least 1, and at most
/// the root of a tangent: no float comes closer to a pole than 1e-9. A step of cos or sin adds 0 to 1.42.
bool possible(std::size_t formula, float input, float got, std::int64_t iterations) {
    const auto steps = static_cast<double>(iterations);
    const double shortest = formula == 3 ? 0.999 * steps : 0;
    const double longest = formula == 3 ? 1e5 * steps : 1.415 * steps;
    return got >= input + shortest && got <= input + longest;
}

/// How the elements of one formula fared.
struct Tally {
    std::size_t bounded = 0; ///< with a bound that counts
    std::size_t missed = 0;  ///< of these, those that missed it by no more than missing_factor
    std::size_t lost = 0;    ///< whose bound grew beyond largest_bound: none of the others

    /// missing_share, and room for chance where only a few elements are looked at.
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
        // A step is a function, a root and two sums, at least.
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
    /// The cause where more elements of a formula miss their bound than are allowed to.
    static Diagnosis diagnosis(std::size_t formula, const Tally& tally) {
        return {
            "argument_rounded",
            std::to_string(tally.missed) + " of " + std::to_string(tally.bounded) + " elements that take " +
                names[formula] +
                " are close, but further off than fp32 arithmetic excuses; one in a thousand may be. (" +
                std::to_string(tally.lost) +
                " more lie where nobody can be close.) Is the function given the argument that the formula " +
                "says, or one that was rounded on the way?"};
    }
};

} // namespace
} // namespace kernelsmith::lab02

using kernelsmith::lab02::TransformProblem;
KERNELSMITH_PROBLEM(TransformProblem)
