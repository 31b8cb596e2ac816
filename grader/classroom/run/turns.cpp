#include "classroom/run/turns.h"

#include <algorithm>
#include <ctime>
#include <set>

#include <fmt/core.h>

namespace grader {
namespace {

using StudentAndLab = std::pair<std::string, std::string>;

/// The day of @p at where the grader is.
int day_of(double at) {
    const auto time = static_cast<std::time_t>(at);
    std::tm local{};
    ::localtime_r(&time, &local);
    constexpr int more_than_a_year = 1000;
    return local.tm_year * more_than_a_year + local.tm_yday;
}

/// What is known of one student's hand-ins for one lab.
struct SoFar {
    int planned = 0;        ///< the number of the last one that had its turn
    bool under_way = false; ///< that is not graded yet
    std::size_t today = 0;  ///< how many were graded on this day
};

bool is_under_way(At at) { return at != At::graded && at != At::given_up; }

} // namespace

std::vector<const HandIn*> Turns::next(const HandIns& hand_ins, const Standing& standing, double now) {
    held_back_.clear();
    const Plan& plan = standing.plan();
    const int today = day_of(now);
    std::map<StudentAndLab, SoFar> known;
    std::map<std::string, double> device_seconds;
    for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
        const JobStanding& job = standing.jobs()[i];
        SoFar& so_far = known[{plan.jobs[i].student, plan.jobs[i].lab}];
        so_far.planned = std::max(so_far.planned, plan.jobs[i].number);
        so_far.under_way = so_far.under_way || is_under_way(job.at);
        if (job.check && day_of(job.check->at) == today) ++so_far.today;
        if (job.time && day_of(job.time->at) == today)
            device_seconds[plan.jobs[i].student] += job.time->device_seconds;
    }
    std::map<StudentAndLab, const HandIn*> turn;
    for (const HandIn& hand_in : hand_ins.all()) {
        const StudentAndLab whose{hand_in.student, hand_in.lab};
        if (std::find(plan.labs.begin(), plan.labs.end(), hand_in.lab) == plan.labs.end()) continue;
        const SoFar& so_far = known[whose];
        if (hand_in.number <= so_far.planned || so_far.under_way) continue;
        if (rules_.a_day && so_far.today >= *rules_.a_day) {
            held_back_[whose] =
                fmt::format("{} hand-ins of a lab are graded a day; this one is tomorrow", *rules_.a_day);
        } else if (rules_.gpu_seconds_a_day && device_seconds[hand_in.student] >= *rules_.gpu_seconds_a_day) {
            held_back_[whose] =
                fmt::format("a student has {} seconds of GPU time a day; this one is graded tomorrow",
                            *rules_.gpu_seconds_a_day);
        } else if (rules_.counts == WhichCounts::last || !turn.contains(whose)) {
            turn[whose] = &hand_in;
        }
    }
    std::vector<const HandIn*> next;
    for (const auto& [whose, hand_in] : turn) next.push_back(hand_in);
    std::sort(next.begin(), next.end(), [](const HandIn* a, const HandIn* b) {
        return std::pair(a->at, a->id) < std::pair(b->at, b->id);
    });
    return next;
}

} // namespace grader
