#pragma once

/// @file
/// The points and start centroids of a case, as functions of a seed. Only the trusted half includes this file.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "kernelsmith/problem.h"
#include "kernelsmith/random.h"
#include "lab.h"

namespace kernelsmith::lab08 {

/// The distribution of the points: the values of the size "kind".
enum class Kind : std::int64_t {
    blobs,      ///< clouds that overlap
    duplicates, ///< clouds that overlap, and most points occur several times
    equal,      ///< clouds that overlap, and the second start centroid is equal to the first
    empties     ///< a line on which centroid 1 of 3 has points at first, and none in the second iteration
};

/// Number of distinct points. Larger inputs repeat them, and the reference computes each distinct point once. A
/// program cannot know which points are the same.
constexpr std::size_t most_distinct = std::size_t{1} << 17;

/// Padding of the rows: more than the largest shift of a window, so no point of a window is in two rows.
constexpr std::size_t windows = 4096;

/// Points of Kind::empties. One point next to the first cloud and one next to the last go to the start centroid in
/// between; the mean of both is farther from each than its cloud, so in the next iteration they go to the clouds.
constexpr std::array line = {1.3f, 5.2f, 1.2f, 1.2f, 1.2f, 5.3f, 5.3f, 5.3f};

/// The inputs as functions of a seed and of indices into infinite sequences.
struct Inputs {
    std::uint64_t seed;     ///< seed of all sequences
    Kind kind;              ///< distribution of the points
    std::size_t count;      ///< points of a window
    std::size_t dimensions; ///< coordinates per point
    std::size_t clusters;   ///< start centroids
    std::size_t stride;     ///< floats from the row of one coordinate to the row of the next

    /// The inputs of a case with these @p sizes, from the seed @p sequences.
    Inputs(const Sizes& sizes, std::uint64_t sequences)
        : seed(sequences), kind(static_cast<Kind>(sizes.at("kind"))),
          count(static_cast<std::size_t>(sizes.at("count"))),
          dimensions(static_cast<std::size_t>(sizes.at("dimensions"))),
          clusters(static_cast<std::size_t>(sizes.at("clusters"))), stride((count + windows + 31) / 32 * 32) {
    }

    /// Returns the number of distinct points. number() returns indices below it, unless all points differ.
    [[nodiscard]] std::size_t distinct() const {
        return kind == Kind::duplicates ? std::max<std::size_t>(count / 8, 1) : most_distinct;
    }
    /// Whether no two points are the same.
    [[nodiscard]] bool all_differ() const { return count <= distinct(); }
    /// Returns the index of the distinct point that is stored in @p column.
    [[nodiscard]] std::size_t number(std::size_t column) const {
        return all_differ() ? column : random_bits(seed ^ 0xc01, column) % distinct();
    }
    /// Returns coordinate @p j of a point: the centre of a cloud plus the sum of four random numbers, which is
    /// nearly normal with standard deviation 1.
    [[nodiscard]] float coordinate(std::size_t point, std::size_t j) const {
        if (kind == Kind::empties) return j == 0 ? line[point % line.size()] : 0.5f;
        const std::size_t blob = random_bits(seed ^ 0xb10b, point) % (clusters * 3 / 4 + 2);
        const std::uint64_t bits = random_bits(seed ^ 0x5ca7, point * most_dimensions + j);
        const auto sum = static_cast<float>((bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) +
                                            (bits >> 48));
        return random_uniform(seed ^ 0x3e47, blob * most_dimensions + j, -2.5f, 2.5f) +
               (sum * 0x1p-16f - 2.0f) * 1.732f;
    }
    /// Returns element @p place of the infinite sequence of start centroids. They are drawn like points.
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
