#pragma once

/// @file
/// Conversion of trees to text.

#include <string>
#include <vector>

#include "tree.h"

namespace programs {

/// Returns the common part of all programs of a file: type names, helpers of kernels, host code for
/// buffers and streams.
const char* prelude();

/// Returns a whole file: the programs, each in its own namespace, and a main function that runs all of them,
/// or those with the given seeds, and prints `SEED HASH` for each.
std::string printed(const std::vector<Program>& programs);

std::string printed(const Expression& expression);

} // namespace programs
