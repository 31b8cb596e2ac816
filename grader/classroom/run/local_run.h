#pragma once

/// @file
/// A run of a class on this machine: checks in parallel on all cores, timings sequentially on each GPU, each
/// in worker processes.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "classroom/run/class_folder.h"
#include "classroom/run/run_status.h"

namespace grader {

/// Workers of a local run.
struct WorkerPool {
    std::size_t checkers = 1; ///< number of jobs that are checked in parallel
    std::vector<std::string>
        gpus; ///< CUDA's names of the GPUs, with one timing at a time on each; empty: nothing is timed
};

/// Returns how many jobs may be checked in parallel on @p cores cores, in addition to timings on @p gpus
/// GPUs: a timing has a keeper, a caller and a grader, which must not wait for a core.
std::size_t max_checkers(std::size_t cores, std::size_t gpus);

/// Processes the jobs of @p run_status until all are graded or given up. Calls @p changed repeatedly, which
/// may append jobs; while it returns true, the run waits for more jobs when all are done. Stops all workers
/// when it returns or throws. Throws Interrupted, and EnvironmentError if no worker can run here.
void run_locally(const ClassFolder& folder, RunStatus& run_status, const WorkerPool& worker_pool,
                 const std::function<bool()>& changed);

} // namespace grader
