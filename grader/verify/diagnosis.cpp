#include "verify/diagnosis.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace grader {
namespace {

using kernelsmith::Buffer;
using kernelsmith::Comparison;

/// The wrong elements' coordinates as (row, column), with everything but the last extent folded into the row.
struct Grid {
    std::size_t rows = 1;
    std::size_t columns = 1;
};

Grid grid_of(const Buffer& buffer) {
    if (buffer.shape.size() < 2) return {1, buffer.count()};
    return {buffer.count() / std::max<std::size_t>(buffer.shape.back(), 1), buffer.shape.back()};
}

template <typename Coordinate> bool all(const std::vector<std::size_t>& indices, Coordinate satisfies) {
    return std::all_of(indices.begin(), indices.end(), satisfies);
}

void about_writing(const Comparison& comparison, std::vector<std::string>& findings) {
    if (comparison.unwritten() == 0) return;
    if (comparison.unwritten() == comparison.compared()) {
        findings.emplace_back(
            "Not one element was written. Did the kernel launch? An unchecked launch fails silently: "
            "check it with CUDA_CHECK_LAUNCH().");
    } else if (comparison.unwritten() == comparison.wrong()) {
        findings.emplace_back(
            "What was written is right; the rest was never visited. Does the grid cover everything, "
            "also where the sizes are no multiple of a block?");
    }
}

void about_place(const Comparison& comparison, const Buffer& buffer, std::vector<std::string>& findings) {
    const Grid grid = grid_of(buffer);
    const std::vector<std::size_t>& wrong = comparison.indices();
    // All are wrong, or there are more than were kept: what is known shows no place.
    if (wrong.size() < 2 || comparison.wrong() == comparison.compared() || wrong.size() < comparison.wrong())
        return;
    const std::size_t first = wrong.front();
    if (first > 0 && wrong.back() + 1 == buffer.count() && comparison.wrong() == buffer.count() - first) {
        findings.push_back(
            fmt::format("Everything is right up to {} and wrong from there to the end: the tail that does "
                        "not fill a block, or a grid that is too small.",
                        place(first - 1, buffer)));
        return;
    }
    if (grid.rows > 1 && all(wrong, [&](std::size_t i) { return i / grid.columns == first / grid.columns; }))
        findings.push_back(
            fmt::format("All wrong elements lie in row {} of {}.", first / grid.columns, grid.rows));
    else if (grid.columns > 1 &&
             all(wrong, [&](std::size_t i) { return i % grid.columns == first % grid.columns; }))
        findings.push_back(
            fmt::format("All wrong elements lie in column {} of {}.", first % grid.columns, grid.columns));
    else if (grid.columns > 2 &&
             all(wrong, [&](std::size_t i) { return i % grid.columns % 2 == first % grid.columns % 2; }))
        findings.push_back(
            fmt::format("Only {} columns are wrong.", first % grid.columns % 2 == 0 ? "even" : "odd"));
    else if (grid.rows > 2 &&
             all(wrong, [&](std::size_t i) { return i / grid.columns % 2 == first / grid.columns % 2; }))
        findings.push_back(
            fmt::format("Only {} rows are wrong.", first / grid.columns % 2 == 0 ? "even" : "odd"));
}

void about_values(const Comparison& comparison, std::vector<std::string>& findings) {
    if (comparison.not_finite() > 0)
        findings.push_back(
            fmt::format("{} of them are not a number or infinite: a root or logarithm of something "
                        "negative, or memory that was read before it was written.",
                        comparison.not_finite()));
    else if (comparison.wrong() > 0 && comparison.unwritten() == 0 && comparison.worst() < 20)
        findings.push_back(
            fmt::format("The largest error is only {:.1f} times what is allowed: this looks like lost "
                        "precision (fast intrinsics, another order of operations), not like a wrong index.",
                        comparison.worst()));
}

} // namespace

std::string place(std::size_t index, const Buffer& buffer) {
    if (buffer.shape.size() < 2) return fmt::format("element {}", index);
    if (buffer.shape.size() == 2)
        return fmt::format("row {}, column {}", index / buffer.shape[1], index % buffer.shape[1]);
    std::string text;
    for (std::size_t axis = buffer.shape.size(); axis-- > 0; index /= buffer.shape[axis])
        text.insert(0, fmt::format("[{}]", index % buffer.shape[axis]));
    return text;
}

std::vector<std::string> diagnose(const Comparison& comparison, const Buffer& buffer) {
    std::vector<std::string> findings;
    about_writing(comparison, findings);
    about_place(comparison, buffer, findings);
    about_values(comparison, findings);
    return findings;
}

std::vector<std::string> mismatch_table(const Comparison& comparison, const Buffer& buffer) {
    std::vector<std::string> lines;
    for (const kernelsmith::Mismatch& mismatch : comparison.first()) {
        const std::string got = mismatch.unwritten ? "never written" : fmt::format("{:.9g}", mismatch.got);
        lines.push_back(fmt::format("{:<24} expected {:<14.9g} got {}", place(mismatch.index, buffer),
                                    mismatch.expected, got));
    }
    return lines;
}

} // namespace grader
