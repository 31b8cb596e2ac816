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

/// Elements from one window to the next: each window is aligned to 256 bytes, as lab.h promises for every matrix.
constexpr std::size_t window_step = 64;

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

/// An element's right value, and the largest error that is accepted because of fp32 arithmetic.
struct Expected {
    double value = 0;     ///< computed in fp64
    double tolerance = 0; ///< absolute error bound
};

/// Returns the new value of @p v in an even column (@p even) or an odd one: with y = sqrt(v), y or y + 1. An fp32 program
/// has two rounding errors:
///
/// 1. IEEE 754 requires a correctly rounded root, and CUDA's sqrtf is one: half an ulp of y. A root that is only
///    nearly right, such as v * rsqrtf(v), is off by a whole ulp for many v.
/// 2. y + 1 is rounded by half an ulp of the sum. In an even column nothing is added, and an added 0 changes nothing.
///
/// The fp64 root has an error, too. It is less than 2^-29 ulp of a float; a hundredth of an ulp is more than enough.
Expected expected(float v, bool even) {
    const double y = std::sqrt(double{v});
    const double root_error = 0.51 * ulp(y);
    if (even) return {y, root_error};
    return {y + 1, root_error + ulp(y + 1 + root_error) / 2};
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
        data.salt = salt;

        Layout layout;
        layout.args = to_bytes(TransformArgs{nullptr, static_cast<int>(width), static_cast<int>(height)});
        layout.work.bytes = 2.0 * static_cast<double>(data.bytes()); // read once, written once
        layout.work.flops =
            1.5 * static_cast<double>(data.count()); // a root, and in half of the columns a sum
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
            // Before the call the element held the input: if it still does, it was not written.
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
