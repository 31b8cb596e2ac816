#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "kernelsmith/problem.h"
#include "kernelsmith/random.h"
#include "lab.h"

namespace kernelsmith::lab00 {
namespace {

/// Returns number @p index of the infinite sequence of inputs.
std::int32_t number_at(std::uint64_t seed, std::uint64_t index) {
    return static_cast<std::int32_t>(random_bits(seed, index) % 100);
}

/// Lab 00: differences between neighbours, group by group.
class DifferencesProblem final : public Problem {
public:
    [[nodiscard]] Layout layout(const Sizes& sizes) const override {
        const std::int64_t count = sizes.at("count");

        Buffer in;
        in.name = "in";
        in.role = Role::in;
        in.element_bytes = sizeof(std::int32_t);
        in.shape = {static_cast<std::size_t>(count)};
        in.pointer_offset = offsetof(DifferencesArgs, in);

        Buffer out = in;
        out.name = "out";
        out.role = Role::out;
        out.pointer_offset = offsetof(DifferencesArgs, out);

        Layout layout;
        layout.args = to_bytes(DifferencesArgs{nullptr, nullptr, static_cast<int>(count)});
        layout.work.bytes = static_cast<double>(in.bytes() + out.bytes());
        layout.buffers = {in, out};
        return layout;
    }

    void generate(const Draw& draw, std::size_t, std::size_t first, std::span<std::byte> out) const override {
        for (std::size_t i = 0; i < out.size() / sizeof(std::int32_t); ++i) {
            const std::int32_t number = number_at(draw.seed, first + i);
            std::memcpy(out.data() + i * sizeof(number), &number, sizeof(number));
        }
    }

    /// Compares all elements exactly. Nothing is timed here, so every draw is of the first window and has no key.
    [[nodiscard]] std::vector<Comparison> check(const Draw& draw,
                                                std::span<const Observed> outputs) const override {
        const Observed& out = outputs.front();
        Comparison comparison("out");
        out.for_each<std::int32_t>([&](std::size_t index, std::int32_t got) {
            const std::int32_t number = number_at(draw.seed, index);
            const bool first_of_group = index % static_cast<std::size_t>(group) == 0;
            const std::int32_t expected = first_of_group ? number : number - number_at(draw.seed, index - 1);
            comparison.add(index, expected, got, 0, out.poison);
        });
        return {comparison};
    }
};

} // namespace
} // namespace kernelsmith::lab00

using kernelsmith::lab00::DifferencesProblem;
KERNELSMITH_PROBLEM(DifferencesProblem)
