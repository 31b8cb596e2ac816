#include "classroom/bench/figures.h"

#include <algorithm>
#include <cmath>

namespace grader::drain {

double quantile(std::vector<double> values, double share) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const double place = std::ceil(share * static_cast<double>(values.size()));
    return values[std::min(static_cast<std::size_t>(std::max(place, 1.0)), values.size()) - 1];
}

double LoadSummary::lower_bound() const { return std::max({check_bound, timing_bound, longest}); }

LoadSummary load_summary_of(const std::vector<Arrival>& arrivals,
                            const std::vector<GradingTimeline>& timelines, const WorkerCounts& workers) {
    LoadSummary load;
    load.makespan = last_grade(timelines) - arrivals.front().at;
    double held = 0;
    for (const Arrival& arrival : arrivals) {
        const Timing timing = arrival.stage_times.timing.value_or(Timing{});
        load.check_bound += arrival.stage_times.check;
        load.timing_bound += timing.seconds;
        held += timing.device_seconds;
        load.longest = std::max(load.longest, arrival.stage_times.check + timing.seconds);
    }
    load.check_bound /= static_cast<double>(workers.checkers);
    if (workers.timers > 0) {
        load.timing_bound /= static_cast<double>(workers.timers);
        held /= static_cast<double>(workers.timers);
    }
    if (load.makespan > 0) {
        load.busy_checks = load.check_bound / load.makespan;
        load.busy_gpus = load.timing_bound / load.makespan;
        load.held_gpus = held / load.makespan;
    }
    return load;
}

TurnaroundTimes turnaround_times_of(const std::vector<Arrival>& arrivals,
                                    const std::vector<GradingTimeline>& timelines, double from, double to) {
    std::vector<double> waits;
    for (std::size_t i = 0; i < arrivals.size(); ++i)
        if (arrivals[i].at >= from && arrivals[i].at < to)
            waits.push_back(timelines[i].graded - arrivals[i].at);
    return {waits.size(), quantile(waits, 0.5), quantile(waits, 0.95), quantile(waits, 1)};
}

Backlog backlog_of(const std::vector<Arrival>& arrivals, const std::vector<GradingTimeline>& timelines,
                   double at) {
    Backlog backlog;
    for (std::size_t i = 0; i < arrivals.size(); ++i) {
        if (arrivals[i].at > at || timelines[i].graded <= at) continue;
        ++(timelines[i].checked > at ? backlog.to_check : backlog.to_time);
    }
    return backlog;
}

double last_grade(const std::vector<GradingTimeline>& timelines) {
    double last = 0;
    for (const GradingTimeline& timeline : timelines) last = std::max(last, timeline.graded);
    return last;
}

} // namespace grader::drain
