#pragma once

/// @file
/// The shape of an output as rows and columns, and positions in words.

#include <algorithm>
#include <cstddef>
#include <string>

#include "kernelsmith/problem.h"

namespace grader {

/// The rows and columns of a buffer. A vector is one row; with more than two dimensions, all but the last
/// form the rows.
struct MatrixShape {
    std::size_t rows = 1;    ///< number of rows
    std::size_t columns = 1; ///< elements per row

    /// Returns the shape of @p buffer.
    static MatrixShape of(const kernelsmith::Buffer& buffer) {
        if (buffer.shape.size() < 2) return {1, buffer.count()};
        const std::size_t columns = buffer.shape.back();
        return {buffer.count() / std::max<std::size_t>(columns, 1), columns};
    }
    /// Returns the row of the element with the index @p index.
    [[nodiscard]] std::size_t row(std::size_t index) const { return index / columns; }
    /// Returns the column of the element with the index @p index.
    [[nodiscard]] std::size_t column(std::size_t index) const { return index % columns; }
    /// Returns the number of elements.
    [[nodiscard]] std::size_t count() const { return rows * columns; }
};

/// Returns "row 3, column 17" for two dimensions, "[3][1][17]" for more, "element 17" for one.
std::string position(std::size_t index, const kernelsmith::Buffer& buffer);

} // namespace grader
