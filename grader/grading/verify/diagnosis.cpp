#include "grading/verify/diagnosis.h"

#include <cmath>

#include <fmt/core.h>

#include "grading/verify/grid.h"
#include "grading/verify/moved_values.h"

namespace grader {
namespace {

using kernelsmith::Buffer;
using kernelsmith::Comparison;

std::string about_writing(const Comparison& comparison, const CallKnown& call) {
    if (comparison.unwritten() == 0) return {};
    if (comparison.untouched() == comparison.compared()) {
        const std::string none =
            comparison.wrong() == comparison.compared()
                ? "Not one element was written. "
                : "Not one element was written; those that are right stood there before, by "
                  "chance. ";
        return none + (!call.launches.empty()
                           ? "The kernel ran, and no thread wrote an element: is there a condition that no "
                             "thread meets?"
                           : "Did the kernel launch? An unchecked launch fails silently: check it with "
                             "CUDA_CHECK_LAUNCH().");
    }
    if (comparison.unwritten() != comparison.wrong()) return {};
    return "What was written is right; the rest was never visited. Do the indices of all threads together "
           "come to "
           "every element, or do several threads write the same one?";
}

/// Only what the first of several blocks has to write was written, by all of them. Empty where no launch fits.
std::string about_shared_work(const Comparison& comparison, const Buffer& buffer, const CallKnown& call) {
    const bool only_unwritten = comparison.wrong() > 0 && comparison.unwritten() == comparison.wrong() &&
                                comparison.mismatches().size() == comparison.wrong();
    if (!only_unwritten) return {};
    const std::size_t written = comparison.mismatches().front().index;
    if (comparison.wrong() != buffer.count() - written) return {};
    for (const Launch& launch : call.launches) {
        const std::size_t blocks = std::size_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
        if (blocks > 1 && std::size_t{launch.block[0]} * launch.block[1] * launch.block[2] == written)
            return fmt::format(
                "The first {} elements are right, and no other was written: a block has {} threads, "
                "and there were {} blocks. Did all of them write the same elements? The index of a "
                "thread needs the number of its block, blockIdx, too.",
                written, written, blocks);
    }
    return {};
}

std::string about_values(const Comparison& comparison) {
    if (comparison.not_finite() > 0)
        return fmt::format("{} of them are not a number or infinite: a root or logarithm of something "
                           "negative, a division by 0, or memory that was read before it was written.",
                           comparison.not_finite());
    if (comparison.wrong() > 0 && comparison.unwritten() == 0 && comparison.worst() < 20)
        return fmt::format(
            "The largest error is only {:.1f} times what is allowed: this looks like lost "
            "precision (fast intrinsics, another order of operations), not like a wrong index.",
            comparison.worst());
    return {};
}

/// A value as a student reads it: with all its digits where none may differ and it is a whole number, else with as many as
/// a float has.
std::string digits(double value, double tolerance) {
    constexpr double exact = 9007199254740992; // 2^53
    if (tolerance == 0 && std::fabs(value) < exact && value == std::trunc(value))
        return fmt::format("{:.0f}", value);
    return fmt::format("{:.9g}", value);
}

} // namespace

std::vector<std::string> diagnose(const Comparison& comparison, const Buffer& buffer, const CallKnown& call) {
    if (std::string shared = about_shared_work(comparison, buffer, call); !shared.empty()) return {shared};
    std::vector<std::string> findings;
    for (const std::string& said : {about_writing(comparison, call), about_moved_values(comparison, buffer),
                                    about_places(comparison, buffer, call.launch), about_values(comparison)})
        if (!said.empty()) findings.push_back(said);
    return findings;
}

std::vector<std::string> mismatch_table(const Comparison& comparison, const Buffer& buffer) {
    std::vector<std::string> lines;
    for (const kernelsmith::Mismatch& mismatch : comparison.first()) {
        const double tolerance = mismatch.tolerance;
        lines.push_back(fmt::format("{:<24} expected {:<14} got {}", place(mismatch.index, buffer),
                                    digits(mismatch.expected, tolerance),
                                    mismatch.unwritten ? "never written" : digits(mismatch.got, tolerance)));
    }
    return lines;
}

} // namespace grader
