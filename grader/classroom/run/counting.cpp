#include "classroom/run/counting.h"

#include <algorithm>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "base/local_time.h"
#include "classroom/run/lateness.h"

namespace grader {
namespace {

Graded graded_of(const JobStanding& job) {
    if (job.at == At::graded) return Graded::yes;
    return job.at == At::given_up ? Graded::never : Graded::not_yet;
}

Lateness lateness_of(const ClassRules& rules, const Job& job) {
    return lateness_of(rules, job.student, job.lab, job.handed_in);
}

/// The jobs at @p places, all of one student and lab, as attempts. Their scores are read only where they decide.
std::vector<Attempt> attempts_at(const Standing& standing, const std::vector<std::size_t>& places,
                                 const ClassRules& rules) {
    const bool scores_decide = rules.attempts.counts == WhichCounts::best && places.size() > 1;
    std::vector<Attempt> attempts;
    for (const std::size_t place : places) {
        const Job& job = standing.plan().jobs[place];
        const JobStanding& is = standing.jobs()[place];
        Attempt attempt{job.number, graded_of(is)};
        if (const JournalEntry* entry = is.grade(); entry != nullptr && scores_decide) {
            const LabGrade grade = JournalReader::grade_of(*entry);
            // A score that may still rise is not held against one that is a mark.
            if (!grade.is_mark()) attempt.graded = Graded::never;
            attempt.score = lateness_of(rules, job).of(grade.score);
        }
        attempts.push_back(attempt);
    }
    return attempts;
}

/// `3 of 4, 2026-12-01 22:14`; empty where there is only one. Where the best counts, those that the machine kept out are named.
std::string attempt_in_words(const std::vector<Attempt>& attempts, const Job& chosen, WhichCounts which) {
    int last = 1;
    std::vector<int> failed;
    for (const Attempt& attempt : attempts) {
        last = std::max(last, attempt.number);
        if (attempt.graded == Graded::never && attempt.number != chosen.number)
            failed.push_back(attempt.number);
    }
    if (last == 1) return "";
    std::string words = fmt::format("{} of {}, {}", chosen.number, last, format_local_minute(chosen.handed_in));
    if (which == WhichCounts::last || failed.empty()) return words;
    std::sort(failed.begin(), failed.end());
    return words + fmt::format(" ({} could not be graded)", fmt::join(failed, ", "));
}

/// What counts of the job at @p place, one of @p attempts.
CountingJob as_it_counts(const Standing& standing, std::size_t place, const std::vector<Attempt>& attempts,
                         const ClassRules& rules) {
    const Job& job = standing.plan().jobs[place];
    CountingJob counting;
    counting.job = place;
    WhatCounts counts;
    if (const JournalEntry* entry = standing.jobs()[place].grade()) {
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

Choice choose(const std::vector<Attempt>& attempts, WhichCounts which) {
    const auto newest =
        std::max_element(attempts.begin(), attempts.end(),
                         [](const Attempt& a, const Attempt& b) { return a.number < b.number; });
    const auto place_of = [&](auto found) { return static_cast<std::size_t>(found - attempts.begin()); };
    if (which == WhichCounts::last) return {place_of(newest), newest->graded != Graded::not_yet};
    auto best = attempts.end();
    for (auto one = attempts.begin(); one != attempts.end(); ++one) {
        if (one->graded != Graded::yes) continue;
        const bool better = best == attempts.end() || one->score > best->score ||
                            (one->score == best->score && one->number < best->number);
        if (better) best = one;
    }
    const bool settled = std::none_of(attempts.begin(), attempts.end(), [](const Attempt& attempt) {
        return attempt.graded == Graded::not_yet;
    });
    return {place_of(best == attempts.end() ? newest : best), settled};
}

CountingJob counting_job(const Standing& standing, const std::vector<std::size_t>& places,
                         const ClassRules& rules) {
    const std::vector<Attempt> attempts = attempts_at(standing, places, rules);
    const Choice choice = choose(attempts, rules.attempts.counts);
    CountingJob job = as_it_counts(standing, places[choice.place], attempts, rules);
    job.settled = choice.settled;
    return job;
}

std::map<std::pair<std::string, std::string>, CountingJob> counting_jobs(const Standing& standing,
                                                                         const ClassRules& rules) {
    const std::vector<Job>& jobs = standing.plan().jobs;
    std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> places;
    for (std::size_t i = 0; i < jobs.size(); ++i) places[{jobs[i].student, jobs[i].lab}].push_back(i);
    std::map<std::pair<std::string, std::string>, CountingJob> counting;
    for (const auto& [whose, those] : places) counting.emplace(whose, counting_job(standing, those, rules));
    return counting;
}

} // namespace grader
