#pragma once

/// @file
/// What passages of hand-ins come to: times, waiting, and how busy whoever works was.

#include <cstddef>
#include <vector>

#include "classroom/bench/queue.h"

namespace grader::drain {

/// The value that the share @p share of @p values does not exceed: 0.5 for the middle one, of two the lower; 1 for the largest.
/// 0 where there are none.
double quantile(std::vector<double> values, double share);

/// What all hand-ins together ask for, and what they got.
struct LoadSummary {
    double takes = 0;        ///< seconds from the first hand-in to the last grade
    double check_bound = 0;  ///< seconds that the checks take where all checkers are busy all the time
    double timing_bound = 0; ///< seconds that the timings take where all GPUs are
    double longest = 0;      ///< seconds of the hand-in whose stages take longest
    double busy_checks = 0;  ///< the share of `takes` in which a checker was at work
    double busy_gpus = 0;    ///< the same for a GPU's worker, which also compiles
    double held_gpus = 0;    ///< the share of `takes` in which a GPU's lock was held

    /// Nobody who has all hand-ins from the beginning is done sooner.
    [[nodiscard]] double lower_bound() const;
};

/// Of @p arrivals that went as @p passages say, with so many @p hands. There has to be one.
LoadSummary load_summary_of(const std::vector<Arrival>& arrivals,
                            const std::vector<GradingTimeline>& timelines, const WorkerCounts& workers);

/// How long it took from hand-in to grade.
struct TurnaroundTimes {
    std::size_t submissions = 0; ///< how many
    double median = 0;           ///< seconds
    double most = 0;             ///< seconds that 95 % of them do not exceed
    double longest = 0;          ///< seconds
};

/// Of those that are handed in from @p from on and before @p to.
TurnaroundTimes turnaround_times_of(const std::vector<Arrival>& arrivals,
                                    const std::vector<GradingTimeline>& timelines, double from, double to);

/// What is handed in and not graded at a moment.
struct Backlog {
    std::size_t to_check = 0; ///< no check is done
    std::size_t to_time = 0;  ///< the timing is not done
};

/// At the moment @p at.
Backlog backlog_of(const std::vector<Arrival>& arrivals, const std::vector<GradingTimeline>& timelines,
                   double at);

/// When the last grade is there.
double last_grade(const std::vector<GradingTimeline>& timelines);

} // namespace grader::drain
