#include "classroom/bench/queue.h"

#include <algorithm>
#include <functional>
#include <queue>

#include "base/errors.h"

namespace grader::drain {
namespace {

/// Queue of submission indices, the lowest first, which is the order of arrival.
using Line = std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>>;

/// An event of the simulation: a submission arrives, or finishes a stage.
struct SimulationEvent {
    enum class EventKind { arrives, is_checked, is_timed };
    double at = 0;
    EventKind what = EventKind::arrives;
    std::size_t number = 0;

    bool operator>(const SimulationEvent& other) const { return at > other.at; }
};

/// The simulated machine.
class Machine {
public:
    Machine(const std::vector<Arrival>& arrivals, const WorkerCounts& workers)
        : arrivals_(arrivals), passages_(arrivals.size()), free_(workers) {
        for (std::size_t i = 0; i < arrivals.size(); ++i)
            events_.push({arrivals[i].at, SimulationEvent::EventKind::arrives, i});
    }

    /// Runs the simulation until all submissions are graded.
    std::vector<GradingTimeline> work() {
        while (!events_.empty()) {
            const double now = events_.top().at;
            // Handle all events of this time before any worker takes a submission.
            for (; !events_.empty() && events_.top().at <= now; events_.pop()) handle_event(events_.top());
            start_work(now);
        }
        return std::move(passages_);
    }

private:
    void handle_event(const SimulationEvent& event) {
        GradingTimeline& timeline = passages_[event.number];
        switch (event.what) {
            case SimulationEvent::EventKind::arrives: to_check_.push(event.number); break;
            case SimulationEvent::EventKind::is_checked:
                ++free_.checkers;
                timeline.checked = timeline.graded = event.at;
                if (arrivals_[event.number].stage_times.timing) to_time_.push(event.number);
                break;
            case SimulationEvent::EventKind::is_timed:
                ++free_.timers;
                timeline.graded = event.at;
                break;
        }
    }

    void start_work(double now) {
        for (; free_.checkers > 0 && !to_check_.empty(); --free_.checkers, to_check_.pop()) {
            const std::size_t number = to_check_.top();
            passages_[number].check_begins = now;
            events_.push(
                {now + arrivals_[number].stage_times.check, SimulationEvent::EventKind::is_checked, number});
        }
        for (; free_.timers > 0 && !to_time_.empty(); --free_.timers, to_time_.pop()) {
            const std::size_t number = to_time_.top();
            passages_[number].time_begins = now;
            events_.push({now + arrivals_[number].stage_times.timing->seconds,
                          SimulationEvent::EventKind::is_timed, number});
        }
    }

    const std::vector<Arrival>& arrivals_;
    std::vector<GradingTimeline> passages_;
    WorkerCounts free_;
    Line to_check_;
    Line to_time_;
    std::priority_queue<SimulationEvent, std::vector<SimulationEvent>, std::greater<>> events_;
};

} // namespace

std::vector<GradingTimeline> simulate_queue(const std::vector<Arrival>& arrivals,
                                            const WorkerCounts& workers) {
    const bool timed = std::any_of(arrivals.begin(), arrivals.end(),
                                   [](const Arrival& one) { return one.stage_times.timing.has_value(); });
    if (workers.checkers == 0 || (timed && workers.timers == 0))
        throw UsageError("No workers to grade with: give at least one core and one GPU.");
    return Machine(arrivals, workers).work();
}

} // namespace grader::drain
