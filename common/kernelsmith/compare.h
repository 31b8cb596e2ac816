#pragma once

/// @file
/// A comparison that NaN cannot pass, that counts, and that tells an output nobody wrote from a wrong one.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kernelsmith {

/// One element that is not what it should be.
struct Mismatch {
    std::size_t index = 0;  ///< flat index into the buffer
    double expected = 0;    ///< from the fp64 reference
    double got = 0;         ///< what came back
    double tolerance = 0;   ///< how far apart the two may be
    bool unwritten = false; ///< still holds the bytes it was poisoned with
};

/// A cause that the wrong values show.
struct Diagnosis {
    std::string name = {}; ///< no other diagnosis of the lab has it: "rows_and_columns_exchanged"
    std::string text = {}; ///< one or two sentences for the student
    /// A number that says more of it, such as that of a record; negative: none.
    std::int64_t number = -1;
};

/// The outcome of holding one output against its reference, element by element.
///
/// @code
/// Comparison result("out");
/// result.add(0, 1.0, 1.0f, 1e-6);  // equal
/// result.add(1, 2.0, NAN, 1e-6);   // NaN is never within a tolerance
/// result.wrong();                  // 1
/// @endcode
class Comparison {
public:
    static constexpr std::size_t max_shown_mismatches = 8;    ///< so many are enough to look at one by one
    static constexpr std::size_t max_kept_mismatches = 65536; ///< so many are kept, for their pattern

    /// A comparison in which nothing has been compared yet. @p subject is what a report calls the output.
    explicit Comparison(std::string subject = "output") : subject_(std::move(subject)) {}

    /// Compares one element, as doubles: integers are exact up to 2^53.
    ///
    /// NaN passes nowhere, neither as a value nor as a tolerance; that is why the test says what is right
    /// instead of `error > tolerance`, which is false for NaN. An infinite tolerance passes nothing either:
    /// it would accept anything, so it can only be a fault in the lab.
    /// @param poison the eight bytes that filled the buffer before the call, over and over from its start
    template <typename T>
    void add(std::size_t index, double expected, T got, double tolerance, std::uint64_t poison = no_poison) {
        ++compared_;
        const double value = static_cast<double>(got);
        const bool right = std::fabs(value - expected) <= tolerance && std::isfinite(tolerance);
        const bool untouched = holds_poison(index, got, poison);
        untouched_ += untouched ? 1 : 0;
        if (!right) record({index, expected, value, tolerance, untouched});
    }

    /// Fails the comparison for something other than a single element.
    void fail(Diagnosis why) { failures_.push_back(std::move(why)); }

    /// True if no element was wrong and fail() was never called; also when compared() is 0.
    [[nodiscard]] bool passed() const { return wrong_ == 0 && failures_.empty(); }
    /// What a report calls the output.
    [[nodiscard]] const std::string& subject() const { return subject_; }
    /// How many elements were compared.
    [[nodiscard]] std::size_t compared() const { return compared_; }
    /// How many of them were wrong, for whatever reason.
    [[nodiscard]] std::size_t wrong() const { return wrong_; }
    /// How many of the wrong ones still hold their poison.
    [[nodiscard]] std::size_t unwritten() const { return unwritten_; }
    /// How many elements hold their poison, the right ones included: in a buffer of bytes, one that nobody wrote is right
    /// now and then, and one that was written may equal its poison.
    [[nodiscard]] std::size_t untouched() const { return untouched_; }
    /// How many of the wrong ones were written and are infinite or not a number.
    [[nodiscard]] std::size_t not_finite() const { return not_finite_; }
    /// The first mismatches, in the order of add(): as many as are kept.
    [[nodiscard]] const std::vector<Mismatch>& mismatches() const { return mismatches_; }
    /// Those of mismatches() that are worth being looked at one by one.
    [[nodiscard]] std::span<const Mismatch> first() const {
        return std::span(mismatches_).first(std::min(mismatches_.size(), max_shown_mismatches));
    }
    /// The diagnoses passed to fail(), in order.
    [[nodiscard]] const std::vector<Diagnosis>& failures() const { return failures_; }
    /// The largest error of a wrong element, in tolerances; infinite where it is not a number, 0 without one.
    [[nodiscard]] double worst() const { return worst_; }

    /// A poison value that never matches: compare without looking for unwritten elements.
    static constexpr std::uint64_t no_poison = 0;

private:
    template <typename T> static bool holds_poison(std::size_t index, T got, std::uint64_t poison) {
        static_assert(sizeof(T) <= sizeof(poison) && sizeof(poison) % sizeof(T) == 0);
        if (poison == no_poison) return false;
        unsigned char pattern[sizeof(poison)];
        unsigned char bytes[sizeof(T)]; // not values: poison may read as NaN
        std::memcpy(pattern, &poison, sizeof(poison));
        std::memcpy(bytes, &got, sizeof(T));
        return std::memcmp(bytes, pattern + index * sizeof(T) % sizeof(poison), sizeof(T)) == 0;
    }

    void record(const Mismatch& mismatch) {
        ++wrong_;
        unwritten_ += mismatch.unwritten ? 1 : 0;
        not_finite_ += std::isfinite(mismatch.got) || mismatch.unwritten ? 0 : 1;
        const double error = std::fabs(mismatch.got - mismatch.expected);
        const bool measurable =
            std::isfinite(error) && std::isfinite(mismatch.tolerance) && mismatch.tolerance > 0;
        worst_ = std::max(worst_, measurable ? error / mismatch.tolerance : HUGE_VAL);
        if (mismatches_.size() < max_kept_mismatches) mismatches_.push_back(mismatch);
    }

    std::string subject_;
    std::size_t compared_ = 0;
    std::size_t wrong_ = 0;
    std::size_t unwritten_ = 0;
    std::size_t untouched_ = 0;
    std::size_t not_finite_ = 0;
    double worst_ = 0;
    std::vector<Mismatch> mismatches_;
    std::vector<Diagnosis> failures_;
};

} // namespace kernelsmith
