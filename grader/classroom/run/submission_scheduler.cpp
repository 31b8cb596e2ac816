#include "classroom/run/submission_scheduler.h"

#include <algorithm>
#include <ctime>
#include <set>

#include <fmt/core.h>

namespace grader {
namespace {

using StudentAndLab = std::pair<std::string, std::string>;

/// Returns the calendar day of @p at in the grader's time zone.
int day_of(double at) {
    const auto time = static_cast<std::time_t>(at);
    std::tm local{};
    ::localtime_r(&time, &local);
    constexpr int days_per_year_bound = 1000;
    return local.tm_year * days_per_year_bound + local.tm_yday;
}

/// Progress of one student's submissions for one lab.
struct LabProgress {
    int planned = 0;          ///< number of the last one that was planned
    bool in_progress = false; ///< whether that one is not graded yet
    std::size_t today = 0;    ///< number of submissions graded on this day
};

bool is_in_progress(JobState at) { return at != JobState::graded && at != JobState::given_up; }

} // namespace

std::vector<const LabSubmission*> SubmissionScheduler::next(const SubmissionStore& submission_store,
                                                            const RunStatus& run_status, double now) {
    deferrals_.clear();
    const RunPlan& plan = run_status.plan();
    const int today = day_of(now);
    std::map<StudentAndLab, LabProgress> progress_of;
    std::map<std::string, double> device_seconds;
    for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
        const JobStatus& job = run_status.jobs()[i];
        LabProgress& progress = progress_of[{plan.jobs[i].student, plan.jobs[i].lab}];
        progress.planned = std::max(progress.planned, plan.jobs[i].number);
        progress.in_progress = progress.in_progress || is_in_progress(job.at);
        if (job.check && day_of(job.check->at) == today) ++progress.today;
        if (job.time && day_of(job.time->at) == today)
            device_seconds[plan.jobs[i].student] += job.time->device_seconds;
    }
    std::map<StudentAndLab, const LabSubmission*> due;
    for (const LabSubmission& submission : submission_store.all()) {
        const StudentAndLab whose{submission.student, submission.lab};
        if (std::find(plan.labs.begin(), plan.labs.end(), submission.lab) == plan.labs.end()) continue;
        const LabProgress& progress = progress_of[whose];
        if (submission.number <= progress.planned || progress.in_progress) continue;
        if (rules_.max_per_day && progress.today >= *rules_.max_per_day) {
            deferrals_[whose] = fmt::format(
                "daily limit: {} submissions per lab are graded per day; this one is graded tomorrow",
                *rules_.max_per_day);
        } else if (rules_.gpu_seconds_per_day &&
                   device_seconds[submission.student] >= *rules_.gpu_seconds_per_day) {
            deferrals_[whose] =
                fmt::format("daily limit: {} seconds of GPU time per student; this one is graded tomorrow",
                            *rules_.gpu_seconds_per_day);
        } else if (rules_.counts == AttemptPolicy::last || !due.contains(whose)) {
            due[whose] = &submission;
        }
    }
    std::vector<const LabSubmission*> next;
    for (const auto& [whose, submission] : due) next.push_back(submission);
    std::sort(next.begin(), next.end(), [](const LabSubmission* a, const LabSubmission* b) {
        return std::pair(a->at, a->id) < std::pair(b->at, b->id);
    });
    return next;
}

} // namespace grader
