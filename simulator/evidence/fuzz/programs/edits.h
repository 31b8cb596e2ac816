#pragma once

/// @file
/// What can be made smaller in a program. Every kind of edit has places, which are numbered; which number is which changes
/// with every edit that is made.

#include <cstddef>
#include <vector>

#include "tree.h"

namespace programs {

/// The places from `first` on, `count` of them.
struct Places {
    std::size_t first = 0;
    std::size_t count = 0;
    bool contain(std::size_t place) const { return place >= first && place - first < count; }
};

/// Makes an edit at the places, and returns how many places there are.
using Edit = std::size_t (*)(Program& program, Places places);

/// All kinds, those that take most away first.
const std::vector<Edit>& all_edits();

/// Takes away functions, kernels and buffers that nobody names.
void tidy(Program& program);

} // namespace programs
