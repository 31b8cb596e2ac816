#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "expected.h"
#include "input_sequence.h"
#include "kernelsmith/block_prefix_sums.h"
#include "kernelsmith/memo_cache.h"
#include "kernelsmith/problem.h"
#include "lab.h"

namespace kernelsmith::lab11 {
namespace {

/// Whether @p out, observed completely, begins with the right elements in any order.
bool same_in_another_order(const Observed& out, Expected& expected) {
    std::vector<float> got;
    std::vector<float> right;
    out.for_each<float>([&](std::size_t i, float element) {
        if (i >= expected.kept()) return;
        got.push_back(element);
        right.push_back(expected.element_kept(i));
    });
    std::sort(got.begin(), got.end());
    std::sort(right.begin(), right.end());
    return got == right;
}

/// Lab 11: the elements of an array that are below a bound.
class CompactionProblem final : public Problem {
public:
    [[nodiscard]] Layout layout(const Sizes& sizes) const override {
        const std::int64_t count = sizes.at("count");

        Buffer in;
        in.name = "in";
        in.role = Role::in;
        in.shape = {static_cast<std::size_t>(count)};
        in.pointer_offset = offsetof(CompactArgs, in);
        in.window_step = window_step;
        in.salt = salt;

        Buffer out;
        out.name = "out";
        out.role = Role::out;
        out.shape = in.shape;
        out.pointer_offset = offsetof(CompactArgs, out);

        Buffer kept;
        kept.name = "kept";
        kept.role = Role::out;
        kept.element_bytes = sizeof(long long);
        kept.shape = {1};
        kept.pointer_offset = offsetof(CompactArgs, kept);

        Buffer scratch;
        scratch.name = "scratch";
        scratch.role = Role::scratch;
        scratch.shape = {static_cast<std::size_t>(scratch_elements(count))};
        scratch.pointer_offset = offsetof(CompactArgs, scratch);

        Layout layout;
        layout.args = to_bytes(CompactArgs{nullptr, nullptr, nullptr, nullptr, count, bound_of(sizes)});
        // Each element read once, and each that is kept written once.
        layout.work.bytes =
            static_cast<double>(count) * (4 + 4 * static_cast<double>(sizes.at("share")) / 1000);
        layout.work.items = static_cast<double>(count);
        layout.work.item = "element";
        layout.buffers = {in, out, kept, scratch};
        return layout;
    }

    [[nodiscard]] std::string describe(const Sizes& sizes) const override {
        static const std::array<const char*, 4> kinds = {"at random", "the kept ones first",
                                                         "every second one", "in stretches of 5000"};
        const std::int64_t share = sizes.at("share");
        const std::int64_t kind = sizes.at("kind");
        if (share == 0 || share == 1000)
            return in_words(sizes, {{"kind", ""}, {"share", share_in_words(share)}});
        const bool is_half = static_cast<Kind>(kind) == Kind::every_second; // half, whatever the share is
        return in_words(sizes, {{"kind", kinds.at(static_cast<std::size_t>(kind))},
                                {"share", is_half ? "" : share_in_words(share)}});
    }

    void generate(const Draw& draw, std::size_t, std::size_t first, std::span<std::byte> out) const override {
        const InputSequence sequence(draw);
        for (std::size_t i = 0; i < out.size() / sizeof(float); ++i) {
            const float element = sequence.element(first + i);
            std::memcpy(out.data() + i * sizeof element, &element, sizeof element);
        }
    }

    /// Compares with a tolerance of 0: elements are moved, not computed.
    [[nodiscard]] std::vector<Comparison> check(const Draw& draw,
                                                std::span<const Observed> outputs) const override {
        const std::shared_ptr<const BlockPrefixSums> sums = sums_of(draw);
        Expected expected(draw, *sums);
        Comparison out = check_out(outputs[0], expected, bound_of(draw.sizes));
        const Comparison kept = check_kept(outputs[1], expected);
        if (std::optional<Diagnosis> cause = kept_diagnosis(kept); !out.passed() && cause)
            out.fail(*std::move(cause));
        return {out, kept};
    }

private:
    static Comparison check_out(const Observed& out, Expected& expected, float bound) {
        Comparison comparison("out");
        std::uint64_t not_below = 0; // among the wrong elements that were written
        out.for_each<float>([&](std::size_t i, float got) {
            if (i >= expected.kept()) { // ignored
                comparison.add(i, 0, 0.0F, 0);
                return;
            }
            const float element = expected.element_kept(i);
            const std::uint64_t unwritten = comparison.unwritten();
            comparison.add(i, element, got, 0, out.poison);
            if (got >= bound && comparison.unwritten() == unwritten) ++not_below;
        });
        if (comparison.wrong() == 0) return comparison;
        if (not_below > 0) {
            comparison.fail(
                {"not_below_the_bound",
                 std::to_string(not_below) +
                     " of the wrong elements are not below the bound: they should not be in `out`."});
        } else if (comparison.unwritten() == 0 && out.indices.empty() &&
                   same_in_another_order(out, expected)) {
            comparison.fail({"another_order", "All expected elements are there, but in another order."});
        }
        return comparison;
    }

    static Comparison check_kept(const Observed& out, const Expected& expected) {
        Comparison comparison("kept");
        out.for_each<std::int64_t>([&](std::size_t i, std::int64_t got) {
            comparison.add(i, static_cast<double>(expected.kept()), got, 0, out.poison);
        });
        return comparison;
    }

    /// The error of `*kept` if `out` is wrong as well: the grader reports only the first wrong output.
    static std::optional<Diagnosis> kept_diagnosis(const Comparison& kept) {
        if (kept.passed()) return {};
        const Mismatch& found = kept.first().front();
        if (found.unwritten) return Diagnosis{"kept_not_written", "And `*kept` was never written."};
        const bool small = found.got < found.expected;
        return Diagnosis{small ? "kept_too_small" : "kept_too_large",
                         "And `*kept` is too " + std::string(small ? "small" : "large") + ": " +
                             std::to_string(static_cast<std::int64_t>(found.got)) + " instead of " +
                             std::to_string(static_cast<std::int64_t>(found.expected)) + "."};
    }

    std::shared_ptr<const BlockPrefixSums> sums_of(const Draw& draw) const {
        // All windows of a timed run begin in the first few hundred thousand elements.
        constexpr std::uint64_t max_window_offset = 1 << 18;
        const auto length = static_cast<std::uint64_t>(draw.size("count")) + max_window_offset;
        return sums_.value({draw.seed, draw.size("kind"), draw.size("share"), draw.size("count")},
                           [&] { return BlockPrefixSums(length, KeptInSequence(draw)); });
    }

    mutable MemoCache<std::tuple<std::uint64_t, std::int64_t, std::int64_t, std::int64_t>, BlockPrefixSums>
        sums_;
};

} // namespace
} // namespace kernelsmith::lab11

using kernelsmith::lab11::CompactionProblem;
KERNELSMITH_PROBLEM(CompactionProblem)
