#pragma once

/// @file
/// Random device functions.

#include "scope.h"

namespace programs {

/// Writes a few functions into the program and returns how they are called: plain and recursive functions,
/// tables of functions, virtual functions, and functions that the lanes of a mask call together.
std::vector<Callable> make_functions(Workshop& workshop, const std::vector<Array>& constants);

} // namespace programs
