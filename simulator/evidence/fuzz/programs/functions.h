#pragma once

/// @file
/// Functions of the device by chance.

#include "scope.h"

namespace programs {

/// Writes a few functions into the program and returns how they are called: plain and recursive ones, tables of them,
/// virtual ones, and some that the lanes of a mask call together.
std::vector<Callable> make_functions(Workshop& workshop, const std::vector<Array>& constants);

} // namespace programs
