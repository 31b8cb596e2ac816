#pragma once

/// @file
/// Edits that make a program smaller. Every kind of edit numbers the places where it can be applied; the
/// numbers change with every edit.

#include <cstddef>
#include <vector>

#include "tree.h"

namespace programs {

/// A range of `count` places from `first` on.
struct Places {
    std::size_t first = 0;
    std::size_t count = 0;
    bool contain(std::size_t place) const { return place >= first && place - first < count; }
};

/// Makes an edit at the places, and returns the number of places.
using Edit = std::size_t (*)(Program& program, Places places);

/// All kinds of edits, those that remove most first.
const std::vector<Edit>& all_edits();

/// Removes functions, kernels and buffers without references.
void tidy(Program& program);

} // namespace programs
