#include "classroom/run/estimate.h"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

namespace grader {
namespace {

/// Mean seconds, of each lab where some of its jobs were done, else of all.
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

bool is_open(At at) { return at != At::graded && at != At::given_up; }
bool is_before_time(At at) { return at == At::waits_for_check || at == At::in_check; }

} // namespace

std::optional<double> seconds_left(const Standing& standing, const Hands& hands) {
    const Plan& plan = standing.plan();
    MeanSeconds checks;
    MeanSeconds timings;
    double checked = 0;
    double went_on = 0;
    for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
        const JobStanding& job = standing.jobs()[i];
        if (job.check && job.check->run == plan.run) {
            checks.take(plan.jobs[i].lab, job.check->seconds);
            checked += 1;
            went_on += job.check->more ? 1 : 0;
        }
        if (job.time && job.time->run == plan.run) timings.take(plan.jobs[i].lab, job.time->seconds);
    }
    double to_check = 0;
    double to_time = 0;
    const double share = checked > 0 ? went_on / checked : 1;
    for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
        const At at = standing.jobs()[i].at;
        const std::string& lab = plan.jobs[i].lab;
        if (is_before_time(at)) {
            to_check += checks.of(lab);
            to_time += share * timings.of(lab);
        }
        if (at == At::waits_for_time || at == At::in_time) to_time += timings.of(lab);
    }
    if (checks.empty() && timings.empty()) return std::nullopt;
    // Both go on side by side, and the slower one is what is waited for.
    return std::max(to_check / static_cast<double>(std::max<std::size_t>(hands.checkers, 1)),
                    to_time / static_cast<double>(std::max<std::size_t>(hands.timers, 1)));
}

std::map<std::string, std::size_t> places_in_line(const Standing& standing) {
    std::map<std::string, std::size_t> last; // of a student's open jobs
    const Plan& plan = standing.plan();
    for (std::size_t i = 0; i < plan.jobs.size(); ++i)
        if (is_open(standing.jobs()[i].at)) last[plan.jobs[i].student] = i;
    std::map<std::string, std::size_t> places;
    for (const auto& [student, end] : last)
        for (std::size_t i = 0; i < end; ++i)
            places[student] += is_open(standing.jobs()[i].at) && plan.jobs[i].student != student ? 1 : 0;
    for (const auto& [student, end] : last) places.try_emplace(student, 0);
    return places;
}

std::string spoken_time(double seconds) {
    constexpr double minute = 60;
    constexpr double hour = 60 * minute;
    if (seconds < 2 * minute) return fmt::format("{:.0f} s", std::ceil(seconds));
    if (seconds < 2 * hour) return fmt::format("{:.0f} min", std::ceil(seconds / minute));
    const auto minutes = static_cast<long>(std::ceil(seconds / minute));
    return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

std::string progress_text(const Standing& standing, const Hands& hands) {
    std::string text = fmt::format("{} of {} graded", standing.count(At::graded), standing.jobs().size());
    const auto add = [&](std::size_t count, const char* what) {
        if (count > 0) text += fmt::format(", {} {}", count, what);
    };
    add(standing.count(At::waits_for_check) + standing.count(At::in_check), "to be checked");
    add(standing.count(At::waits_for_time) + standing.count(At::in_time), "to be timed");
    add(standing.count(At::given_up), "given up");
    if (const auto left = seconds_left(standing, hands); left && !standing.finished())
        text += fmt::format("; about {}", spoken_time(*left));
    return text;
}

} // namespace grader
