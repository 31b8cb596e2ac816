#pragma once

/// @file
/// Trees become text.

#include <string>
#include <vector>

#include "tree.h"

namespace programs {

/// What all programs of a file share: names of types, helpers of kernels, the host's side of buffers and streams.
const char* prelude();

/// A whole file: the programs, each in a namespace of its own, and a main that runs them all, or those whose seeds it is
/// given, and prints `SEED HASH` for each.
std::string printed(const std::vector<Program>& programs);

std::string printed(const Expression& expression);

} // namespace programs
