#pragma once

/// @file
/// An output as rows and columns, and its places in words.

#include <algorithm>
#include <cstddef>
#include <string>

#include "kernelsmith/problem.h"

namespace grader {

/// The rows and columns of a buffer. A vector is one row; of more than two dimensions all but the last make the
/// rows.
struct MatrixShape {
    std::size_t rows = 1;    ///< how many there are
    std::size_t columns = 1; ///< how many elements a row has

    /// That of @p buffer.
    static MatrixShape of(const kernelsmith::Buffer& buffer) {
        if (buffer.shape.size() < 2) return {1, buffer.count()};
        const std::size_t columns = buffer.shape.back();
        return {buffer.count() / std::max<std::size_t>(columns, 1), columns};
    }
    /// The row of the element @p index.
    [[nodiscard]] std::size_t row(std::size_t index) const { return index / columns; }
    /// The column of the element @p index.
    [[nodiscard]] std::size_t column(std::size_t index) const { return index % columns; }
    /// How many elements there are.
    [[nodiscard]] std::size_t count() const { return rows * columns; }
};

/// "row 3, column 17" for two dimensions, "[3][1][17]" for more, "element 17" for one.
std::string position(std::size_t index, const kernelsmith::Buffer& buffer);

} // namespace grader
