#pragma once

/// @file
/// Launch shapes of kernels, and the number of launches per shape.

#include <cstddef>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

#include <vector_types.h>

namespace runner {

/// A kernel and its launch configuration.
struct Shape {
    const void* kernel = nullptr;   ///< the pointer that the CUDA runtime was given
    dim3 grid = {};                 ///< in blocks
    dim3 block = {};                ///< in threads
    std::size_t dynamic_shared = 0; ///< dynamic shared memory in bytes
};

/// Returns whether two launches have the same shape.
bool operator==(const Shape& one, const Shape& other);

/// A hash of shapes, for hash tables.
struct ShapeHash {
    /// Combines every field.
    std::size_t operator()(const Shape& shape) const;
};

/// Shapes with their numbers of launches, in the order of the first launches.
class ShapeCounts {
public:
    /// Holds at most @p most shapes: a program that keeps launching new shapes must not exhaust the memory.
    explicit ShapeCounts(std::size_t most = std::numeric_limits<std::size_t>::max()) : most_(most) {}

    /// Adds @p launches launches of @p shape, in constant time.
    void add(const Shape& shape, std::size_t launches = 1);
    /// Removes all entries.
    void clear();

    /// Returns each shape with its number of launches.
    [[nodiscard]] const std::vector<std::pair<Shape, std::size_t>>& entries() const { return entries_; }
    /// Returns the number of launches in shapes beyond the capacity.
    [[nodiscard]] std::size_t dropped() const { return dropped_; }

private:
    std::size_t most_;
    std::vector<std::pair<Shape, std::size_t>> entries_;
    std::unordered_map<Shape, std::size_t, ShapeHash> index_of_shape_;
    std::size_t dropped_ = 0;
};

} // namespace runner
