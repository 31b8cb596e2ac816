#pragma once

/// @file
/// A comparison that NaN always fails, that counts errors, and that distinguishes an unwritten output from a
/// wrong one.

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

/// One element with a wrong value.
struct Mismatch {
    std::size_t index = 0;  ///< flat index into the buffer
    double expected = 0;    ///< value of the fp64 reference
    double got = 0;         ///< value of the output
    double tolerance = 0;   ///< largest allowed difference of the two
    bool unwritten = false; ///< the element still has the bytes of its poison
};

/// A cause that the wrong values suggest.
struct Diagnosis {
    std::string name = {}; ///< unique among the diagnoses of the lab: "rows_and_columns_exchanged"
    std::string text = {}; ///< one or two sentences for the student
    /// A number that makes the diagnosis more specific, such as that of a record; negative = none.
    std::int64_t number = -1;
};

/// The outcome of comparing one output with its reference, element by element.
///
/// @code
/// Comparison result("out");
/// result.add(0, 1.0, 1.0f, 1e-6);  // equal
/// result.add(1, 2.0, NAN, 1e-6);   // NaN is never within a tolerance
/// result.wrong();                  // 1
/// @endcode
class Comparison {
public:
    static constexpr std::size_t max_shown_mismatches = 8;    ///< mismatches that are shown one by one
    static constexpr std::size_t max_kept_mismatches = 65536; ///< mismatches that are kept, for their pattern

    /// A comparison without elements. @p subject is the name of the output in a report.
    explicit Comparison(std::string subject = "output") : subject_(std::move(subject)) {}

    /// Compares one element, as doubles: integers are exact up to 2^53.
    ///
    /// NaN always fails, as a value and as a tolerance: therefore the condition tests for a right value,
    /// instead of `error > tolerance`, which is false for NaN. An infinite tolerance always fails, too: it
    /// would accept anything, so it can only be a mistake of the lab.
    /// @param poison the eight bytes that filled the buffer before the call, repeated from its start
    template <typename T>
    void add(std::size_t index, double expected, T got, double tolerance, std::uint64_t poison = no_poison) {
        ++compared_;
        const double value = static_cast<double>(got);
        const bool right = std::fabs(value - expected) <= tolerance && std::isfinite(tolerance);
        const bool untouched = holds_poison(index, got, poison);
        untouched_ += untouched ? 1 : 0;
        if (!right) record({index, expected, value, tolerance, untouched});
    }

    /// Fails the comparison for a reason other than a single element.
    void fail(Diagnosis why) { failures_.push_back(std::move(why)); }

    /// Returns whether no element was wrong and fail() was never called; also true if compared() is 0.
    [[nodiscard]] bool passed() const { return wrong_ == 0 && failures_.empty(); }
    /// Returns the name of the output in a report.
    [[nodiscard]] const std::string& subject() const { return subject_; }
    /// Returns the number of compared elements.
    [[nodiscard]] std::size_t compared() const { return compared_; }
    /// Returns the number of wrong elements, for any reason.
    [[nodiscard]] std::size_t wrong() const { return wrong_; }
    /// Returns the number of wrong elements that still have the bytes of their poison.
    [[nodiscard]] std::size_t unwritten() const { return unwritten_; }
    /// Returns the number of elements that have the bytes of their poison, including right ones: in a
    /// buffer of bytes, an unwritten element is right now and then, and a written one may equal its poison.
    [[nodiscard]] std::size_t untouched() const { return untouched_; }
    /// Returns the number of wrong elements that were written and are infinite or NaN.
    [[nodiscard]] std::size_t not_finite() const { return not_finite_; }
    /// Returns the first mismatches in the order of add(), up to max_kept_mismatches.
    [[nodiscard]] const std::vector<Mismatch>& mismatches() const { return mismatches_; }
    /// Returns the first of mismatches(), to be shown one by one.
    [[nodiscard]] std::span<const Mismatch> first() const {
        return std::span(mismatches_).first(std::min(mismatches_.size(), max_shown_mismatches));
    }
    /// Returns the diagnoses passed to fail(), in order.
    [[nodiscard]] const std::vector<Diagnosis>& failures() const { return failures_; }
    /// Returns the largest error of a wrong element, in units of its tolerance; infinite for NaN, 0 if there
    /// is none.
    [[nodiscard]] double worst() const { return worst_; }

    /// A poison value that never matches: unwritten elements are not detected.
    static constexpr std::uint64_t no_poison = 0;

private:
    template <typename T> static bool holds_poison(std::size_t index, T got, std::uint64_t poison) {
        static_assert(sizeof(T) <= sizeof(poison) && sizeof(poison) % sizeof(T) == 0);
        if (poison == no_poison) return false;
        unsigned char pattern[sizeof(poison)];
        unsigned char bytes[sizeof(T)]; // compare bytes, not values: poison may be NaN
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
