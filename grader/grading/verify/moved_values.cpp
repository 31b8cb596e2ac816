#include "grading/verify/moved_values.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <vector>

#include "grading/messages/results.h"
#include "grading/verify/matrix_shape.h"

namespace grader {
namespace {

using kernelsmith::Buffer;
using kernelsmith::Comparison;
using kernelsmith::Mismatch;

/// Minimum number of matches; fewer could match by chance.
constexpr std::size_t min_matches = 6;

/// Wrong elements whose values are known, by position.
class MismatchIndex {
public:
    explicit MismatchIndex(const Comparison& comparison) {
        for (const Mismatch& wrong : comparison.mismatches()) {
            by_index_.emplace(wrong.index, &wrong);
            if (!wrong.unwritten) written_.push_back(&wrong);
        }
    }

    /// Returns whether nearly all wrong elements hold the expected value of the position that @p source
    /// returns. Only positions that are wrong themselves count, so a value that occurs everywhere is not
    /// mistaken for a moved one.
    template <typename Source> [[nodiscard]] bool matches_values_at(Source source) const {
        std::size_t fits = 0;
        std::size_t looked_at = 0;
        for (const Mismatch* wrong : written_) {
            const std::optional<std::size_t> from = source(wrong->index);
            const auto there = from ? by_index_.find(*from) : by_index_.end();
            if (there == by_index_.end()) continue;
            const double tolerance = std::max(wrong->tolerance, there->second->tolerance);
            ++looked_at;
            fits += std::fabs(wrong->got - there->second->expected) <= tolerance ? 1 : 0;
        }
        return fits >= min_matches && 2 * looked_at >= written_.size() && 20 * fits >= 19 * looked_at;
    }

private:
    std::unordered_map<std::size_t, const Mismatch*> by_index_;
    std::vector<const Mismatch*> written_;
};

/// Returns whether each element holds the value that belongs @p by elements before it (@p down) or after it.
bool shifted(const MismatchIndex& wrong, std::size_t count, std::size_t by, bool down) {
    return wrong.matches_values_at([=](std::size_t index) -> std::optional<std::size_t> {
        if (down) return index >= by ? std::optional(index - by) : std::nullopt;
        return index + by < count ? std::optional(index + by) : std::nullopt;
    });
}

Message describe_shift(const MismatchIndex& wrong, const MatrixShape& shape) {
    for (const bool down : {true, false}) {
        const MessageKind kind = down ? messages::shifted_forward : messages::shifted_back;
        if (shape.rows > 1 && shifted(wrong, shape.count(), shape.columns, down))
            return {kind, {{"unit", "row"}}};
        if (shifted(wrong, shape.count(), 1, down))
            return {kind, {{"unit", shape.rows > 1 ? "column" : "element"}}};
    }
    return {};
}

/// Returns the position mirrored at the diagonal of its tile. A partial tile at the edge has none for some
/// positions.
std::optional<std::size_t> across_the_diagonal(std::size_t index, const MatrixShape& shape,
                                               std::size_t tile) {
    const std::size_t row = shape.row(index);
    const std::size_t column = shape.column(index);
    const std::size_t other_row = row / tile * tile + column % tile;
    const std::size_t other_column = column / tile * tile + row % tile;
    if (other_row >= shape.rows || other_column >= shape.columns) return std::nullopt;
    return other_row * shape.columns + other_column;
}

Message describe_transposed_tiles(const MismatchIndex& wrong, const MatrixShape& shape) {
    for (const std::size_t tile : {4, 8, 16, 32, 64, 128}) {
        if (tile >= shape.rows && tile >= shape.columns) break; // this tile would be the whole matrix
        if (wrong.matches_values_at(
                [&](std::size_t index) { return across_the_diagonal(index, shape, tile); }))
            return {messages::transposed_tiles, {{"side", tile}}};
    }
    return {};
}

} // namespace

Message describe_moved_values(const Comparison& comparison, const Buffer& buffer) {
    const MatrixShape shape = MatrixShape::of(buffer);
    const MismatchIndex wrong(comparison);
    if (Message tiles = shape.rows > 1 ? describe_transposed_tiles(wrong, shape) : Message(); !tiles.empty())
        return tiles;
    return describe_shift(wrong, shape);
}

} // namespace grader
