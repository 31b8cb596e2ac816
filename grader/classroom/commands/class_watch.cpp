#include "classroom/commands/class_watch.h"

#include <algorithm>
#include <iostream>

#include <fmt/core.h>

#include "base/interrupt.h"
#include "base/local_time.h"
#include "base/text.h"
#include "classroom/run/host_info.h"
#include "classroom/run/student_report.h"
#include "classroom/submissions/return_reports.h"

namespace grader {
namespace {

using Clock = std::chrono::steady_clock;

/// Returns the ids of the submissions of the class in @p folder that were graded before.
std::set<std::string> graded_before(const ClassFolder& folder) {
    std::set<std::string> ids;
    JournalReader(folder.journal()).refresh([&](const JournalEntry& entry) {
        if (entry.event == Event::done) ids.insert(entry.submission);
    });
    return ids;
}

bool is_settled(JobState at) { return at == JobState::graded || at == JobState::given_up; }

} // namespace

ClassWatch::ClassWatch(Context& context, const ClassFolder& folder, const RunRequest& request,
                       const WatchSchedule& schedule)
    : context_(context), folder_(folder), schedule_(schedule), rules_(read_class_rules(folder.directory())),
      inbox_(folder, context.course(), rules_), scheduler_(rules_.attempts),
      planner_(folder, inbox_.submission_store(), request), run_status_(folder, plan_graded_submissions()) {
    for (const LabSubmission& submission : inbox_.submission_store().all())
        reports_to_return_.insert(submission.student);
}

/// Plans all submissions that were scheduled before, so that their grades count in this run.
const RunPlan& ClassWatch::plan_graded_submissions() {
    const std::set<std::string> graded = graded_before(folder_);
    for (const LabSubmission& submission : inbox_.submission_store().all())
        if (graded.contains(submission.id)) (void)planner_.add(submission);
    planner_.write();
    return planner_.plan();
}

bool ClassWatch::step() {
    if (Clock::now() >= next_scan_) {
        const auto start = Clock::now();
        try {
            scan();
        } catch (const Interrupted&) {
            throw;
        } catch (const EnvironmentError& problem) {
            // Warn and continue: a full disk may have space later.
            warn_once("", problem.what());
        }
        // Limit the share of time spent on scans if the file system is slow.
        constexpr int rest_per_scan_time = 10;
        const std::chrono::duration<double> wanted(schedule_.every);
        next_scan_ = Clock::now() + std::max(std::chrono::duration_cast<Clock::duration>(wanted),
                                             rest_per_scan_time * (Clock::now() - start));
    }
    print_new_grades();
    return_changed_reports();
    return !schedule_.once || !idle_;
}

void ClassWatch::scan() {
    const std::vector<const LabSubmission*> taken = inbox_.take_new();
    for (const LabSubmission* submission : taken) {
        context_.status().clear();
        std::cout << fmt::format("{}  {}  {}  submission {}: received\n", format_local_minute(submission->at),
                                 printable(submission->student, 40), submission->lab, submission->number)
                  << std::flush;
        reports_to_return_.insert(submission->student);
    }
    const Submissions submissions = inbox_.submissions();
    for (const SubmittedFiles& student : submissions.students)
        for (const auto& [lab, why] : student.refused) warn_once(student.id + " " + lab, why);
    for (const auto& [student, why] : inbox_.rejections()) warn_once(student, why);
    planner_.set_class(submissions);
    const std::vector<const LabSubmission*> next =
        scheduler_.next(inbox_.submission_store(), run_status_, unix_time());
    // If writing the plan failed in the last scan, the planner has the jobs already.
    if (planner_.plan().jobs.size() == run_status_.jobs().size())
        for (const LabSubmission* submission : next) (void)planner_.add(*submission);
    if (planner_.plan().jobs.size() > run_status_.jobs().size()) planner_.write();
    run_status_.append_jobs(planner_.plan());
    idle_ = ++scans_ > 1 && taken.empty() && next.empty();
}

void ClassWatch::print_new_grades() {
    announced_.resize(run_status_.jobs().size(), false);
    for (std::size_t i = 0; i < announced_.size(); ++i) {
        const JobStatus& job = run_status_.jobs()[i];
        if (announced_[i] || !is_settled(job.at)) continue;
        announced_[i] = true;
        const Job& of = run_status_.plan().jobs[i];
        reports_to_return_.insert(of.student);
        const bool is_new = job.grade() == nullptr || job.grade()->run == run_status_.plan().run;
        if (!is_new) continue;
        context_.status().clear();
        std::cout << fmt::format("{}  {}  {}  submission {}: {}\n", format_local_minute(unix_time()),
                                 printable(of.student, 40), of.lab, of.number,
                                 job_status_text(run_status_, i))
                  << std::flush;
    }
}

void ClassWatch::return_changed_reports() {
    for (const std::string& student : reports_to_return_) {
        const std::filesystem::path place = inbox_.location_of(student);
        const auto why = place.empty() ? std::optional<std::string>("the student's folder no longer exists")
                                       : return_reports(place, reports_for(student));
        if (why) warn_once(student, "cannot return the reports: " + *why);
    }
    reports_to_return_.clear();
}

std::map<std::string, std::string> ClassWatch::reports_for(const std::string& student) const {
    std::map<std::string, std::string> reports;
    for (const std::string& lab : run_status_.plan().labs) {
        if (inbox_.submission_store().last(student, lab) == nullptr) continue;
        const auto deferrals = scheduler_.deferrals().find({student, lab});
        reports[lab + ".txt"] =
            student_report(student, context_.course().lab(lab), inbox_.submission_store(), run_status_,
                           rules_, deferrals == scheduler_.deferrals().end() ? "" : deferrals->second);
    }
    return reports;
}

void ClassWatch::warn_once(const std::string& about, const std::string& why) {
    std::string& heard = warnings_[about];
    if (heard == why) return;
    heard = why;
    context_.status().clear();
    std::cerr << fmt::format("grader: {}{}\n", about.empty() ? "" : printable(about, 60) + ": ",
                             printable(why, 300));
}

} // namespace grader
