#include "classroom/run/estimate.h"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

namespace grader {
namespace {

/// Mean durations in seconds, per lab if some of its jobs are finished, else over all labs.
class MeanSeconds {
public:
    void take(const std::string& lab, double seconds) {
        for (const std::string& of : {lab, std::string()}) {
            sums_[of].first += seconds;
            ++sums_[of].second;
        }
    }
    [[nodiscard]] bool empty() const { return sums_.empty(); }
    [[nodiscard]] double of(const std::string& lab) const {
        auto found = sums_.find(lab);
        if (found == sums_.end()) found = sums_.find("");
        return found == sums_.end() ? 0 : found->second.first / static_cast<double>(found->second.second);
    }

private:
    std::map<std::string, std::pair<double, std::size_t>> sums_;
};

bool is_open(JobState at) { return at != JobState::graded && at != JobState::given_up; }
bool is_before_timing(JobState at) { return at == JobState::waiting_for_check || at == JobState::checking; }

} // namespace

std::optional<double> seconds_left(const RunStatus& run_status, const WorkerCounts& workers) {
    const RunPlan& plan = run_status.plan();
    MeanSeconds checks;
    MeanSeconds timings;
    double checked = 0;
    double went_on = 0;
    for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
        const JobStatus& job = run_status.jobs()[i];
        if (job.check && job.check->run == plan.run) {
            checks.take(plan.jobs[i].lab, job.check->seconds);
            checked += 1;
            went_on += job.check->timing_pending ? 1 : 0;
        }
        if (job.time && job.time->run == plan.run) timings.take(plan.jobs[i].lab, job.time->seconds);
    }
    double to_check = 0;
    double to_time = 0;
    const double share = checked > 0 ? went_on / checked : 1;
    for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
        const JobState at = run_status.jobs()[i].at;
        const std::string& lab = plan.jobs[i].lab;
        if (is_before_timing(at)) {
            to_check += checks.of(lab);
            to_time += share * timings.of(lab);
        }
        if (at == JobState::waiting_for_timing || at == JobState::timing) to_time += timings.of(lab);
    }
    if (checks.empty() && timings.empty()) return std::nullopt;
    // Both stages run in parallel, so the slower one determines the remaining time.
    return std::max(to_check / static_cast<double>(std::max<std::size_t>(workers.checkers, 1)),
                    to_time / static_cast<double>(std::max<std::size_t>(workers.timers, 1)));
}

std::map<std::string, std::size_t> queue_positions(const RunStatus& run_status) {
    std::map<std::string, std::size_t> last; // position of each student's last open job
    const RunPlan& plan = run_status.plan();
    for (std::size_t i = 0; i < plan.jobs.size(); ++i)
        if (is_open(run_status.jobs()[i].at)) last[plan.jobs[i].student] = i;
    std::map<std::string, std::size_t> places;
    for (const auto& [student, end] : last)
        for (std::size_t i = 0; i < end; ++i)
            places[student] += is_open(run_status.jobs()[i].at) && plan.jobs[i].student != student ? 1 : 0;
    for (const auto& [student, end] : last) places.try_emplace(student, 0);
    return places;
}

std::string duration_text(double seconds) {
    constexpr double minute = 60;
    constexpr double hour = 60 * minute;
    if (seconds < 2 * minute) return fmt::format("{:.0f} s", std::ceil(seconds));
    if (seconds < 2 * hour) return fmt::format("{:.0f} min", std::ceil(seconds / minute));
    const auto minutes = static_cast<long>(std::ceil(seconds / minute));
    return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

std::string progress_text(const RunStatus& run_status, const WorkerCounts& workers) {
    std::string text =
        fmt::format("{} of {} graded", run_status.count(JobState::graded), run_status.jobs().size());
    const auto add = [&](std::size_t count, const char* what) {
        if (count > 0) text += fmt::format(", {} {}", count, what);
    };
    add(run_status.count(JobState::waiting_for_check) + run_status.count(JobState::checking),
        "to be checked");
    add(run_status.count(JobState::waiting_for_timing) + run_status.count(JobState::timing), "to be timed");
    add(run_status.count(JobState::given_up), "given up");
    if (const auto left = seconds_left(run_status, workers); left && !run_status.finished())
        text += fmt::format("; about {}", duration_text(*left));
    return text;
}

} // namespace grader
