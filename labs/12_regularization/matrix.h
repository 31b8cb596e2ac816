#pragma once

/// @file
/// The matrix of a case, as a function of a seed. Only the trusted half includes this file.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "kernelsmith/memo_cache.h"
#include "kernelsmith/problem.h"
#include "kernelsmith/random.h"

namespace kernelsmith::lab12 {

/// Distribution of row lengths and of columns: the size "kind".
enum class Kind : std::int64_t {
    power_law, ///< few rows are very long and most are short; random columns
    uniform,   ///< any length up to the longest; random columns
    banded,    ///< rows of equal length around the diagonal
    blocks,    ///< blocks of 64 columns on the diagonal; row lengths from half the longest to the longest
    dense_row, ///< one long row, 8 nonzeros in all others; random columns
    empty_rows ///< one of eight rows is long and the others are empty; random columns
};

constexpr std::uint64_t block_width = 64; ///< columns per block of Kind::blocks

/// Shape of the matrix of a case, from its sizes.
struct Shape {
    Kind kind;
    std::uint64_t rows;
    std::uint64_t width;
    std::uint64_t longest; ///< upper bound of the row length

    explicit Shape(const Sizes& sizes)
        : kind(static_cast<Kind>(sizes.at("kind"))), rows(static_cast<std::uint64_t>(sizes.at("rows"))),
          width(static_cast<std::uint64_t>(sizes.at("width"))),
          longest(static_cast<std::uint64_t>(sizes.at("longest"))) {
        if (kind < Kind::power_law || kind > Kind::empty_rows)
            throw std::invalid_argument("no such kind of matrix");
        if (width == 0) throw std::invalid_argument("a matrix without columns");
    }

    /// Returns the length of the row with @p rank. The seed decides which row has which rank, so the number of nonzeros
    /// does not depend on the seed.
    [[nodiscard]] std::uint64_t length(std::uint64_t rank) const {
        constexpr std::uint64_t no_seed = 0x1e57;
        switch (kind) {
            case Kind::power_law: {
                constexpr std::uint64_t exact_ranks = 100; // ranks whose length is exactly that of the law
                const double law =
                    static_cast<double>(longest) * std::pow(static_cast<double>(rank + 1), -0.7);
                const double factor =
                    rank < exact_ranks ? 1 : 2 * static_cast<double>(random_unit(no_seed, rank));
                return static_cast<std::uint64_t>(law * factor);
            }
            case Kind::uniform: return rank % (longest + 1);
            case Kind::banded: return longest;
            case Kind::blocks: return longest / 2 + rank % (longest - longest / 2 + 1);
            case Kind::dense_row: return rank == 0 ? longest : std::min<std::uint64_t>(longest, 8);
            case Kind::empty_rows: return rank % 8 == 0 ? longest : 0;
        }
        return 0;
    }

    /// Returns the bits of a column index that may change between timed calls: as many as preserve the kind of the matrix
    /// and keep every column inside it. The width of a timed case is a power of two.
    [[nodiscard]] std::uint32_t changing_bits() const {
        const std::uint64_t span = kind == Kind::banded   ? 8
                                   : kind == Kind::blocks ? block_width
                                                          : std::uint64_t{1} << 31;
        const std::uint64_t width_span = std::uint64_t{1} << std::countr_zero(width);
        return static_cast<std::uint32_t>(std::min(width_span, span) - 1);
    }

    /// Returns the nonzeros of the matrix. Throws std::invalid_argument if an int cannot hold their number.
    [[nodiscard]] std::uint64_t nonzeros() const {
        static MemoCache<std::tuple<Kind, std::uint64_t, std::uint64_t>, std::uint64_t> known;
        const std::uint64_t sum = *known.value({kind, rows, longest}, [&] {
            std::uint64_t all = 0;
            for (std::uint64_t rank = 0; rank < rows; ++rank) all += length(rank);
            return all;
        });
        if (sum > std::numeric_limits<std::int32_t>::max())
            throw std::invalid_argument(
                "more nonzeros than an int can number: take fewer rows, or shorter ones");
        return sum;
    }
};

/// Offset of the first nonzero of each row, then the number of nonzeros. The lengths are shuffled among the rows.
using RowOffsets = std::vector<std::int32_t>;

inline RowOffsets shuffle_lengths(const Shape& shape, std::uint64_t seed) {
    std::vector<std::int32_t> lengths(shape.rows);
    for (std::uint64_t rank = 0; rank < shape.rows; ++rank)
        lengths[rank] = static_cast<std::int32_t>(shape.length(rank));
    for (std::uint64_t left = shape.rows; left > 1; --left)
        std::swap(lengths[left - 1], lengths[random_bits(seed ^ 0xdea1, left) % left]);
    RowOffsets row_offsets(shape.rows + 1);
    for (std::uint64_t r = 0; r < shape.rows; ++r) row_offsets[r + 1] = row_offsets[r] + lengths[r];
    return row_offsets;
}

/// A matrix, generated from a seed.
class Matrix {
public:
    Matrix(const Shape& shape, std::uint64_t seed) : shape_(shape), seed_(seed) {
        using Key = std::tuple<std::uint64_t, Kind, std::uint64_t, std::uint64_t>;
        static MemoCache<Key, RowOffsets> known;
        row_offsets_ = known.value({seed, shape.kind, shape.rows, shape.longest},
                                   [&] { return shuffle_lengths(shape, seed); });
    }

    /// Returns the offset of the first nonzero of row @p r; the row ends where row r + 1 begins.
    [[nodiscard]] std::uint64_t begin(std::uint64_t r) const {
        return static_cast<std::uint64_t>((*row_offsets_)[r]);
    }
    /// Returns the row of nonzero @p i.
    [[nodiscard]] std::uint64_t row(std::uint64_t i) const {
        const auto next =
            std::upper_bound(row_offsets_->begin(), row_offsets_->end(), static_cast<std::int32_t>(i));
        return static_cast<std::uint64_t>(next - row_offsets_->begin()) - 1;
    }
    /// Returns the column of nonzero @p i, which is in row @p r.
    [[nodiscard]] std::int32_t column(std::uint64_t r, std::uint64_t i) const {
        std::uint64_t column = 0;
        if (shape_.kind == Kind::banded) {
            column = (r + shape_.width * shape_.longest - shape_.longest / 2 + i - begin(r)) % shape_.width;
        } else if (shape_.kind == Kind::blocks) {
            column = (r / block_width * block_width + (r + i - begin(r)) % block_width) % shape_.width;
        } else {
            column = random_bits(seed_ ^ 0xc01, i) % shape_.width;
        }
        return static_cast<std::int32_t>(column);
    }

private:
    Shape shape_;
    std::uint64_t seed_;
    std::shared_ptr<const RowOffsets> row_offsets_;
};

/// Returns element @p index of the infinite sequence of values of nonzeros.
inline float value_at(std::uint64_t seed, std::uint64_t index) {
    return random_uniform(seed ^ 0xa10e, index, -1, 1);
}

/// Returns element @p index of the infinite sequence that the vectors are windows of.
inline float x_at(std::uint64_t seed, std::uint64_t index) {
    return random_uniform(seed ^ 0x7ec7, index, -1, 1);
}

} // namespace kernelsmith::lab12
