#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "kernelsmith/memo_cache.h"
#include "kernelsmith/parallel_for.h"
#include "kernelsmith/problem.h"
#include "kernelsmith/random.h"
#include "lab.h"

namespace kernelsmith::lab06 {
namespace {

/// A window starts so many bytes further into the endless row. It has no say in where the buffer starts.
constexpr std::size_t window_step = 64;

/// In each 32 bytes one bit may change, the first byte's highest. That is enough: no program knows a bit that it has not
/// read, memory gives 32 bytes or none, and so all of the row has to be read again. The host has one byte in 32 to look at.
constexpr Salt salt = {{0x80, 0, 0, 0}};
constexpr std::size_t salt_step = 32;
static_assert(2 * salt.mask[0] == BINS, "changed_bytes() counts by this bit");

constexpr std::size_t word_bytes = sizeof(std::uint64_t);
constexpr std::uint64_t run_words = 5; // of equal bytes, where they come in runs

/// The size `distribution` by its numbers.
enum class Distribution {
    uniform,   ///< every value as likely as every other
    skewed,    ///< three random bytes joined by "and": each bit is set in one of eight, a third are 0
    one_value, ///< the same value everywhere
    runs       ///< 40 equal bytes, then 40 of another value
};

/// Eight bytes of the endless row, from byte `8 * index` on.
template <Distribution distribution> std::uint64_t word_at(std::uint64_t seed, std::uint64_t index) {
    constexpr std::uint64_t in_each_byte = 0x0101010101010101ULL;
    switch (distribution) {
        case Distribution::uniform: return random_bits(seed, index);
        case Distribution::skewed:
            return random_bits(seed, 3 * index) & random_bits(seed, 3 * index + 1) &
                   random_bits(seed, 3 * index + 2);
        case Distribution::one_value: return (random_bits(seed, 0) & 255) * in_each_byte;
        case Distribution::runs: return (random_bits(seed, index / run_words) & 255) * in_each_byte;
    }
    return 0;
}

/// Bytes [first, first + out.size()) of the endless row.
template <Distribution distribution>
void write_bytes(std::uint64_t seed, std::uint64_t first, std::span<std::byte> out) {
    for (std::size_t i = 0; i < out.size();) {
        const std::size_t skip = (first + i) % word_bytes;
        const std::size_t length = std::min(word_bytes - skip, out.size() - i);
        const std::uint64_t word = word_at<distribution>(seed, (first + i) / word_bytes) >> 8 * skip;
        std::memcpy(out.data() + i, &word, length);
        i += length;
    }
}

void write_bytes(Distribution distribution, std::uint64_t seed, std::uint64_t first,
                 std::span<std::byte> out) {
    switch (distribution) {
        case Distribution::uniform: return write_bytes<Distribution::uniform>(seed, first, out);
        case Distribution::skewed: return write_bytes<Distribution::skewed>(seed, first, out);
        case Distribution::one_value: return write_bytes<Distribution::one_value>(seed, first, out);
        case Distribution::runs: return write_bytes<Distribution::runs>(seed, first, out);
    }
}

std::uint8_t byte_at(Distribution distribution, std::uint64_t seed, std::uint64_t index) {
    std::byte byte{};
    write_bytes(distribution, seed, index, std::span(&byte, 1));
    return std::to_integer<std::uint8_t>(byte);
}

Distribution distribution_of(const Sizes& sizes) {
    const std::int64_t number = sizes.at("distribution");
    if (number < 0 || number > 3) throw std::invalid_argument("no such distribution");
    return static_cast<Distribution>(number);
}

/// Equal bytes stay equal.
Salt salt_of(Distribution distribution) {
    const bool random = distribution == Distribution::uniform || distribution == Distribution::skewed;
    return random ? salt : Salt{};
}

using Histogram = std::array<std::uint64_t, BINS>;

/// Adds bytes [first, end) of the endless row to @p histogram.
void count(Distribution distribution, std::uint64_t seed, std::uint64_t first, std::uint64_t end,
           Histogram& histogram) {
    // Four in turn: the processor need not wait for one addition before it begins the next to the same bin.
    std::array<Histogram, 4> parts{};
    std::vector<std::byte> bytes(std::min<std::uint64_t>(end - first, 1 << 16));
    for (; first < end; first += bytes.size()) {
        const std::size_t length = std::min<std::uint64_t>(bytes.size(), end - first);
        write_bytes(distribution, seed, first, std::span(bytes).first(length));
        for (std::size_t i = 0; i < length; ++i) ++parts[i % 4][std::to_integer<std::size_t>(bytes[i])];
    }
    for (const Histogram& part : parts) {
        for (std::size_t bin = 0; bin < histogram.size(); ++bin) histogram[bin] += part[bin];
    }
}

/// The histogram of the first @p length bytes.
Histogram count_by_all(Distribution distribution, std::uint64_t seed, std::uint64_t length) {
    Histogram all{};
    std::mutex mutex;
    parallel_for(length, 1 << 22, [&](std::uint64_t first, std::uint64_t end) {
        Histogram part{};
        count(distribution, seed, first, end, part);
        const std::lock_guard lock(mutex);
        for (std::size_t bin = 0; bin < BINS; ++bin) all[bin] += part[bin];
    });
    return all;
}

/// The bytes that a salt may change, of the first @p length.
std::vector<std::uint8_t> changeable(Distribution distribution, std::uint64_t seed, std::uint64_t length) {
    std::vector<std::uint8_t> bytes(groups_of(salt_step, static_cast<long long>(length)));
    parallel_for(bytes.size(), 1 << 18, [&](std::uint64_t first, std::uint64_t end) {
        for (std::uint64_t i = first; i < end; ++i) bytes[i] = byte_at(distribution, seed, i * salt_step);
    });
    return bytes;
}

/// What is worth keeping of one endless row: a timed run is checked at dozens of windows, which differ only at their
/// ends and in the bits that are salted.
struct Known {
    Distribution distribution;
    std::uint64_t seed;
    std::uint64_t length;                 ///< of a window
    Histogram histogram;                  ///< of window 0
    std::vector<std::uint8_t> changeable; ///< the bytes of window 0 that a salt may change
};

/// Lab 06: a histogram of bytes, at any alignment.
class HistogramProblem final : public Problem {
public:
    [[nodiscard]] std::string describe(const Sizes& sizes) const override {
        static const std::array<std::string, 4> words = {"random bytes", "random bytes, many of them 0",
                                                         "one value everywhere", "runs of 40 equal bytes"};
        const auto distribution = static_cast<std::size_t>(distribution_of(sizes));
        return in_words(sizes, {{"distribution", words.at(distribution)}});
    }

    [[nodiscard]] Layout layout(const Sizes& sizes) const override {
        const std::int64_t count = sizes.at("count");

        Buffer in;
        in.name = "in";
        in.role = Role::in;
        in.element_bytes = 1;
        in.shape = {static_cast<std::size_t>(count)};
        in.pointer_offset = offsetof(HistogramArgs, in);
        in.misalignment = static_cast<std::size_t>(sizes.at("at"));
        in.window_step = window_step;
        in.salt = salt_of(distribution_of(sizes));

        Buffer bins;
        bins.name = "bins";
        bins.role = Role::out;
        bins.shape = {BINS};
        bins.pointer_offset = offsetof(HistogramArgs, bins);

        Buffer scratch = bins;
        scratch.name = "scratch";
        scratch.role = Role::scratch;
        scratch.shape = {SCRATCH_BINS};
        scratch.pointer_offset = offsetof(HistogramArgs, scratch);

        Layout layout;
        layout.args = to_bytes(HistogramArgs{nullptr, nullptr, nullptr, count});
        layout.work.bytes = static_cast<double>(count + 4 * BINS); // each byte read, each bin written, once
        layout.work.items = static_cast<double>(count);
        layout.work.item = "byte";
        layout.buffers = {in, bins, scratch};
        return layout;
    }

    void generate(const Draw& draw, std::size_t, std::size_t first, std::span<std::byte> out) const override {
        write_bytes(distribution_of(draw.sizes), draw.seed, first, out);
    }

    /// Compares with a tolerance of 0: a count is a whole number, and the largest, 2^31, fits an unsigned
    /// int.
    [[nodiscard]] std::vector<Comparison> check(const Draw& draw,
                                                std::span<const Observed> outputs) const override {
        const Histogram expected = expected_bins(draw);
        const Observed& bins = outputs.front();
        Comparison comparison("bins");
        bins.for_each<unsigned int>([&](std::size_t bin, unsigned int got) {
            comparison.add(bin, static_cast<double>(expected[bin]), got, 0, bins.poison);
        });
        if (!comparison.passed()) explain(draw, expected, bins, comparison);
        return {comparison};
    }

private:
    Histogram expected_bins(const Draw& draw) const {
        const Distribution distribution = distribution_of(draw.sizes);
        const auto length = static_cast<std::uint64_t>(draw.size("count"));
        const std::shared_ptr<const Known> known = rows_.value({distribution, draw.seed, length}, [&] {
            return Known{distribution, draw.seed, length, count_by_all(distribution, draw.seed, length),
                         changeable(distribution, draw.seed, length)};
        });
        Histogram histogram = window_of(draw, *known);
        if (draw.key != 0 && salt_of(distribution).any()) recount_salted(draw, *known, histogram);
        return histogram;
    }

    /// Window 0, less the bytes that the draw's window does not begin with, and the bytes that it ends with.
    static Histogram window_of(const Draw& draw, const Known& known) {
        const std::uint64_t shift = draw.window * window_step;
        Histogram histogram{};
        if (known.length <= 2 * shift) { // the windows have little in common
            count(known.distribution, known.seed, shift, shift + known.length, histogram);
            return histogram;
        }
        histogram = known.histogram;
        Histogram gone{};
        count(known.distribution, known.seed, 0, shift, gone);
        count(known.distribution, known.seed, known.length, known.length + shift, histogram);
        for (std::size_t bin = 0; bin < histogram.size(); ++bin) histogram[bin] -= gone[bin];
        return histogram;
    }

    /// Counts the bytes that a salt may change as what they are with the draw's key.
    static void recount_salted(const Draw& draw, const Known& known, Histogram& histogram) {
        const std::uint64_t skipped = draw.window * window_step / salt_step;
        const std::uint64_t all = known.changeable.size();
        const std::uint64_t kept = all - std::min(all, skipped);
        std::mutex mutex;
        parallel_for(kept, 1 << 18, [&](std::uint64_t first, std::uint64_t end) {
            const Histogram changed = changed_bytes(draw, first, end, [&](std::uint64_t i) {
                return known.changeable[skipped + i];
            });
            const std::lock_guard lock(mutex);
            change(changed, histogram);
        });
        const auto beyond = [&](std::uint64_t i) {
            return byte_at(known.distribution, known.seed, (skipped + i) * salt_step);
        };
        change(changed_bytes(draw, kept, all, beyond), histogram);
    }

    /// Of the bytes that a salt may change, those with numbers in [first, end) that it does change, by what they were:
    /// `byte_of(number)`.
    template <typename ByteOf>
    static Histogram changed_bytes(const Draw& draw, std::uint64_t first, std::uint64_t end, ByteOf byte_of) {
        // Several in turn, as in count(). The upper half of each is what changes.
        std::array<std::array<std::uint64_t, 2 * BINS>, 4> parts{};
        for (std::uint64_t i = first; i < end; ++i) {
            const std::uint8_t byte = byte_of(i);
            const unsigned difference = byte ^ draw.salted(salt, 0, i * salt_step, byte);
            ++parts[i % 4][byte + (difference << 1)];
        }
        Histogram changed{};
        for (const auto& part : parts)
            for (std::size_t bin = 0; bin < BINS; ++bin) changed[bin] += part[BINS + bin];
        return changed;
    }

    static void change(const Histogram& changed, Histogram& histogram) {
        for (std::size_t bin = 0; bin < BINS; ++bin) {
            histogram[bin] -= changed[bin];
            histogram[bin ^ salt.mask[0]] += changed[bin];
        }
    }

    /// Adds a diagnosis where the wrong counters show their cause.
    static void explain(const Draw& draw, const Histogram& expected, const Observed& bins,
                        Comparison& comparison) {
        if (!bins.indices.empty()) return; // some of the counters say nothing about their sum
        std::uint64_t sum = 0;
        std::size_t kept = 0;
        bins.for_each<unsigned int>([&](std::size_t bin, unsigned int got) {
            const auto before = static_cast<std::uint32_t>(bins.poison >> bin % 2 * 32);
            sum += got;
            if (got == static_cast<std::uint32_t>(expected[bin] + before)) ++kept;
        });
        const auto count = static_cast<std::uint64_t>(draw.size("count"));
        std::string totals = "All counters together come to ";
        totals += std::to_string(sum) + ", of " + std::to_string(count) + " bytes: ";
        if (comparison.unwritten() == comparison.compared()) return; // the grader says so
        if (kept == comparison.compared()) {
            comparison.fail(
                {"counters_not_zeroed",
                 "Each counter holds what stood there before the call, and its count on top: they "
                 "have to be 0 before anything is added."});
        } else if (comparison.unwritten() > 0) {
            return; // and here as well
        } else if (sum < count) {
            comparison.fail({"not_counted", totals + "some were not counted, or their counts were lost.",
                             draw.size("count")});
        } else if (sum == count) {
            comparison.fail({"counted_as_others",
                             totals + "each was counted once, but some of them as others.",
                             draw.size("count")});
        } else if (sum <= 16 * count) {
            comparison.fail(
                {"counted_more_than_once", totals + "some were counted more than once.", draw.size("count")});
        }
    }

    mutable MemoCache<std::tuple<Distribution, std::uint64_t, std::uint64_t>, Known>
        rows_; // by seed and length
};

} // namespace
} // namespace kernelsmith::lab06

using kernelsmith::lab06::HistogramProblem;
KERNELSMITH_PROBLEM(HistogramProblem)
