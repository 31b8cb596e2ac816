#pragma once

/// @file
/// Which variable or argument the address of an access is computed from.

#include <vector>

#include "analysis/kernel.h"

namespace simulator {

/// The origin of the address of each op of @p kernel, as far as registers show it: through additions, choices between addresses of
/// one origin and the like, but not through memory and calls.
std::vector<AddressOrigin> address_origins(const Kernel& kernel);

} // namespace simulator
