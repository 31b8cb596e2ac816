#pragma once

/// @file
/// The GPUs of this machine that a class is timed on.

#include <functional>
#include <string>
#include <vector>

#include "course/course.h"
#include "grading/backend/backend.h"

namespace grader {

/// One of them.
struct TimingGpu {
    std::string visible; ///< what CUDA_VISIBLE_DEVICES has to be, so that it is CUDA's only device
    DeviceFacts facts;   ///< what it is
};

/// Those that @p wish names: `all`, places such as `0,2`, or the first one where it is empty. @p first is CUDA's device 0,
/// already looked at; the others are asked by @p ask, which makes a backend anew. Throws UsageError for a place that there is
/// none at.
std::vector<TimingGpu> timing_gpus(const std::string& request, const DeviceFacts& first,
                                   const std::function<DeviceFacts()>& ask);

/// Throws UsageError where @p gpus are of several kinds and one of them has no thresholds of its own in one of @p labs: by
/// another one's, students would be timed by different measures.
void require_same_gpu_kind(const std::vector<TimingGpu>& gpus, const std::vector<const Lab*>& labs);

} // namespace grader
