#pragma once

/// @file
/// Selection of this machine's GPUs for timing a class.

#include <functional>
#include <string>
#include <vector>

#include "course/course.h"
#include "grading/backend/backend.h"

namespace grader {

/// A GPU that submissions are timed on.
struct TimingGpu {
    std::string visible; ///< value of CUDA_VISIBLE_DEVICES that makes it CUDA's only device
    DeviceFacts facts;   ///< properties of the GPU
};

/// Returns the GPUs that @p request names: `all`, indices such as `0,2`, or the first one if it is empty. @p
/// first describes CUDA's device 0, which is already known; @p ask queries another one, for which it makes a
/// new backend. Throws UsageError for an index without a GPU.
std::vector<TimingGpu> timing_gpus(const std::string& request, const DeviceFacts& first,
                                   const std::function<DeviceFacts()>& ask);

/// Throws UsageError if @p gpus are of several kinds and one of them has no thresholds of its own in one of
/// @p labs: with another GPU's thresholds, students would be graded by different standards.
void require_same_gpu_kind(const std::vector<TimingGpu>& gpus, const std::vector<const Lab*>& labs);

} // namespace grader
