#pragma once

/// @file
/// The modelled GPU that is most like another one.

#include <string>
#include <vector>

#include "gpu/device.h"

namespace simulator::predict {

/// Returns the one of @p candidates, names of modelled GPUs, that is most like @p device. It compares the resident
/// threads per SM; GPUs with equal distance are compared by compute capability, and then by L2 bytes per SM. Throws
/// std::invalid_argument without candidates.
std::string nearest(const Device& device, const std::vector<std::string>& candidates);

} // namespace simulator::predict
