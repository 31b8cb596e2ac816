#include "classroom/run/counting.h"

#include <algorithm>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "base/local_time.h"
#include "classroom/run/lateness.h"

namespace grader {
namespace {

AttemptState graded_of(const JobStatus& job) {
    if (job.at == JobState::graded) return AttemptState::yes;
    return job.at == JobState::given_up ? AttemptState::never : AttemptState::not_yet;
}

Lateness lateness_of(const ClassRules& rules, const Job& job) {
    return lateness_of(rules, job.student, job.lab, job.handed_in);
}

/// Returns the jobs with the indices @p places, all of one student and lab, as attempts. Reads their scores
/// only if the policy needs them.
std::vector<Attempt> attempts_at(const RunStatus& run_status, const std::vector<std::size_t>& places,
                                 const ClassRules& rules) {
    const bool scores_decide = rules.attempts.counts == AttemptPolicy::best && places.size() > 1;
    std::vector<Attempt> attempts;
    for (const std::size_t index : places) {
        const Job& job = run_status.plan().jobs[index];
        const JobStatus& status = run_status.jobs()[index];
        Attempt attempt{job.number, graded_of(status)};
        if (const JournalEntry* entry = status.grade(); entry != nullptr && scores_decide) {
            const LabGrade grade = JournalReader::grade_of(*entry);
            // An incomplete score may still rise, so it is not compared with final marks.
            if (!grade.is_mark()) attempt.graded = AttemptState::never;
            attempt.score = lateness_of(rules, job).of(grade.score);
        }
        attempts.push_back(attempt);
    }
    return attempts;
}

/// Returns `3 of 4, 2026-12-01 22:14`; empty if there is only one attempt. If the best one counts, lists
/// attempts that could not be graded.
std::string attempt_in_words(const std::vector<Attempt>& attempts, const Job& chosen, AttemptPolicy which) {
    int last = 1;
    std::vector<int> failed;
    for (const Attempt& attempt : attempts) {
        last = std::max(last, attempt.number);
        if (attempt.graded == AttemptState::never && attempt.number != chosen.number)
            failed.push_back(attempt.number);
    }
    if (last == 1) return "";
    std::string words =
        fmt::format("{} of {}, {}", chosen.number, last, format_local_minute(chosen.handed_in));
    if (which == AttemptPolicy::last || failed.empty()) return words;
    std::sort(failed.begin(), failed.end());
    return words + fmt::format(" ({} could not be graded)", fmt::join(failed, ", "));
}

/// Returns what counts of the job with the index @p index, one of @p attempts.
CountedJob make_counted_job(const RunStatus& run_status, std::size_t index,
                            const std::vector<Attempt>& attempts, const ClassRules& rules) {
    const Job& job = run_status.plan().jobs[index];
    CountedJob counting;
    counting.job = index;
    AdjustedScore counts;
    if (const JournalEntry* entry = run_status.jobs()[index].grade()) {
        counting.grade = JournalReader::grade_of(*entry);
        const Lateness lateness = lateness_of(rules, job);
        counts.score = lateness.of(counting.grade->score);
        counts.note = lateness.note;
    }
    counts.attempt = attempt_in_words(attempts, job, rules.attempts.counts);
    if (!counts.note.empty() || !counts.attempt.empty()) counting.counts = std::move(counts);
    return counting;
}

} // namespace

ChosenAttempt choose_attempt(const std::vector<Attempt>& attempts, AttemptPolicy which) {
    const auto newest =
        std::max_element(attempts.begin(), attempts.end(),
                         [](const Attempt& a, const Attempt& b) { return a.number < b.number; });
    const auto place_of = [&](auto found) { return static_cast<std::size_t>(found - attempts.begin()); };
    if (which == AttemptPolicy::last) return {place_of(newest), newest->graded != AttemptState::not_yet};
    auto best = attempts.end();
    for (auto one = attempts.begin(); one != attempts.end(); ++one) {
        if (one->graded != AttemptState::yes) continue;
        const bool better = best == attempts.end() || one->score > best->score ||
                            (one->score == best->score && one->number < best->number);
        if (better) best = one;
    }
    const bool settled = std::none_of(attempts.begin(), attempts.end(), [](const Attempt& attempt) {
        return attempt.graded == AttemptState::not_yet;
    });
    return {place_of(best == attempts.end() ? newest : best), settled};
}

CountedJob counted_job(const RunStatus& run_status, const std::vector<std::size_t>& places,
                       const ClassRules& rules) {
    const std::vector<Attempt> attempts = attempts_at(run_status, places, rules);
    const ChosenAttempt choice = choose_attempt(attempts, rules.attempts.counts);
    CountedJob job = make_counted_job(run_status, places[choice.index], attempts, rules);
    job.settled = choice.settled;
    return job;
}

std::map<std::pair<std::string, std::string>, CountedJob> counted_jobs(const RunStatus& run_status,
                                                                       const ClassRules& rules) {
    const std::vector<Job>& jobs = run_status.plan().jobs;
    std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> places;
    for (std::size_t i = 0; i < jobs.size(); ++i) places[{jobs[i].student, jobs[i].lab}].push_back(i);
    std::map<std::pair<std::string, std::string>, CountedJob> counting;
    for (const auto& [whose, those] : places) counting.emplace(whose, counted_job(run_status, those, rules));
    return counting;
}

} // namespace grader
