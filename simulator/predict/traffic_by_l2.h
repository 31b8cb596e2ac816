#pragma once

/// @file
/// DRAM traffic of a launch as a function of the size of L2, from the modelled GPUs, whose L2 caches differ in size.

#include <vector>

#include "counters/l2.h"

namespace simulator::predict {

/// The traffic of a launch on a GPU with an L2 cache of some size.
struct TrafficSample {
    double l2_bytes = 0; ///< size of L2
    L2::Traffic traffic; ///< traffic between L2 and DRAM
};

/// Returns @p traffic with the bytes and pages of DRAM that a cache of @p l2_bytes leads to. They are interpolated
/// between the samples with the next smaller and the next larger cache; beyond all samples they are those of the
/// nearest one.
L2::Traffic with_l2_of(L2::Traffic traffic, double l2_bytes, std::vector<TrafficSample> samples);

} // namespace simulator::predict
