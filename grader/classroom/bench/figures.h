#pragma once

/// @file
/// Statistics of simulated grading timelines: makespan, turnaround times, backlog, and utilization of
/// workers and GPUs.

#include <cstddef>
#include <vector>

#include "classroom/bench/queue.h"

namespace grader::drain {

/// Returns the quantile @p share of @p values, the smallest value that at least this share of them does not
/// exceed: 0.5 for the median (the lower one of two), 1 for the maximum. 0 if @p values is empty.
double quantile(std::vector<double> values, double share);

/// Load of all submissions together, and how well the workers handled it. Times are in seconds.
struct LoadSummary {
    double makespan = 0;     ///< makespan: from the first submission to the last grade
    double check_bound = 0;  ///< time for all checks if every checker were busy all the time
    double timing_bound = 0; ///< time for all timings if every GPU were busy all the time
    double longest = 0;      ///< stages of the submission that takes longest
    double busy_checks = 0;  ///< utilization of the checkers: the share of `makespan` in which one is busy
    double busy_gpus = 0;    ///< utilization of the GPU workers, which also compile
    double held_gpus = 0;    ///< the share of `makespan` in which a GPU's lock was held

    /// Lower bound of the makespan in seconds, if all submissions are there from the beginning.
    [[nodiscard]] double lower_bound() const;
};

/// Returns the load of @p arrivals, graded as @p timelines say by @p workers. Needs at least one arrival.
LoadSummary load_summary_of(const std::vector<Arrival>& arrivals,
                            const std::vector<GradingTimeline>& timelines, const WorkerCounts& workers);

/// Turnaround times in seconds: from submission to grade.
struct TurnaroundTimes {
    std::size_t submissions = 0; ///< number of submissions
    double median = 0;           ///< median
    double p95 = 0;              ///< 95th percentile
    double longest = 0;          ///< maximum
};

/// Returns the turnaround times of the submissions that arrive in [@p from, @p to).
TurnaroundTimes turnaround_times_of(const std::vector<Arrival>& arrivals,
                                    const std::vector<GradingTimeline>& timelines, double from, double to);

/// Submissions that have arrived and are not graded at a moment.
struct Backlog {
    std::size_t to_check = 0; ///< the check is not done
    std::size_t to_time = 0;  ///< the check is done, the timing is not
};

/// Returns the backlog at the time @p at, in the seconds of Arrival::at.
Backlog backlog_of(const std::vector<Arrival>& arrivals, const std::vector<GradingTimeline>& timelines,
                   double at);

/// Returns the time of the last grade, in the seconds of Arrival::at.
double last_grade(const std::vector<GradingTimeline>& timelines);

} // namespace grader::drain
