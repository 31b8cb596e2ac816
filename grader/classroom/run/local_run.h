#pragma once

/// @file
/// A run of a class on this machine: checks on all cores, timings on each GPU one at a time, each in processes of their own.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "classroom/run/class_folder.h"
#include "classroom/run/run_status.h"

namespace grader {

/// Who works.
struct WorkerPool {
    std::size_t checkers = 1; ///< how many jobs are checked at once
    std::vector<std::string>
        gpus; ///< what CUDA calls the GPUs, one timing at a time on each; none where nothing is timed
};

/// How many jobs of a class may be checked at once on so many @p cores, beside timings on @p gpus GPUs: each has a keeper, a
/// caller and a grader that are not to wait for a core.
std::size_t max_checkers(std::size_t cores, std::size_t gpus);

/// Works on the jobs of @p standing until all are graded or given up. Calls @p changed again and again, which may let it grow; while
/// that returns true, it waits for more when all is done. Whoever works is stopped when it ends, however it ends. Throws Interrupted, and EnvironmentError where nobody can work here.
void run_locally(const ClassFolder& folder, RunStatus& run_status, const WorkerPool& worker_pool,
                 const std::function<bool()>& changed);

} // namespace grader
