#pragma once

/// @file
/// The banks of shared memory: 32, each four bytes wide and able to serve one word at a time.
///
/// A request is served in passes as one to global memory is (see footprint.h); each pass takes as many
/// wavefronts as the busiest bank has different words to give. Lanes that want the same word get it together.
/// Two passes of a load become one where each two lanes that are neighbours (or, everywhere, next but one to
/// each other) have the same address, because the registers of both then travel together.

#include "observe/access.h"
#include "observe/lane_set.h"

namespace simulator {

/// Passes over the banks.
struct Wavefronts {
    std::uint32_t taken = 0;
    std::uint32_t ideal = 0; ///< without conflicts; the rest of those taken are bank conflicts
};

/// What a load or store of @p bytes a lane takes. Atomics on one word wait for each other even on one
/// address.
Wavefronts wavefronts(const Access& access, std::uint32_t bytes, LaneSet& set);

} // namespace simulator
