#pragma once

/// @file
/// Whole programs by chance.

#include "scope.h"

namespace programs {

/// The program of a seed: the same on every machine. A construct that is left out changes what comes behind it too.
Program make_program(std::uint64_t seed, const Options& options);

} // namespace programs
