#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <list>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "kernelsmith/problem.h"
#include "kernelsmith/random.h"
#include "lab.h"

namespace kernelsmith::lab06 {
namespace {

/// A window starts so many bytes further into the endless row. It has no say in where the buffer starts.
constexpr std::size_t window_step = 64;

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

Distribution distribution_of(const Sizes& sizes) {
    const std::int64_t number = sizes.at("distribution");
    if (number < 0 || number > 3) throw std::invalid_argument("no such distribution");
    return static_cast<Distribution>(number);
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

/// The histogram of the first @p length bytes, counted by as many threads as the machine has.
Histogram count_by_all(Distribution distribution, std::uint64_t seed, std::uint64_t length) {
    constexpr std::uint64_t least = 1 << 22; // bytes for which a thread is worth its start
    const std::uint64_t threads =
        std::clamp<std::uint64_t>(length / least, 1, std::max(1U, std::thread::hardware_concurrency()));
    std::vector<Histogram> parts(threads, Histogram{});
    const auto count_part = [&](std::uint64_t t) {
        count(distribution, seed, length * t / threads, length * (t + 1) / threads, parts[t]);
    };
    {
        std::vector<std::jthread> helpers;
        for (std::uint64_t t = 1; t < threads; ++t) helpers.emplace_back(count_part, t);
        count_part(0);
    }
    for (std::size_t t = 1; t < parts.size(); ++t) {
        for (std::size_t bin = 0; bin < BINS; ++bin) parts[0][bin] += parts[t][bin];
    }
    return parts[0];
}

/// Histograms of window 0, kept: a timed run is checked at dozens of windows, which differ only at their
/// ends.
class Memory {
public:
    Histogram first_window(Distribution distribution, std::uint64_t seed, std::uint64_t length) {
        const std::lock_guard lock(mutex_);
        const auto known = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
            return entry.distribution == distribution && entry.seed == seed && entry.length == length;
        });
        if (known != entries_.end()) return known->histogram;
        if (entries_.size() == kept) entries_.pop_front();
        entries_.push_back({distribution, seed, length, count_by_all(distribution, seed, length)});
        return entries_.back().histogram;
    }

private:
    struct Entry {
        Distribution distribution;
        std::uint64_t seed;
        std::uint64_t length;
        Histogram histogram;
    };
    static constexpr std::size_t kept = 8;
    std::mutex mutex_;
    std::list<Entry> entries_;
};

/// Lab 06: a histogram of bytes, at any alignment.
class HistogramProblem final : public Problem {
public:
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
    /// Window 0, less the bytes that the draw's window does not begin with, and the bytes that it ends with.
    Histogram expected_bins(const Draw& draw) const {
        const Distribution distribution = distribution_of(draw.sizes);
        const auto length = static_cast<std::uint64_t>(draw.size("count"));
        const std::uint64_t shift = draw.window * window_step;
        if (length <= 2 * shift) { // the windows have little in common
            Histogram histogram{};
            count(distribution, draw.seed, shift, shift + length, histogram);
            return histogram;
        }
        Histogram histogram = memory_.first_window(distribution, draw.seed, length);
        Histogram gone{};
        count(distribution, draw.seed, 0, shift, gone);
        count(distribution, draw.seed, length, length + shift, histogram);
        for (std::size_t bin = 0; bin < histogram.size(); ++bin) histogram[bin] -= gone[bin];
        return histogram;
    }

    /// Says what the wrong counters have in common, where that is known.
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
            comparison.fail("Each counter holds what stood there before the call, and its count on top: they "
                            "have to be 0 before anything is added.");
        } else if (comparison.unwritten() > 0) {
            return; // and here as well
        } else if (sum < count) {
            comparison.fail(totals + "some were not counted, or their counts were lost.");
        } else if (sum == count) {
            comparison.fail(totals + "each was counted once, but some of them as others.");
        } else if (sum <= 16 * count) {
            comparison.fail(totals + "some were counted more than once.");
        }
    }

    mutable Memory memory_;
};

} // namespace
} // namespace kernelsmith::lab06

using kernelsmith::lab06::HistogramProblem;
KERNELSMITH_PROBLEM(HistogramProblem)
