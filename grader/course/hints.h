#pragma once

/// @file
/// Which of a lab's hints help with a failure, and in which order.

#include <cstddef>
#include <string>
#include <vector>

#include "course/manifest.h"
#include "course/regions.h"

namespace grader {

/// Places in Manifest::hints.
using HintPlaces = std::vector<std::size_t>;

/// The hints about exactly this failure: those for @p step whose `when` is a part of what it @p said.
HintPlaces fitting_hints(const Manifest& manifest, const std::string& step, const std::string& said);

/// The hints for @p step that help with any failure of it. One that begins with "TODO(3)" is none of them
/// until every TODO before it has code in @p source: whoever is at the first task must not be told the third.
HintPlaces general_hints(const Manifest& manifest, const std::string& step, const RegionedSource& source);

} // namespace grader
