#pragma once

/// @file
/// Random whole programs.

#include "scope.h"

namespace programs {

/// Returns the program of a seed, the same on every machine. If a construct is left out, everything after it
/// changes too.
Program make_program(std::uint64_t seed, const Options& options);

} // namespace programs
