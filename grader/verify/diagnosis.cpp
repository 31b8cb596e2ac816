#include "verify/diagnosis.h"

#include <algorithm>
#include <set>

#include <fmt/core.h>

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

/// So many elements before it make a tail: with fewer, chance or a case of few elements looks like one.
constexpr std::size_t least_before_tail = 32;

/// The place from which on nothing was written, where all before it is right; 0 where there is no such place.
std::size_t start_of_tail(const Comparison& comparison, const Buffer& buffer) {
    const std::vector<std::size_t>& wrong = comparison.indices();
    const bool only_unwritten =
        comparison.unwritten() == comparison.wrong() && wrong.size() == comparison.wrong();
    if (wrong.empty() || !only_unwritten) return 0;
    const bool to_the_end =
        wrong.back() + 1 == buffer.count() && wrong.size() == buffer.count() - wrong.front();
    return to_the_end ? wrong.front() : 0;
}

/// The launch of several blocks whose first block alone would have written as much as was written; null where there
/// is none.
const Launch* of_one_block(std::size_t written, std::span<const Launch> launches) {
    const auto fits = [&](const Launch& launch) {
        return std::size_t{launch.block[0]} * launch.block[1] * launch.block[2] == written &&
               std::size_t{launch.grid[0]} * launch.grid[1] * launch.grid[2] > 1;
    };
    const auto found = std::find_if(launches.begin(), launches.end(), fits);
    return found == launches.end() ? nullptr : &*found;
}

void about_writing(const Comparison& comparison, const Buffer& buffer, std::span<const Launch> launches,
                   std::vector<std::string>& findings) {
    if (comparison.unwritten() == 0) return;
    const std::size_t written = start_of_tail(comparison, buffer);
    if (const Launch* launch = of_one_block(written, launches)) {
        findings.push_back(fmt::format(
            "The first {} elements are right, and no other was written: a block has {} threads, and there "
            "were {} "
            "blocks. Did all of them write the same elements? The index of a thread needs the number of its "
            "block, blockIdx, too.",
            written, written, std::size_t{launch->grid[0]} * launch->grid[1] * launch->grid[2]));
    } else if (comparison.unwritten() == comparison.compared()) {
        findings.emplace_back(
            !launches.empty()
                ? "Not one element was written. The kernel ran, and no thread wrote an element: is there "
                  "a condition that no thread meets?"
                : "Not one element was written. Did the kernel launch? An unchecked launch fails "
                  "silently: check it with CUDA_CHECK_LAUNCH().");
    } else if (comparison.unwritten() == comparison.wrong()) {
        findings.emplace_back(
            "What was written is right; the rest was never visited. Does the grid cover everything, "
            "also where the sizes are no multiple of a block?");
        if (written >= least_before_tail && comparison.wrong() > 1)
            findings.push_back(
                fmt::format("Everything is right up to {} and wrong from there to the end: the tail that "
                            "does not fill a block, or a grid that is too small.",
                            place(written - 1, buffer)));
    }
}

/// What @p wrong places have in common modulo 2 or 4: "Only odd columns are wrong." Empty where nothing.
/// @param wrong without repetition
/// @param count how many places there are
std::string about_classes(const std::set<std::size_t>& wrong, std::size_t count, const char* one,
                          const char* many) {
    if (count < 3) return {};
    const std::size_t modulus = count == 3 ? 2 : 4;
    std::set<std::size_t> classes;
    for (const std::size_t place : wrong) classes.insert(place % modulus);
    // Few wrong places among many of their classes are more likely to be there by chance.
    const bool telling = 2 * modulus * wrong.size() >= classes.size() * count;
    if (classes.size() == modulus || !telling) return {};
    if (modulus == 2 || classes == std::set<std::size_t>{0, 2} || classes == std::set<std::size_t>{1, 3})
        return fmt::format("Only {} {} are wrong.", *classes.begin() == 0 ? "even" : "odd", many);
    std::string names;
    for (const std::size_t number : classes) {
        if (!names.empty()) names += number == *classes.rbegin() ? " or " : ", ";
        names += std::to_string(number);
    }
    return fmt::format("Only {} with {} % 4 = {} are wrong.", many, one, names);
}

void about_place(const Comparison& comparison, const Buffer& buffer, std::vector<std::string>& findings) {
    const Grid grid = grid_of(buffer);
    const std::vector<std::size_t>& wrong = comparison.indices();
    // All are wrong, or there are more than were kept: what is known shows no place.
    if (wrong.size() < 2 || comparison.wrong() == comparison.compared() || wrong.size() < comparison.wrong())
        return;
    // Of what was never written, some holds the right value by chance: those gaps make no pattern.
    if (comparison.unwritten() == comparison.wrong()) return;
    std::set<std::size_t> rows;
    std::set<std::size_t> columns;
    for (const std::size_t index : wrong) {
        rows.insert(index / grid.columns);
        columns.insert(index % grid.columns);
    }
    if (grid.rows > 1 && rows.size() == 1) {
        findings.push_back(fmt::format("All wrong elements lie in row {} of {}.", *rows.begin(), grid.rows));
    } else if (grid.columns > 1 && columns.size() == 1) {
        findings.push_back(
            fmt::format("All wrong elements lie in column {} of {}.", *columns.begin(), grid.columns));
    } else {
        const bool vector = buffer.shape.size() < 2;
        std::string classes = about_classes(columns, grid.columns, vector ? "element" : "column",
                                            vector ? "elements" : "columns");
        if (classes.empty()) classes = about_classes(rows, grid.rows, "row", "rows");
        if (!classes.empty()) findings.push_back(std::move(classes));
    }
}

void about_values(const Comparison& comparison, std::vector<std::string>& findings) {
    if (comparison.not_finite() > 0)
        findings.push_back(
            fmt::format("{} of them are not a number or infinite: a root or logarithm of something "
                        "negative, a division by 0, or memory that was read before it was written.",
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

std::vector<std::string> diagnose(const Comparison& comparison, const Buffer& buffer,
                                  std::span<const Launch> launches) {
    std::vector<std::string> findings;
    about_writing(comparison, buffer, launches, findings);
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
