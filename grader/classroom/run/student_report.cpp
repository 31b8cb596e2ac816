#include "classroom/run/student_report.h"

#include <map>
#include <vector>

#include <fmt/core.h>

#include "base/local_time.h"
#include "base/numbers.h"
#include "base/text.h"
#include "classroom/run/counting.h"
#include "grading/report/grade/console.h"

namespace grader {
namespace {

/// Returns "Score that counts: 54 of 60, of submission 2. It is 1 day 2 h late: 10 % off."
std::string what_counts(const RunStatus& run_status, const std::map<int, std::size_t>& jobs,
                        const ClassRules& rules) {
    std::vector<std::size_t> places;
    for (const auto& [number, place] : jobs) places.push_back(place);
    if (places.empty()) return "";
    const CountedJob counting = counted_job(run_status, places, rules);
    if (!counting.grade || !counting.grade->is_mark()) return "";
    LabGrade grade = *counting.grade;
    grade.adjusted_score = counting.counts;
    std::string text =
        fmt::format("\n  Score that counts{}: {} of {}, of submission {}.\n",
                    counting.settled ? "" : " so far", format_points(grade.counted_score()),
                    format_points(grade.max_score), run_status.plan().jobs[counting.job].number);
    if (grade.adjusted_score && !grade.adjusted_score->note.empty())
        text += fmt::format("  It is {}.\n", grade.adjusted_score->note);
    return text;
}

} // namespace

std::string job_status_text(const RunStatus& run_status, std::size_t number) {
    const JobStatus& job = run_status.jobs()[number];
    if (job.at == JobState::given_up)
        return "could not be graded because of an infrastructure error, not a fault of the student: " +
               printable(job.why, 200);
    if (job.grade() == nullptr) return "is being graded, or is next";
    const LabGrade grade = JournalReader::grade_of(*job.grade());
    return fmt::format("{} of {}, {}", format_points(grade.score), format_points(grade.max_score),
                       verdict_in_words(grade));
}

std::string student_report(const std::string& student, const Lab& lab,
                           const SubmissionStore& submission_store, const RunStatus& run_status,
                           const ClassRules& rules, const std::string& deferral) {
    std::map<int, std::size_t> jobs; // by the number of the submission
    for (std::size_t i = 0; i < run_status.plan().jobs.size(); ++i)
        if (const Job& job = run_status.plan().jobs[i]; job.student == student && job.lab == lab.id)
            jobs[job.number] = i;
    std::string text = fmt::format("{}: your submissions\n\n", lab.id);
    const JournalEntry* last = nullptr;
    int last_number = 0;
    for (const LabSubmission& submission : submission_store.all()) {
        if (submission.student != student || submission.lab != lab.id) continue;
        std::string state = deferral.empty() ? "waits until the previous one is graded" : deferral;
        if (const auto job = jobs.find(submission.number); job != jobs.end()) {
            state = job_status_text(run_status, job->second);
            if (const JournalEntry* entry = run_status.jobs()[job->second].grade()) {
                last = entry;
                last_number = submission.number;
            }
        } else if (jobs.upper_bound(submission.number) != jobs.end()) {
            state = "not graded: replaced by a later one";
        }
        text +=
            fmt::format("  {:>3}   {}   {}{}\n", submission.number, format_local_minute(submission.at), state,
                        submission.from.empty() ? "" : fmt::format(" ({})", printable(submission.from, 100)));
    }
    text += what_counts(run_status, jobs, rules);
    if (last == nullptr) return text;
    return text + fmt::format("\nSubmission {} in full:\n\n", last_number) +
           render_console(JournalReader::grade_of(*last), Style{});
}

} // namespace grader
