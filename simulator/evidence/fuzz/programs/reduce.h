#pragma once

/// @file
/// Makes a program small that shows something. Only what keeps a program well-defined is tried: a statement goes unless
/// others need it, an expression becomes a number or a part of itself, a grid one block.

#include <functional>

#include "tree.h"

namespace programs {

/// Whether a program still shows what is looked for.
using Interesting = std::function<bool(const Program&)>;

/// The smallest program that was found. The given one is interesting.
Program reduced(Program program, const Interesting& interesting);

} // namespace programs
