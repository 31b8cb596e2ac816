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

/// Bytes by which a window starts further into the endless array than the one before. Does not affect the buffer's alignment.
constexpr std::size_t window_step = 64;

/// One bit per 32 bytes may change, the highest of the first byte. That is enough: a program cannot know a bit that it has not
/// read, and memory is read in sectors of 32 bytes, so it must read the whole array again. The host checks one byte in 32.
constexpr Salt salt = {{0x80, 0, 0, 0}};
constexpr std::size_t salt_step = 32;
static_assert(2 * salt.mask[0] == BINS, "changed_bytes() counts by this bit");

constexpr std::size_t word_bytes = sizeof(std::uint64_t);
constexpr std::uint64_t run_words = 5; // of equal bytes, where they come in runs

/// The values of the size `distribution`.
enum class Distribution {
    uniform,   ///< all values are equally likely
    skewed,    ///< bitwise "and" of three random bytes: each bit is set in one of eight, a third are 0
    one_value, ///< the same value everywhere
    runs       ///< 40 equal bytes, then 40 of another value
};

/// Returns eight bytes of the endless array, from byte `8 * index` on.
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

/// Writes bytes [first, first + out.size()) of the endless array to @p out.
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

/// Salt for a distribution; none where equal bytes must stay equal.
Salt salt_of(Distribution distribution) {
    const bool random = distribution == Distribution::uniform || distribution == Distribution::skewed;
    return random ? salt : Salt{};
}

using Histogram = std::array<std::uint64_t, BINS>;

/// Adds bytes [first, end) of the endless array to @p histogram.
void count(Distribution distribution, std::uint64_t seed, std::uint64_t first, std::uint64_t end,
           Histogram& histogram) {
    // Four alternating histograms: one addition need not wait for the one before to the same bin.
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

/// Counts the first @p length bytes with all threads.
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

/// Returns those of the first @p length bytes that a salt may change.
std::vector<std::uint8_t> changeable(Distribution distribution, std::uint64_t seed, std::uint64_t length) {
    std::vector<std::uint8_t> bytes(groups_of(salt_step, static_cast<long long>(length)));
    parallel_for(bytes.size(), 1 << 18, [&](std::uint64_t first, std::uint64_t end) {
        for (std::uint64_t i = first; i < end; ++i) bytes[i] = byte_at(distribution, seed, i * salt_step);
    });
    return bytes;
}

/// Cached results for one endless array: a timed run is checked at dozens of windows, which differ only at their
/// ends and in the salted bits.
struct Known {
    Distribution distribution;
    std::uint64_t seed;
    std::uint64_t length;                 ///< bytes per window
    Histogram histogram;                  ///< counts of window 0
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

    /// Compares with a tolerance of 0: a count is an integer, and the largest, 2^31, fits into an unsigned
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

    /// Histogram of the draw's window: that of window 0 without the bytes before the window, plus those at its end.
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

    /// Moves the counts of the bytes that the salt changes with the draw's key to their new values.
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

    /// Histogram, by old values, of those bytes that the salt does change, among the changeable bytes with numbers in
    /// [first, end). The old value is `byte_of(number)`.
    template <typename ByteOf>
    static Histogram changed_bytes(const Draw& draw, std::uint64_t first, std::uint64_t end, ByteOf byte_of) {
        // Four alternating histograms, as in count(). Their upper halves hold the bytes that change.
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

    /// Adds a diagnosis if the wrong counters reveal their cause.
    static void explain(const Draw& draw, const Histogram& expected, const Observed& bins,
                        Comparison& comparison) {
        if (!bins.indices.empty()) return; // a sample of the counters does not show their sum
        std::uint64_t sum = 0;
        std::size_t kept = 0;
        bins.for_each<unsigned int>([&](std::size_t bin, unsigned int got) {
            const auto before = static_cast<std::uint32_t>(bins.poison >> bin % 2 * 32);
            sum += got;
            if (got == static_cast<std::uint32_t>(expected[bin] + before)) ++kept;
        });
        const auto count = static_cast<std::uint64_t>(draw.size("count"));
        std::string totals = "The sum of all counters is ";
        totals += std::to_string(sum) + ", for " + std::to_string(count) + " bytes: ";
        if (comparison.unwritten() == comparison.compared()) return; // the grader reports it
        if (kept == comparison.compared()) {
            comparison.fail(
                {"counters_not_zeroed",
                 "Each counter holds its value from before the call in addition to its count: they "
                 "must be set to 0 before anything is added."});
        } else if (comparison.unwritten() > 0) {
            return; // the grader reports this, too
        } else if (sum < count) {
            comparison.fail({"not_counted", totals + "some were not counted, or their counts were lost.",
                             draw.size("count")});
        } else if (sum == count) {
            comparison.fail({"counted_as_others",
                             totals + "each was counted once, but some in the wrong bin.",
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
