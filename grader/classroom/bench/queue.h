#pragma once

/// @file
/// Discrete-event simulation of a class's submissions through check and timing, as a run on one machine
/// handles them (classroom/run/local_run.h): the checkers work in parallel, each GPU times one submission
/// at a time, and a free worker takes the first submission of the queue. Both stages serve submissions in
/// order of arrival: of those that wait for a timing, the one that arrived first is next, not the one whose
/// check ended first.
///
/// Not modelled: the start of the worker processes (once per run), the delay of at most 0.2 s until the run
/// polls again, and infrastructure errors.

#include <optional>
#include <vector>

#include "classroom/bench/measured.h"
#include "classroom/run/estimate.h"

namespace grader::drain {

/// A submission that is to be graded.
struct Arrival {
    double at = 0;          ///< time of submission in seconds
    StageTimes stage_times; ///< times of its stages
};

/// Timestamps of one submission, in the seconds of Arrival::at.
struct GradingTimeline {
    double check_begins = 0;           ///< a checker takes it
    double checked = 0;                ///< its check is done
    std::optional<double> time_begins; ///< a GPU takes it; none: it needs no timing
    double graded = 0;                 ///< its grade is complete
};

/// Simulates how @p workers grade @p arrivals, which are in order of arrival. Returns one timeline per
/// arrival. Throws UsageError if a stage has submissions and no workers.
std::vector<GradingTimeline> simulate_queue(const std::vector<Arrival>& arrivals,
                                            const WorkerCounts& workers);

} // namespace grader::drain
