#pragma once

/// @file
/// The shapes in which kernels are launched, and how often.

#include <cstddef>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

#include <vector_types.h>

namespace runner {

/// A kernel, and all that its launch says about its threads.
struct Shape {
    const void* kernel = nullptr;   ///< as the CUDA runtime was given it
    dim3 grid = {};                 ///< in blocks
    dim3 block = {};                ///< in threads
    std::size_t dynamic_shared = 0; ///< bytes
};

/// Whether two launches have the same shape.
bool operator==(const Shape& one, const Shape& other);

/// For tables of shapes.
struct ShapeHash {
    /// Takes in every field.
    std::size_t operator()(const Shape& shape) const;
};

/// Shapes and their numbers of launches, in the order of the first launches.
class ShapeCounts {
public:
    /// Holds @p most shapes at most: what launches in ever new ones must not take memory without end.
    explicit ShapeCounts(std::size_t most = std::numeric_limits<std::size_t>::max()) : most_(most) {}

    /// Adds @p launches of @p shape, in constant time.
    void add(const Shape& shape, std::size_t launches = 1);
    /// Forgets everything.
    void clear();

    /// Each shape with its launches.
    [[nodiscard]] const std::vector<std::pair<Shape, std::size_t>>& entries() const { return entries_; }
    /// Launches in shapes that there was no room for.
    [[nodiscard]] std::size_t left_out() const { return left_out_; }

private:
    std::size_t most_;
    std::vector<std::pair<Shape, std::size_t>> entries_;
    std::unordered_map<Shape, std::size_t, ShapeHash> index_of_shape_;
    std::size_t left_out_ = 0;
};

} // namespace runner
