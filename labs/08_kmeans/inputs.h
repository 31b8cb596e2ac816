#pragma once

/// @file
/// The points and start centroids of a case, as functions of a seed. For the trusted half alone.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "kernelsmith/problem.h"
#include "kernelsmith/random.h"
#include "lab.h"

namespace kernelsmith::lab08 {

/// What the points are like: the size "kind".
enum class Kind : std::int64_t {
    blobs,      ///< clouds that overlap
    duplicates, ///< the same, and most points are there several times
    equal,      ///< the same as blobs, and of the start centroids the second is equal to the first
    empties     ///< a line on which centroid 1 of 3 has points at first, and none in the second iteration
};

/// More points than this repeat one another: the reference looks at each different one once. A program cannot
/// tell which are the same.
constexpr std::size_t most_distinct = std::size_t{1} << 17;

/// Rows are longer than a window can move them, so that no point of a window comes from two rows.
constexpr std::size_t windows = 4096;

/// Points of Kind::empties. One each lies beside the first and the last cloud and goes to the start centroid
/// between them; the middle of both is further from either than its cloud is, so then they go to the clouds.
constexpr std::array line = {1.3f, 5.2f, 1.2f, 1.2f, 1.2f, 5.3f, 5.3f, 5.3f};

/// The inputs as functions of a seed and of places in endless sequences.
struct Inputs {
    std::uint64_t seed;     ///< of all sequences
    Kind kind;              ///< what the points are like
    std::size_t count;      ///< points of a window
    std::size_t dimensions; ///< coordinates of each
    std::size_t clusters;   ///< start centroids
    std::size_t stride;     ///< floats from a coordinate's row to the next

    /// Of a case with these @p sizes.
    Inputs(const Sizes& sizes, std::uint64_t sequences)
        : seed(sequences), kind(static_cast<Kind>(sizes.at("kind"))),
          count(static_cast<std::size_t>(sizes.at("count"))),
          dimensions(static_cast<std::size_t>(sizes.at("dimensions"))),
          clusters(static_cast<std::size_t>(sizes.at("clusters"))), stride((count + windows + 31) / 32 * 32) {
    }

    /// How many points differ; those of number() have numbers below it, unless all differ.
    [[nodiscard]] std::size_t distinct() const {
        return kind == Kind::duplicates ? std::max<std::size_t>(count / 8, 1) : most_distinct;
    }
    /// Whether no two points are the same.
    [[nodiscard]] bool all_differ() const { return count <= distinct(); }
    /// The number of the point that stands in a column.
    [[nodiscard]] std::size_t number(std::size_t column) const {
        return all_differ() ? column : random_bits(seed ^ 0xc01, column) % distinct();
    }
    /// Coordinate @p j of a point: a cloud's middle, and four random numbers, which together are nearly
    /// normal with standard deviation 1.
    [[nodiscard]] float coordinate(std::size_t point, std::size_t j) const {
        if (kind == Kind::empties) return j == 0 ? line[point % line.size()] : 0.5f;
        const std::size_t blob = random_bits(seed ^ 0xb10b, point) % (clusters * 3 / 4 + 2);
        const std::uint64_t bits = random_bits(seed ^ 0x5ca7, point * most_dimensions + j);
        const auto sum = static_cast<float>((bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) +
                                            (bits >> 48));
        return random_uniform(seed ^ 0x3e47, blob * most_dimensions + j, -2.5f, 2.5f) +
               (sum * 0x1p-16f - 2.0f) * 1.732f;
    }
    /// Element @p place of the endless sequence of start centroids. They are drawn like points.
    [[nodiscard]] float start(std::size_t place) const {
        std::size_t drawn = place / dimensions;
        const std::size_t c = drawn % clusters;
        const std::size_t j = place % dimensions;
        if (kind == Kind::empties)
            return j == 0 ? (c == 0 ? 0.0f : c == 1 ? 2.5f : c == 2 ? 8.0f : -8.0f) : 0.5f;
        if (kind == Kind::equal && c == 1) --drawn;
        return coordinate((std::size_t{1} << 40) + drawn, j);
    }
};

} // namespace kernelsmith::lab08
