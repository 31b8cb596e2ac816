#pragma once

/// @file
/// The modelled GPU that is most like another one.

#include <string>
#include <vector>

#include "gpu/device.h"

namespace simulator::predict {

/// Returns the one of @p candidates, names of modelled GPUs, that is most like @p device: by the resident threads
/// of an SM, which the number of resident blocks follows; then by compute capability; then by the share of L2 that
/// an SM has. Throws std::invalid_argument if there are no candidates.
std::string nearest(const Device& device, const std::vector<std::string>& candidates);

} // namespace simulator::predict
