#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernelsmith/problem.h"
#include "kernelsmith/random.h"
#include "lab.h"

namespace kernelsmith::lab03 {
namespace {

constexpr std::size_t levels = 256;

/// Bytes from the start of one window to the next, in the endless image. Does not affect the buffer's address.
constexpr std::size_t window_step = 64;

/// The sizes are count; in_at and out_at, the bytes from a boundary of 256 to each image; gain and offset, in
/// thousandths; and signs. A size cannot be negative, so signs encodes which of the two is: 1 the gain, 2 the
/// offset, 3 both.
float thousandths(std::int64_t number, bool negative) {
    const float value = static_cast<float>(number) / 1000.0f;
    return negative ? -value : value;
}

float gain_of(const Sizes& sizes) { return thousandths(sizes.at("gain"), sizes.at("signs") % 2 == 1); }

float offset_of(const Sizes& sizes) { return thousandths(sizes.at("offset"), sizes.at("signs") / 2 == 1); }

/// Returns thousandths as a decimal: "-1.3" for 1300 if @p negative.
std::string decimal(std::int64_t number, bool negative) {
    return (negative && number != 0 ? "-" : "") + format_thousandths(number);
}

/// The salt may turn any byte into any other.
constexpr Salt salt = Salt::of_each<std::uint8_t>(0xff);

/// Returns byte @p index of the endless image. Each random number supplies eight bytes.
std::uint8_t byte_at(std::uint64_t seed, std::uint64_t index) {
    return static_cast<std::uint8_t>(random_bits(seed, index / 8) >> (index % 8 * 8));
}

/// Returns the input byte of the draw at @p index.
std::uint8_t input_at(const Draw& draw, std::uint64_t index) {
    return draw.salted(salt, 0, index, byte_at(draw.seed, draw.window * window_step + index));
}

/// Returns the result for each of the 256 levels, to be compared with a tolerance of 0.
///
/// That is not harsh: the problem has no tolerance, because each step of the formula has one right result. A byte
/// is exact as a float. fma() is rounded once, correctly, by the FFMA of every GPU as well as by std::fma(). rint()
/// is exact, and so is clamp(). The results are integers up to 255, and any difference is a mistake: a product
/// rounded before the sum, a half rounded up instead of to the even number, a 256 that became 0.
///
/// fp64 is no better reference. With gain -0.8f and offset 197.5f, 5 becomes 193.5 and then 194; in fp64 it
/// is 193.49999994 before rint() and 193 after it. The formula is defined in floats.
std::array<double, levels> expected_levels(float gain, float offset) {
    std::array<double, levels> expected{};
    for (std::size_t x = 0; x < levels; ++x) {
        const float rounded = std::nearbyint(std::fma(gain, static_cast<float>(x), offset));
        expected[x] = std::fmin(std::fmax(rounded, 0.0f), 255.0f);
    }
    return expected;
}

/// Lab 03: an elementwise operation on bytes, out of place, at any alignment.
class AdjustProblem final : public Problem {
public:
    [[nodiscard]] std::string describe(const Sizes& sizes) const override {
        return in_words(sizes,
                        {{"gain", "gain " + decimal(sizes.at("gain"), sizes.at("signs") % 2 == 1)},
                         {"offset", "offset " + decimal(sizes.at("offset"), sizes.at("signs") / 2 == 1)},
                         {"signs", ""}});
    }

    [[nodiscard]] Layout layout(const Sizes& sizes) const override {
        const std::int64_t count = sizes.at("count");

        Buffer in;
        in.name = "in";
        in.role = Role::in;
        in.element_bytes = 1;
        in.shape = {static_cast<std::size_t>(count)};
        in.pointer_offset = offsetof(AdjustArgs, in);
        in.misalignment = static_cast<std::size_t>(sizes.at("in_at"));
        in.window_step = window_step;
        in.salt = salt;

        Buffer out = in;
        out.name = "out";
        out.role = Role::out;
        out.pointer_offset = offsetof(AdjustArgs, out);
        out.misalignment = static_cast<std::size_t>(sizes.at("out_at"));

        Layout layout;
        layout.args = to_bytes(AdjustArgs{nullptr, nullptr, count, gain_of(sizes), offset_of(sizes)});
        layout.work.bytes = 2.0 * static_cast<double>(count); // each byte read once and written once
        layout.work.flops = 2.0 * static_cast<double>(count); // one fma() per byte
        layout.work.items = static_cast<double>(count);
        layout.work.item = "byte";
        layout.buffers = {in, out};
        return layout;
    }

    void generate(const Draw& draw, std::size_t, std::size_t first, std::span<std::byte> out) const override {
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::byte{byte_at(draw.seed, first + i)};
    }

    [[nodiscard]] std::vector<Comparison> check(const Draw& draw,
                                                std::span<const Observed> outputs) const override {
        const Observed& out = outputs.front();
        const std::array<double, levels> expected =
            expected_levels(gain_of(draw.sizes), offset_of(draw.sizes));
        const auto right = [&](std::size_t index) { return expected[input_at(draw, index)]; };

        // One byte in 256 equals its poison by chance. So a report may call bytes unwritten only if all wrong
        // bytes hold their poison.
        bool unwritten = true;
        out.for_each<std::uint8_t>([&](std::size_t index, std::uint8_t got) {
            const auto before = static_cast<std::uint8_t>(out.poison >> index % sizeof(out.poison) * 8);
            if (got != right(index) && got != before) unwritten = false;
        });

        Comparison comparison("out");
        const std::uint64_t poison = unwritten ? out.poison : Comparison::no_poison;
        out.for_each<std::uint8_t>([&](std::size_t index, std::uint8_t got) {
            comparison.add(index, right(index), got, 0, poison);
        });
        return {comparison};
    }
};

} // namespace
} // namespace kernelsmith::lab03

using kernelsmith::lab03::AdjustProblem;
KERNELSMITH_PROBLEM(AdjustProblem)
