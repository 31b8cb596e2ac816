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

double Load::least() const { return std::max({of_checks, of_timings, longest}); }

Load load_of(const std::vector<Arrival>& arrivals, const std::vector<Passage>& passages, const Hands& hands) {
    Load load;
    load.takes = last_grade(passages) - arrivals.front().at;
    double held = 0;
    for (const Arrival& arrival : arrivals) {
        const Timing timing = arrival.takes.timing.value_or(Timing{});
        load.of_checks += arrival.takes.check;
        load.of_timings += timing.seconds;
        held += timing.device_seconds;
        load.longest = std::max(load.longest, arrival.takes.check + timing.seconds);
    }
    load.of_checks /= static_cast<double>(hands.checkers);
    if (hands.timers > 0) {
        load.of_timings /= static_cast<double>(hands.timers);
        held /= static_cast<double>(hands.timers);
    }
    if (load.takes > 0) {
        load.busy_checks = load.of_checks / load.takes;
        load.busy_gpus = load.of_timings / load.takes;
        load.held_gpus = held / load.takes;
    }
    return load;
}

Waiting waiting_of(const std::vector<Arrival>& arrivals, const std::vector<Passage>& passages, double from,
                   double to) {
    std::vector<double> waits;
    for (std::size_t i = 0; i < arrivals.size(); ++i)
        if (arrivals[i].at >= from && arrivals[i].at < to)
            waits.push_back(passages[i].graded - arrivals[i].at);
    return {waits.size(), quantile(waits, 0.5), quantile(waits, 0.95), quantile(waits, 1)};
}

Backlog backlog_of(const std::vector<Arrival>& arrivals, const std::vector<Passage>& passages, double at) {
    Backlog backlog;
    for (std::size_t i = 0; i < arrivals.size(); ++i) {
        if (arrivals[i].at > at || passages[i].graded <= at) continue;
        ++(passages[i].checked > at ? backlog.to_check : backlog.to_time);
    }
    return backlog;
}

double last_grade(const std::vector<Passage>& passages) {
    double last = 0;
    for (const Passage& passage : passages) last = std::max(last, passage.graded);
    return last;
}

} // namespace grader::drain
