#include "classroom/run/changes.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>

namespace grader {
namespace {

bool has_whole_grade(const JournalEntry& entry) {
    return entry.event == Event::done && (entry.stage == Stage::time || !entry.timing_pending);
}

/// Returns nothing if both are the same grade that was only made twice.
std::optional<RegradeCause> cause_of(const JournalEntry& then, const JournalEntry& now, bool same_files,
                                     int counts_from) {
    if (then.key != now.key)
        return same_files ? RegradeCause::lab_changed : RegradeCause::files_may_have_changed;
    if (then.run < counts_from) return RegradeCause::asked_for;
    if (then.device != now.device) return RegradeCause::gpu_changed;
    return std::nullopt;
}

/// Finds, for each job whose grade may have replaced another, the newest grade before it.
class EarlierGradeFinder {
public:
    EarlierGradeFinder(const RunStatus& run_status, int of_run) : run_status_(run_status) {
        for (std::size_t i = 0; i < run_status.jobs().size(); ++i) {
            const JournalEntry* now = run_status.jobs()[i].grade();
            // The first run has no earlier grades.
            if (now == nullptr || now->run <= 1 || (of_run != 0 && now->run != of_run)) continue;
            const Job& job = run_status.plan().jobs[i];
            by_name_.emplace(std::pair(job.student, job.lab), i);
            if (!submission_of(i).empty()) by_submission_.emplace(submission_of(i), i);
        }
    }

    [[nodiscard]] bool is_empty() const { return by_name_.empty(); }
    [[nodiscard]] const std::map<std::size_t, std::pair<JournalEntry, RegradeCause>>& found() const {
        return found_;
    }

    void take(const JournalEntry& entry) {
        if (!has_whole_grade(entry)) return;
        for (auto [at, end] = by_submission_.equal_range(entry.submission); at != end; ++at)
            consider(at->second, entry, true);
        for (auto [at, end] = by_name_.equal_range({entry.student, entry.lab}); at != end; ++at)
            if (entry.submission.empty() || submission_of(at->second).empty())
                consider(at->second, entry, false);
    }

private:
    /// Returns the id of the job's submission. A grade from a version whose journal lacks the id has the same
    /// key, so its files are the same.
    [[nodiscard]] const std::string& submission_of(std::size_t job) const {
        const std::string& planned = run_status_.plan().jobs[job].submission;
        return planned.empty() ? run_status_.jobs()[job].grade()->submission : planned;
    }

    void consider(std::size_t job, const JournalEntry& entry, bool same_files) {
        const JournalEntry& now = *run_status_.jobs()[job].grade();
        if (entry.run >= now.run) return;
        const auto cause = cause_of(entry, now, same_files, run_status_.plan().counts_from(now.lab));
        if (!cause) return;
        const auto [place, is_first] = found_.try_emplace(job, entry, *cause);
        const JournalEntry& best = place->second.first;
        // Order as in RunStatus: the newest run first, and within a run the first entry.
        if (!is_first && std::tuple(-entry.run, entry.at) < std::tuple(-best.run, best.at))
            place->second = {entry, *cause};
    }

    const RunStatus& run_status_;
    std::multimap<std::pair<std::string, std::string>, std::size_t> by_name_;
    std::multimap<std::string, std::size_t> by_submission_;
    std::map<std::size_t, std::pair<JournalEntry, RegradeCause>> found_;
};

GradeSummary summary_of(const JournalEntry& entry, const LabGrade& grade) {
    return {entry.run, grade.verdict, grade.score, grade.max_score};
}

double score_change(const Regrade& regrade) { return std::abs(regrade.now.score - regrade.then.score); }

} // namespace

std::vector<Regrade> find_regrades(const ClassFolder& folder, const RunStatus& run_status, int of_run) {
    EarlierGradeFinder earlier(run_status, of_run);
    if (earlier.is_empty()) return {};
    JournalReader(folder.journal()).refresh([&](const JournalEntry& entry) { earlier.take(entry); });
    std::vector<Regrade> regrades;
    for (const auto& [place, before] : earlier.found()) {
        const Job& job = run_status.plan().jobs[place];
        const JournalEntry& entry = *run_status.jobs()[place].grade();
        const LabGrade then = JournalReader::grade_of(before.first);
        const LabGrade now = JournalReader::grade_of(entry);
        regrades.push_back({job.student, job.lab, job.number, before.second, summary_of(before.first, then),
                            summary_of(entry, now), difference_between(then, now)});
    }
    const auto weight = [](const Regrade& regrade) {
        return std::tuple(regrade.difference.kind != DifferenceKind::changed,
                          regrade.then.verdict == regrade.now.verdict, -score_change(regrade));
    };
    std::stable_sort(regrades.begin(), regrades.end(),
                     [&](const Regrade& one, const Regrade& other) { return weight(one) < weight(other); });
    return regrades;
}

std::map<int, RunOrigin> run_origins(const ClassFolder& folder, const std::vector<Regrade>& regrades) {
    std::map<int, RunOrigin> runs;
    for (const Regrade& regrade : regrades) {
        if (runs.contains(regrade.now.run)) continue;
        const RunPlan plan = read_plan(folder, regrade.now.run);
        runs[regrade.now.run] = {plan.by, plan.reason, plan.made};
    }
    return runs;
}

} // namespace grader
