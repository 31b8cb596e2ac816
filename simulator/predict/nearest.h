#pragma once

/// @file
/// The modelled GPU that is most like another one.

#include <string>
#include <vector>

#include "gpu/device.h"

namespace simulator::predict {

/// Returns the one of @p candidates, names of modelled GPUs, that is most like @p device. Its SMs have as many resident
/// threads as possible in common, its compute capability is close, and its L2 is as large per SM, in this order of
/// importance. Throws std::invalid_argument without candidates.
std::string nearest(const Device& device, const std::vector<std::string>& candidates);

} // namespace simulator::predict
