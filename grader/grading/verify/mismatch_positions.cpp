#include "grading/verify/mismatch_positions.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>
#include <string>

#include "grading/messages/results.h"
#include "grading/verify/matrix_shape.h"

namespace grader {
namespace {

using kernelsmith::Buffer;
using kernelsmith::Comparison;

/// Right elements that must precede a wrong tail: with fewer, chance or a small case could look like a tail.
constexpr std::size_t min_elements_before_tail = 32;
constexpr std::size_t max_block_threads = 1024; // threads per block

using Positions = std::set<std::size_t>;

/// The positions of the wrong elements.
struct MismatchPattern {
    MatrixShape shape;
    bool vector = true;
    Positions elements;
    Positions rows;
    Positions columns;

    MismatchPattern(const Comparison& comparison, const Buffer& buffer)
        : shape(MatrixShape::of(buffer)), vector(buffer.shape.size() < 2) {
        for (const kernelsmith::Mismatch& wrong : comparison.mismatches()) {
            elements.insert(wrong.index);
            rows.insert(shape.row(wrong.index));
            columns.insert(shape.column(wrong.index));
        }
    }
};

Message on_blocks(LaunchOwner launch) {
    return launch == LaunchOwner::student ? messages::one_block_or_index : messages::index_without_block;
}

/// Describes right elements that are exactly those of the first block. Returns an empty message otherwise.
Message describe_single_block(const MismatchPattern& pattern, LaunchOwner launch) {
    const MatrixShape& shape = pattern.shape;
    const std::size_t right = shape.count() - pattern.elements.size();
    if (right == 0 || 2 * right > shape.count()) return {};
    const std::size_t first = *pattern.elements.begin();
    if (first == right && right % 32 == 0 && right <= max_block_threads)
        return {messages::only_first_block, {{"elements", right}, {"advice", on_blocks(launch)}}};
    if (shape.rows < 2 || first == 0) return {};
    // One corner is right, and everything around it is wrong.
    const std::size_t columns = std::min(first, shape.columns);
    const std::size_t rows = right / columns;
    const bool like_a_tile =
        rows >= 2 && columns >= 2 && rows <= 256 && columns <= 256 && columns < shape.columns;
    if (right % columns != 0 || !like_a_tile) return {};
    const bool corner =
        std::none_of(pattern.elements.begin(), pattern.elements.end(), [&](std::size_t index) {
            return shape.row(index) < rows && shape.column(index) < columns;
        });
    if (!corner) return {};
    return {messages::only_first_tile, {{"rows", rows}, {"columns", columns}, {"advice", on_blocks(launch)}}};
}

/// Returns the stride of the wrong positions if they are evenly spaced: 32 for 31, 63 and 95. 0 if they are
/// not.
std::size_t stride_of(const Positions& wrong, std::size_t count) {
    if (wrong.size() < 3) return 0;
    std::size_t distance = 0;
    for (auto at = std::next(wrong.begin()); at != wrong.end(); ++at)
        distance = std::gcd(distance, *at - *wrong.begin());
    // Not every position of the stride is wrong, or the sequence is too short to decide.
    const std::size_t in_all = (count - *wrong.begin() + distance - 1) / distance;
    const bool known_otherwise = distance < 3 || distance == 4; // describe_residue_classes() describes these
    return known_otherwise || *wrong.begin() >= distance || 4 * wrong.size() < 3 * in_all ? 0 : distance;
}

/// "32nd"
std::string ordinal(std::size_t number) {
    const char* const end = number % 100 / 10 == 1 ? "th"
                            : number % 10 == 1     ? "st"
                            : number % 10 == 2     ? "nd"
                            : number % 10 == 3     ? "rd"
                                                   : "th";
    return std::to_string(number) + end;
}

Message describe_stride(const Positions& wrong, std::size_t count, const char* unit) {
    const std::size_t distance = stride_of(wrong, count);
    if (distance == 0) return {};
    const MessageKind kind = distance == 32       ? messages::one_lane
                             : distance % 32 == 0 ? messages::one_thread_of_block
                                                  : messages::one_of_a_part;
    return {kind, {{"nth", ordinal(distance)}, {"unit", unit}, {"first", *wrong.begin()}}};
}

/// Describes the residue class modulo 2 or 4 that the @p wrong positions share. An empty message if they
/// share none.
/// @param count number of all positions
Message describe_residue_classes(const Positions& wrong, std::size_t count, const char* one,
                                 const char* many) {
    if (count < 3) return {};
    const std::size_t modulus = count == 3 ? 2 : 4;
    Positions classes;
    for (const std::size_t position : wrong) classes.insert(position % modulus);
    // Some wrong positions may share their classes by chance: if they are few, or a small part of the
    // classes.
    std::size_t of_these_classes = 0;
    for (const std::size_t number : classes) of_these_classes += (count - number + modulus - 1) / modulus;
    const bool telling = wrong.size() == of_these_classes ||
                         (wrong.size() >= 4 * classes.size() && 2 * wrong.size() >= of_these_classes);
    if (classes.size() == modulus || !telling) return {};
    if (modulus == 2 || classes == Positions{0, 2} || classes == Positions{1, 3})
        return {*classes.begin() == 0 ? messages::only_even : messages::only_odd, {{"units", many}}};
    std::string names;
    for (const std::size_t number : classes) {
        if (!names.empty()) names += number == *classes.rbegin() ? " or " : ", ";
        names += std::to_string(number);
    }
    return {messages::only_modulo_4, {{"units", many}, {"unit", one}, {"remainders", names}}};
}

/// Returns the start of the last tile of a side.
std::size_t last_tile(std::size_t extent, std::size_t tile) { return (extent - 1) / tile * tile; }

/// Describes wrong elements that are all in the last rows or columns of a matrix, as wide as a tile, or among
/// the last max_block_threads elements of a single row. Returns an empty message otherwise.
Message describe_last_tile(const MismatchPattern& pattern) {
    const MatrixShape& shape = pattern.shape;
    const std::size_t first = *pattern.elements.begin();
    const Message at_edges(messages::check_edges);
    if (shape.rows == 1) {
        const std::size_t tail = shape.count() - first;
        const bool is_tail = first >= min_elements_before_tail && tail <= max_block_threads &&
                             tail <= first && 2 * pattern.elements.size() >= tail;
        if (!is_tail) return {};
        return {messages::last_elements, {{"elements", tail}, {"first", first}, {"advice", at_edges}}};
    }
    const std::size_t first_row = *pattern.rows.begin();
    const std::size_t first_column = *pattern.columns.begin();
    Message found;
    for (const std::size_t tile : {4, 8, 16, 32, 64, 128}) {
        const std::size_t row = last_tile(shape.rows, tile);
        const std::size_t column = last_tile(shape.columns, tile);
        if (2 * row * column < shape.count()) break; // an edge this wide would cover most of the matrix
        if (first_row >= row && first_column >= column)
            return {messages::last_tile,
                    {{"row", first_row}, {"column", first_column}, {"advice", at_edges}}};
        if (!found.empty()) continue;
        const auto is_at_edge = [&](std::size_t index) {
            return shape.row(index) >= row || shape.column(index) >= column;
        };
        if (first_row >= row)
            found = {messages::last_rows, {{"row", first_row}, {"advice", at_edges}}};
        else if (first_column >= column)
            found = {messages::last_columns, {{"column", first_column}, {"advice", at_edges}}};
        else if (std::all_of(pattern.elements.begin(), pattern.elements.end(), is_at_edge))
            found = {messages::last_rows_and_columns, {{"advice", at_edges}}};
    }
    return found;
}

/// Describes an unwritten tail that begins at the first wrong element. Returns an empty message if fewer than
/// min_elements_before_tail elements precede it.
Message describe_tail(const MismatchPattern& pattern, const Buffer& buffer, LaunchOwner launch) {
    const std::size_t first = *pattern.elements.begin();
    if (first < min_elements_before_tail) return {};
    return {launch == LaunchOwner::student ? messages::tail_of_small_grid : messages::tail_of_block,
            {{"place", position(first - 1, buffer)}}};
}

} // namespace

Message describe_mismatch_positions(const Comparison& comparison, const Buffer& buffer, LaunchOwner launch) {
    // All elements are wrong, or more than were recorded: the positions show no pattern.
    if (comparison.wrong() < 2 || comparison.wrong() == comparison.compared() ||
        comparison.mismatches().size() < comparison.wrong())
        return {};
    const MismatchPattern pattern(comparison, buffer);
    if (Message one_block = describe_single_block(pattern, launch); !one_block.empty()) return one_block;
    if (comparison.unwritten() == comparison.wrong()) {
        const std::size_t by_chance = comparison.untouched() - comparison.unwritten();
        const std::size_t tail = buffer.count() - *pattern.elements.begin();
        if (comparison.wrong() + by_chance >= tail) return describe_tail(pattern, buffer, launch);
        // Some unwritten bytes hold the right value by chance: such gaps form no pattern.
        if (by_chance > 0) return {};
    }
    const MatrixShape& shape = pattern.shape;
    if (shape.rows > 1 && pattern.rows.size() == 1)
        return {messages::one_row, {{"row", *pattern.rows.begin()}, {"rows", shape.rows}}};
    if (shape.columns > 1 && pattern.columns.size() == 1)
        return {messages::one_column, {{"column", *pattern.columns.begin()}, {"columns", shape.columns}}};
    if (comparison.failures().empty()) // otherwise the lab's own check has described its edges
        if (Message last = describe_last_tile(pattern); !last.empty()) return last;
    const char* one = pattern.vector ? "element" : "column";
    const char* many = pattern.vector ? "elements" : "columns";
    Message found = describe_stride(pattern.columns, shape.columns, one);
    if (found.empty()) found = describe_stride(pattern.rows, shape.rows, "row");
    // Across rows, a stride that is not a multiple of 8 is a diagonal rather than a lane.
    if (found.empty() && stride_of(pattern.elements, shape.count()) % 8 == 0)
        found = describe_stride(pattern.elements, shape.count(), "element");
    if (found.empty()) found = describe_residue_classes(pattern.columns, shape.columns, one, many);
    if (found.empty()) found = describe_residue_classes(pattern.rows, shape.rows, "row", "rows");
    return found;
}

} // namespace grader
