#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kernelsmith/block_prefix_sums.h"
#include "kernelsmith/memo_cache.h"
#include "kernelsmith/problem.h"
#include "kernelsmith/random.h"
#include "lab.h"

namespace kernelsmith::lab10 {
namespace {

/// Elements from the start of one window of the endless input sequence to the start of the next. A call reads one window.
constexpr std::uint64_t window_step = 64;

/// The salt of a call may flip one bit in each 32 bytes, the highest of the first element. That is enough: a program cannot
/// know a bit that it has not read, and memory is read in sectors of 32 bytes, so each call must read the whole array. A
/// flipped bit adds 2^31 to all sums from there on, whatever the element was, so the host needs only the parity of the
/// number of flipped bits.
constexpr Salt salt = {{0x80000000, 0, 0, 0}};
constexpr std::uint64_t salt_step = 8; // elements
constexpr std::size_t in_buffer = 0;

/// Each period of the endless sequence has a range of zeros that is longer than several tiles. So there are tiles whose sum
/// is 0, which is not the same as a sum that has not been published.
constexpr std::uint64_t period = 1 << 20;
constexpr std::uint64_t zeros_begin = 100000;
constexpr std::uint64_t zeros_end = 190000;

/// Element @p index of the endless sequence.
std::uint32_t element_at(std::uint64_t seed, std::uint64_t index) {
    const std::uint64_t phase = index % period;
    if (phase >= zeros_begin && phase < zeros_end) return 0;
    return static_cast<std::uint32_t>(random_bits(seed, index / 2) >> 32 * (index % 2));
}

/// Sums of ranges of the endless sequence, without a salt.
struct SequenceSums {
    std::uint64_t seed;
    std::uint32_t operator()(std::uint64_t first, std::uint64_t end) const {
        std::uint32_t sum = 0;
        for (std::uint64_t i = first; i < end; ++i) sum += element_at(seed, i);
        return sum;
    }
};

/// Amounts that the salt of a draw adds to the sums of ranges of its window.
struct SaltSums {
    const Draw& draw;
    std::uint32_t operator()(std::uint64_t first, std::uint64_t end) const {
        std::uint32_t sum = 0;
        for (std::uint64_t i = groups_of(salt_step, static_cast<long long>(first)) * salt_step; i < end;
             i += salt_step)
            sum += draw.salted(salt, in_buffer, i, std::uint32_t{0});
        return sum;
    }
};

/// The expected elements of `out` for a draw. The indices may come in any order; ascending is the fastest.
class Expected {
public:
    Expected(const Draw& draw, const BlockPrefixSums& sums)
        : sequence_sums_(sums), in_sequence_{draw.seed}, in_salt_{draw}, start_(draw.window * window_step),
          before_window_(sums.first(start_, in_sequence_)),
          salts_(draw.key == 0 ? 0 : static_cast<std::uint64_t>(draw.size("count")), in_salt_),
          salted_(draw.key != 0) {}

    /// Returns the inclusive prefix sum, over elements 0 to @p index of the window.
    std::uint32_t inclusive(std::uint64_t index) {
        if (index < next_ || index > next_ + near) {
            sum_ = sequence_sums_.first(start_ + index, in_sequence_) - before_window_;
            if (salted_) sum_ += salts_.first(index, in_salt_);
            next_ = index;
        }
        for (; next_ <= index; ++next_) sum_ += element(next_);
        return sum_;
    }

    /// Returns element @p index of the window, with the salt.
    [[nodiscard]] std::uint32_t element(std::uint64_t index) const {
        return in_salt_.draw.salted(salt, in_buffer, index, element_at(in_sequence_.seed, start_ + index));
    }

private:
    static constexpr std::uint64_t near = 4096;
    const BlockPrefixSums& sequence_sums_;
    SequenceSums in_sequence_;
    SaltSums in_salt_;
    std::uint64_t start_;         // first element of the window
    std::uint32_t before_window_; // sum of all elements before the window
    BlockPrefixSums salts_;
    bool salted_;
    std::uint64_t next_ = 0;
    std::uint32_t sum_ = 0; // sum of the elements before next_
};

/// A common pattern of the wrong elements.
class Pattern {
public:
    void add(std::uint64_t index, std::uint32_t expected, std::uint32_t element, std::uint32_t got) {
        const std::uint32_t off = expected - got;
        if (off != off_) {
            ++changes_;
            off_ = off;
            if (off != 0 && wrong_ranges_++ == 0) first_ = index;
        }
        if (off == 0) return;
        if (wrong_ranges_ == 1) last_ = index;
        exclusive_ = exclusive_ && got == expected - element;
        copied_ = copied_ && got == element;
    }

    /// Returns the cause that the pattern shows, if any. @p compared: number of compared elements. @p all: these are all.
    [[nodiscard]] std::optional<Diagnosis> diagnosis(std::uint64_t compared, bool all) const {
        if (exclusive_)
            return Diagnosis{
                "exclusive_scan",
                "Each wrong element is an exclusive prefix sum, without its own value: `out[i]` must include "
                "`in[i]`."};
        if (copied_)
            return Diagnosis{"input_copied",
                             "Each wrong element is a copy of `in[i]`: nothing was added to it."};
        // If the sums are wrong without a pattern, the error changes at almost every element.
        if (!all || last_ == first_ || changes_ > 1 + compared / 16) return {};
        return Diagnosis{
            "wrong_carry_in",
            "Elements " + std::to_string(first_) + " to " + std::to_string(last_) +
                " are all wrong by the same amount: the differences between their sums are right, but the "
                "prefix that was added for the elements before them is not."};
    }

private:
    std::uint32_t off_ = 0; // error of the previous element
    std::uint64_t changes_ = 0;
    std::uint64_t wrong_ranges_ = 0;
    std::uint64_t first_ = 0;
    std::uint64_t last_ = 0; // last element of the first wrong range
    bool exclusive_ = true;
    bool copied_ = true;
};

/// Lab 10: the prefix sums of an array.
class ScanProblem final : public Problem {
public:
    [[nodiscard]] Layout layout(const Sizes& sizes) const override {
        const std::int64_t count = sizes.at("count");

        Buffer in;
        in.name = "in";
        in.role = Role::in;
        in.shape = {static_cast<std::size_t>(count)};
        in.pointer_offset = offsetof(ScanArgs, in);
        in.window_step = window_step;
        in.salt = salt;

        Buffer out;
        out.name = "out";
        out.role = Role::out;
        out.shape = in.shape;
        out.pointer_offset = offsetof(ScanArgs, out);

        Buffer scratch = out;
        scratch.name = "scratch";
        scratch.role = Role::scratch;
        scratch.shape = {static_cast<std::size_t>(scratch_elements(count))};
        scratch.pointer_offset = offsetof(ScanArgs, scratch);

        Layout layout;
        layout.args = to_bytes(ScanArgs{nullptr, nullptr, nullptr, count});
        layout.work.bytes = 8 * static_cast<double>(count); // each element read once, each sum written once
        layout.work.items = static_cast<double>(count);
        layout.work.item = "element";
        layout.buffers = {in, out, scratch};
        return layout;
    }

    void generate(const Draw& draw, std::size_t, std::size_t first, std::span<std::byte> out) const override {
        for (std::size_t i = 0; i < out.size() / sizeof(std::uint32_t); ++i) {
            const std::uint32_t element = element_at(draw.seed, first + i);
            std::memcpy(out.data() + i * sizeof element, &element, sizeof element);
        }
    }

    /// Compares with a tolerance of 0: sums modulo 2^32 have no error.
    [[nodiscard]] std::vector<Comparison> check(const Draw& draw,
                                                std::span<const Observed> outputs) const override {
        const std::shared_ptr<const BlockPrefixSums> sums = sums_of(draw);
        Expected expected(draw, *sums);
        const Observed& out = outputs.front();
        Comparison comparison("out");
        Pattern pattern;
        out.for_each<std::uint32_t>([&](std::size_t i, std::uint32_t got) {
            const std::uint32_t sum = expected.inclusive(i);
            comparison.add(i, sum, got, 0, out.poison);
            pattern.add(i, sum, expected.element(i), got);
        });
        if (comparison.wrong() > 0 &&
            comparison.unwritten() == 0) { // the grader reports elements that were never written
            if (std::optional<Diagnosis> cause =
                    pattern.diagnosis(comparison.compared(), out.indices.empty()))
                comparison.fail(*std::move(cause));
        }
        return {comparison};
    }

private:
    std::shared_ptr<const BlockPrefixSums> sums_of(const Draw& draw) const {
        // All windows of a timed run begin in the first few thousand elements.
        constexpr std::uint64_t max_window_offset = 1 << 16;
        const auto length = static_cast<std::uint64_t>(draw.size("count")) + max_window_offset;
        return sums_.value({draw.seed, length},
                           [&] { return BlockPrefixSums(length, SequenceSums{draw.seed}); });
    }

    mutable MemoCache<std::pair<std::uint64_t, std::uint64_t>, BlockPrefixSums> sums_;
};

} // namespace
} // namespace kernelsmith::lab10

using kernelsmith::lab10::ScanProblem;
KERNELSMITH_PROBLEM(ScanProblem)
