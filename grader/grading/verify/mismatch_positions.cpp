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

/// So many elements before it make a tail: with fewer, chance or a case of few elements looks like one.
constexpr std::size_t min_elements_before_tail = 32;
constexpr std::size_t max_block_threads = 1024; // of a block

using Positions = std::set<std::size_t>;

/// Where the wrong elements lie.
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

/// The first block's elements are right and no others.
Message describe_single_block(const MismatchPattern& pattern, LaunchOwner launch) {
    const MatrixShape& shape = pattern.shape;
    const std::size_t right = shape.count() - pattern.elements.size();
    if (right == 0 || 2 * right > shape.count()) return {};
    const std::size_t first = *pattern.elements.begin();
    if (first == right && right % 32 == 0 && right <= max_block_threads)
        return {messages::only_first_block, {{"elements", right}, {"advice", on_blocks(launch)}}};
    if (shape.rows < 2 || first == 0) return {};
    // A corner that is right, and everything around it is wrong.
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

/// How far apart the places lie that are wrong, where they lie evenly: 32 of 31, 63 and 95. 0 where they do not.
std::size_t stride_of(const Positions& wrong, std::size_t count) {
    if (wrong.size() < 3) return 0;
    std::size_t distance = 0;
    for (auto at = std::next(wrong.begin()); at != wrong.end(); ++at)
        distance = std::gcd(distance, *at - *wrong.begin());
    // Wrong is not each of them, or the sequence is too short to tell.
    const std::size_t in_all = (count - *wrong.begin() + distance - 1) / distance;
    const bool known_otherwise =
        distance < 3 || distance == 4; // describe_residue_classes() has words for these
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

/// What @p wrong places have in common modulo 2 or 4. Says nothing where that is nothing.
/// @param count how many places there are
Message describe_residue_classes(const Positions& wrong, std::size_t count, const char* one,
                                 const char* many) {
    if (count < 3) return {};
    const std::size_t modulus = count == 3 ? 2 : 4;
    Positions classes;
    for (const std::size_t position : wrong) classes.insert(position % modulus);
    // Some wrong places among others of their classes may be there by chance: few of them, or a small share.
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

/// Where the last tile of a side begins.
std::size_t last_tile(std::size_t extent, std::size_t tile) { return (extent - 1) / tile * tile; }

/// Wrong is nothing but what the last tile or the last block has.
Message describe_last_tile(const MismatchPattern& pattern) {
    const MatrixShape& shape = pattern.shape;
    const std::size_t first = *pattern.elements.begin();
    const Message at_edges(messages::look_at_the_edge);
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
        if (2 * row * column < shape.count()) break; // hardly anything is left that would not be edge
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

/// A tail that nobody has written, @p tail elements long; the few of them that hold the right value by chance count.
Message describe_tail(const MismatchPattern& pattern, const Buffer& buffer, LaunchOwner launch) {
    const std::size_t first = *pattern.elements.begin();
    if (first < min_elements_before_tail) return {};
    return {launch == LaunchOwner::student ? messages::tail_of_small_grid : messages::tail_of_block,
            {{"place", position(first - 1, buffer)}}};
}

} // namespace

Message describe_mismatch_positions(const Comparison& comparison, const Buffer& buffer, LaunchOwner launch) {
    // All are wrong, or there are more than were kept: what is known shows no place.
    if (comparison.wrong() < 2 || comparison.wrong() == comparison.compared() ||
        comparison.mismatches().size() < comparison.wrong())
        return {};
    const MismatchPattern pattern(comparison, buffer);
    if (Message one_block = describe_single_block(pattern, launch); !one_block.empty()) return one_block;
    if (comparison.unwritten() == comparison.wrong()) {
        const std::size_t by_chance = comparison.untouched() - comparison.unwritten();
        const std::size_t tail = buffer.count() - *pattern.elements.begin();
        if (comparison.wrong() + by_chance >= tail) return describe_tail(pattern, buffer, launch);
        // Of bytes that nobody wrote, some hold the right value: those gaps make no pattern.
        if (by_chance > 0) return {};
    }
    const MatrixShape& shape = pattern.shape;
    if (shape.rows > 1 && pattern.rows.size() == 1)
        return {messages::one_row, {{"row", *pattern.rows.begin()}, {"rows", shape.rows}}};
    if (shape.columns > 1 && pattern.columns.size() == 1)
        return {messages::one_column, {{"column", *pattern.columns.begin()}, {"columns", shape.columns}}};
    if (comparison.failures().empty()) // else the lab itself has told of its edges
        if (Message last = describe_last_tile(pattern); !last.empty()) return last;
    const char* one = pattern.vector ? "element" : "column";
    const char* many = pattern.vector ? "elements" : "columns";
    Message found = describe_stride(pattern.columns, shape.columns, one);
    if (found.empty()) found = describe_stride(pattern.rows, shape.rows, "row");
    // Across rows, what is no multiple of 8 is a diagonal rather than a lane.
    if (found.empty() && stride_of(pattern.elements, shape.count()) % 8 == 0)
        found = describe_stride(pattern.elements, shape.count(), "element");
    if (found.empty()) found = describe_residue_classes(pattern.columns, shape.columns, one, many);
    if (found.empty()) found = describe_residue_classes(pattern.rows, shape.rows, "row", "rows");
    return found;
}

} // namespace grader
