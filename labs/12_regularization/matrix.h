#pragma once

/// @file
/// The matrix of a case, as a function of a seed. For the trusted half alone.

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

/// How long the rows are, and where their nonzeros stand: the size "kind".
enum class Kind : std::int64_t {
    power_law, ///< few rows are very long, and most are short; columns at random
    uniform,   ///< any length up to the longest; columns at random
    banded,    ///< all equally long, around the diagonal
    blocks,    ///< of 64 columns on the diagonal, between a half and all of the longest in a row
    dense_row, ///< one row is long, and all others have 8; columns at random
    empty_rows ///< of eight rows one is long, and the others have nothing; columns at random
};

constexpr std::uint64_t block_width = 64; ///< of Kind::blocks

/// What the sizes of a case say about its matrix.
struct Shape {
    Kind kind;
    std::uint64_t rows;
    std::uint64_t width;
    std::uint64_t longest; ///< no row is longer

    explicit Shape(const Sizes& sizes)
        : kind(static_cast<Kind>(sizes.at("kind"))), rows(static_cast<std::uint64_t>(sizes.at("rows"))),
          width(static_cast<std::uint64_t>(sizes.at("width"))),
          longest(static_cast<std::uint64_t>(sizes.at("longest"))) {
        if (kind < Kind::power_law || kind > Kind::empty_rows)
            throw std::invalid_argument("no such kind of matrix");
        if (width == 0) throw std::invalid_argument("a matrix without columns");
    }

    /// The length of the row with @p rank. Which row that is, the seed says; so the number of nonzeros does not depend
    /// on it.
    [[nodiscard]] std::uint64_t length(std::uint64_t rank) const {
        constexpr std::uint64_t no_seed = 0x1e57;
        switch (kind) {
            case Kind::power_law: {
                constexpr std::uint64_t plain = 100; // so many ranks have the length of the law itself
                const double law =
                    static_cast<double>(longest) * std::pow(static_cast<double>(rank + 1), -0.7);
                const double factor = rank < plain ? 1 : 2 * static_cast<double>(random_unit(no_seed, rank));
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

    /// The bits of a column that may change from one timed call to the next: as many as leave a matrix of its kind, and
    /// every column inside of it. The width of a timed case is a power of two.
    [[nodiscard]] std::uint32_t changing_bits() const {
        const std::uint64_t stretch = kind == Kind::banded   ? 8
                                      : kind == Kind::blocks ? block_width
                                                             : std::uint64_t{1} << 31;
        const std::uint64_t of_width = std::uint64_t{1} << std::countr_zero(width);
        return static_cast<std::uint32_t>(std::min(of_width, stretch) - 1);
    }

    /// Nonzeros of all rows together. Throws std::invalid_argument where an int does not hold their number.
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

/// Where each row begins, and behind the last one the number of nonzeros: the lengths are dealt to the rows.
using Begins = std::vector<std::int32_t>;

inline Begins deal_lengths(const Shape& shape, std::uint64_t seed) {
    std::vector<std::int32_t> lengths(shape.rows);
    for (std::uint64_t rank = 0; rank < shape.rows; ++rank)
        lengths[rank] = static_cast<std::int32_t>(shape.length(rank));
    for (std::uint64_t left = shape.rows; left > 1; --left)
        std::swap(lengths[left - 1], lengths[random_bits(seed ^ 0xdea1, left) % left]);
    Begins begins(shape.rows + 1);
    for (std::uint64_t r = 0; r < shape.rows; ++r) begins[r + 1] = begins[r] + lengths[r];
    return begins;
}

/// A matrix, from a seed.
class Matrix {
public:
    Matrix(const Shape& shape, std::uint64_t seed) : shape_(shape), seed_(seed) {
        using Key = std::tuple<std::uint64_t, Kind, std::uint64_t, std::uint64_t>;
        static MemoCache<Key, Begins> known;
        begins_ = known.value({seed, shape.kind, shape.rows, shape.longest},
                              [&] { return deal_lengths(shape, seed); });
    }

    /// Where row @p r begins. It has the nonzeros up to where the next one does.
    [[nodiscard]] std::uint64_t begin(std::uint64_t r) const {
        return static_cast<std::uint64_t>((*begins_)[r]);
    }
    /// The row of nonzero @p i.
    [[nodiscard]] std::uint64_t row(std::uint64_t i) const {
        const auto behind = std::upper_bound(begins_->begin(), begins_->end(), static_cast<std::int32_t>(i));
        return static_cast<std::uint64_t>(behind - begins_->begin()) - 1;
    }
    /// The column of nonzero @p i, in row @p r.
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
    std::shared_ptr<const Begins> begins_;
};

/// Element @p place of the endless sequence of values of nonzeros.
inline float value_at(std::uint64_t seed, std::uint64_t place) {
    return random_uniform(seed ^ 0xa10e, place, -1, 1);
}

/// Element @p place of the endless sequence of which the vectors are a stretch.
inline float x_at(std::uint64_t seed, std::uint64_t place) {
    return random_uniform(seed ^ 0x7ec7, place, -1, 1);
}

} // namespace kernelsmith::lab12
