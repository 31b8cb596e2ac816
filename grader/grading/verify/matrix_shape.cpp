#include "grading/verify/matrix_shape.h"

#include <fmt/core.h>

namespace grader {

std::string position(std::size_t index, const kernelsmith::Buffer& buffer) {
    if (buffer.shape.size() < 2) return fmt::format("element {}", index);
    if (buffer.shape.size() == 2)
        return fmt::format("row {}, column {}", index / buffer.shape[1], index % buffer.shape[1]);
    std::string text;
    for (std::size_t axis = buffer.shape.size(); axis-- > 0; index /= buffer.shape[axis])
        text.insert(0, fmt::format("[{}]", index % buffer.shape[axis]));
    return text;
}

} // namespace grader
