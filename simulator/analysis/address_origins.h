#pragma once

/// @file
/// Analysis of the variable or argument that an address is computed from.

#include <vector>

#include "analysis/kernel.h"

namespace simulator {

/// Returns the origin of the address of each op of @p kernel. Origins are followed through registers:
/// additions, choices between addresses of one origin and the like, but not through memory and calls.
std::vector<AddressOrigin> address_origins(const Kernel& kernel);

} // namespace simulator
