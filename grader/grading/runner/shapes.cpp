#include "grading/runner/shapes.h"

#include <functional>

namespace runner {
namespace {

bool same(dim3 a, dim3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

} // namespace

bool operator==(const Shape& one, const Shape& other) {
    return one.kernel == other.kernel && same(one.grid, other.grid) && same(one.block, other.block) &&
           one.dynamic_shared == other.dynamic_shared;
}

std::size_t ShapeHash::operator()(const Shape& shape) const {
    constexpr std::size_t odd = 0x9e3779b97f4a7c15;
    std::size_t hash = std::hash<const void*>()(shape.kernel);
    for (const std::size_t field :
         {std::size_t{shape.grid.x}, std::size_t{shape.grid.y}, std::size_t{shape.grid.z},
          std::size_t{shape.block.x}, std::size_t{shape.block.y}, std::size_t{shape.block.z},
          shape.dynamic_shared})
        hash = (hash ^ field) * odd + (hash >> 29);
    return hash;
}

void ShapeCounts::add(const Shape& shape, std::size_t launches) {
    if (const auto known = index_of_shape_.find(shape); known != index_of_shape_.end()) {
        entries_[known->second].second += launches;
        return;
    }
    if (entries_.size() >= most_) {
        dropped_ += launches;
        return;
    }
    index_of_shape_.emplace(shape, entries_.size());
    entries_.emplace_back(shape, launches);
}

void ShapeCounts::clear() {
    entries_.clear();
    index_of_shape_.clear();
    dropped_ = 0;
}

} // namespace runner
