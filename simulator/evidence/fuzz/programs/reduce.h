#pragma once

/// @file
/// Reduction of a program that shows a failure. Only changes that keep a program well-defined are tried: a
/// statement is removed unless others need it, an expression becomes a number or a part of itself, a grid
/// becomes one block.

#include <functional>

#include "tree.h"

namespace programs {

/// Returns whether a program still shows the failure.
using Interesting = std::function<bool(const Program&)>;

/// Returns the smallest program that was found. The given program must be interesting.
Program reduced(Program program, const Interesting& interesting);

} // namespace programs
