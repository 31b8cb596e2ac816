#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "kernelsmith/problem.h"
#include "kernelsmith/random.h"
#include "lab.h"

namespace kernelsmith::lab01 {
namespace {

constexpr float lowest_input = 10;
constexpr float highest_input = 266;

/// A window starts on a 256-byte boundary, as lab.h promises of every matrix.
constexpr std::size_t window_step = 64;

/// Moves an input by less than 1 in 128, within its range: 10 is 160 / 128 times 8, and 266 is 133 / 128 times 256. So
/// either is the end of a stretch in which 16 low bits move a float. 266 itself is the beginning of the next one.
constexpr Twist twist = Twist::of_each<float>(low_mantissa_bits);

/// Element @p index of the endless sequence.
float element_at(const Draw& draw, std::uint64_t index) {
    const float value = random_uniform(draw.seed, index, lowest_input, highest_input);
    return draw.key == 0 ? value : std::min(value, std::nextafter(highest_input, lowest_input));
}

/// What the draw shows at @p index.
float input_at(const Draw& draw, std::uint64_t index) {
    return draw.twisted(twist, 0, index, element_at(draw, draw.window * window_step + index));
}

/// The distance between neighbouring floats at @p magnitude, which is neither 0 nor subnormal.
double ulp(double magnitude) { return std::ldexp(1.0, std::ilogb(magnitude) - 23); }

/// An element's right value and the largest error that fp32 arithmetic excuses.
struct Expected {
    double value = 0;     ///< from fp64 arithmetic
    double tolerance = 0; ///< absolute
};

/// What @p v becomes in an even column (@p even) or an odd one.
///
/// With c the cosine or the logarithm of v, u = c + 1 and y = sqrt(u), the result is v + y. An fp32 program
/// errs at four places, and the tolerance is the sum of what they can do to the result:
///
/// 1. c. CUDA documents 2 ulp for cosf and 1 ulp for logf (CUDA C++ Programming Guide, "Mathematical
///    Functions"), counted from the correctly rounded result, so half an ulp more from the exact one.
/// 2. c + 1 is rounded by half an ulp of u, except where c is at most -1/2: there the sum is exact.
/// 3. The root turns an error of d in u into one of about d / 2y in y. Where cos v is close to -1, u is close
///    to 0 and the root is steep: 6e-8 in u can become 2.4e-4 in y. sqrtf itself adds half an ulp of y.
/// 4. v + y is rounded by half an ulp of the result: at up to 1.5e-5 the largest part nearly everywhere.
Expected expected(float v, bool even) {
    const double c = even ? std::cos(double{v}) : std::log(double{v});
    const double u = std::max(c + 1, 0.0);
    const double y = std::sqrt(u);

    const double function_error = (even ? 2.5 : 1.5) * ulp(c);
    const bool exact_sum = c + function_error <= -0.5;
    const double d = function_error + (exact_sum ? 0 : ulp(u + function_error) / 2);

    const double highest_y = std::sqrt(u + d);
    const double lowest_y = std::sqrt(std::max(u - d, 0.0));
    const double root_error = std::max(highest_y - y, y - lowest_y) + ulp(highest_y) / 2;

    return {v + y, root_error + ulp(v + y + root_error) / 2};
}

/// Lab 01: an elementwise transform, in place, whose formula alternates from column to column.
class TransformProblem final : public Problem {
public:
    [[nodiscard]] Layout layout(const Sizes& sizes) const override {
        const std::int64_t width = sizes.at("width");
        const std::int64_t height = sizes.at("height");

        Buffer data;
        data.name = "data";
        data.role = Role::inout;
        data.element_bytes = sizeof(float);
        data.shape = {static_cast<std::size_t>(height), static_cast<std::size_t>(width)};
        data.pointer_offset = offsetof(TransformArgs, data);
        data.window_step = window_step;
        data.twist = twist;

        Layout layout;
        layout.args = to_bytes(TransformArgs{nullptr, static_cast<int>(width), static_cast<int>(height)});
        layout.work.bytes = 2.0 * static_cast<double>(data.bytes()); // read once, written once
        layout.work.flops =
            4.0 * static_cast<double>(data.count()); // a function, a root and two sums, at least
        layout.buffers = {data};
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
        const Observed& data = outputs.front();
        const auto width = static_cast<std::size_t>(draw.size("width"));
        Comparison comparison("data");
        data.for_each<float>([&](std::size_t index, float got) {
            const bool even = index % width % 2 == 0;
            const float input = input_at(draw, index);
            const Expected right = expected(input, even);
            // What stood there before the call was the input: an element that still holds it was not written.
            const std::uint64_t before = std::bit_cast<std::uint32_t>(input);
            comparison.add(index, right.value, got, right.tolerance, before << 32 | before);
        });
        return {comparison};
    }
};

} // namespace
} // namespace kernelsmith::lab01

using kernelsmith::lab01::TransformProblem;
KERNELSMITH_PROBLEM(TransformProblem)
