#include "classroom/run/changes.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>

namespace grader {
namespace {

bool has_whole_grade(const JournalEntry& entry) {
    return entry.event == Event::done && (entry.stage == Stage::time || !entry.more);
}

/// Nothing where both are the same grade, only made twice.
std::optional<RegradeCause> cause_of(const JournalEntry& then, const JournalEntry& now, bool same_files,
                                     int counts_from) {
    if (then.key != now.key) return same_files ? RegradeCause::other_lab : RegradeCause::perhaps_files;
    if (then.run < counts_from) return RegradeCause::asked_for;
    if (then.device != now.device) return RegradeCause::other_gpu;
    return std::nullopt;
}

/// For each job whose grade may have taken another one's place, the newest grade before it.
class EarlierGrades {
public:
    EarlierGrades(const Standing& standing, int of_run) : standing_(standing) {
        for (std::size_t i = 0; i < standing.jobs().size(); ++i) {
            const JournalEntry* now = standing.jobs()[i].grade();
            // Before the first run there was nothing.
            if (now == nullptr || now->run <= 1 || (of_run != 0 && now->run != of_run)) continue;
            const Job& job = standing.plan().jobs[i];
            by_name_.emplace(std::pair(job.student, job.lab), i);
            if (!hand_in_of(i).empty()) by_hand_in_.emplace(hand_in_of(i), i);
        }
    }

    [[nodiscard]] bool can_be_none() const { return by_name_.empty(); }
    [[nodiscard]] const std::map<std::size_t, std::pair<JournalEntry, RegradeCause>>& found() const {
        return found_;
    }

    void take(const JournalEntry& entry) {
        if (!has_whole_grade(entry)) return;
        for (auto [at, end] = by_hand_in_.equal_range(entry.hand_in); at != end; ++at)
            consider(at->second, entry, true);
        for (auto [at, end] = by_name_.equal_range({entry.student, entry.lab}); at != end; ++at)
            if (entry.hand_in.empty() || hand_in_of(at->second).empty()) consider(at->second, entry, false);
    }

private:
    /// A grade that was kept from a time when the journal did not tell it is of the same files: it has the same key.
    [[nodiscard]] const std::string& hand_in_of(std::size_t job) const {
        const std::string& planned = standing_.plan().jobs[job].hand_in;
        return planned.empty() ? standing_.jobs()[job].grade()->hand_in : planned;
    }

    void consider(std::size_t job, const JournalEntry& entry, bool same_files) {
        const JournalEntry& now = *standing_.jobs()[job].grade();
        if (entry.run >= now.run) return;
        const auto cause = cause_of(entry, now, same_files, standing_.plan().counts_from(now.lab));
        if (!cause) return;
        const auto [place, is_first] = found_.try_emplace(job, entry, *cause);
        const JournalEntry& best = place->second.first;
        // As a standing does: the newest run's, and within a run the first.
        if (!is_first && std::tuple(-entry.run, entry.at) < std::tuple(-best.run, best.at))
            place->second = {entry, *cause};
    }

    const Standing& standing_;
    std::multimap<std::pair<std::string, std::string>, std::size_t> by_name_;
    std::multimap<std::string, std::size_t> by_hand_in_;
    std::map<std::size_t, std::pair<JournalEntry, RegradeCause>> found_;
};

KeptGrade kept(const JournalEntry& entry, const LabGrade& grade) {
    return {entry.run, grade.verdict, grade.score, grade.max_score};
}

double moved(const Regrade& regrade) { return std::abs(regrade.now.score - regrade.then.score); }

} // namespace

std::vector<Regrade> find_regrades(const ClassFolder& folder, const Standing& standing, int of_run) {
    EarlierGrades earlier(standing, of_run);
    if (earlier.can_be_none()) return {};
    JournalReader(folder.journal()).refresh([&](const JournalEntry& entry) { earlier.take(entry); });
    std::vector<Regrade> regrades;
    for (const auto& [place, before] : earlier.found()) {
        const Job& job = standing.plan().jobs[place];
        const JournalEntry& entry = *standing.jobs()[place].grade();
        const LabGrade then = JournalReader::grade_of(before.first);
        const LabGrade now = JournalReader::grade_of(entry);
        regrades.push_back({job.student, job.lab, job.number, before.second, kept(before.first, then),
                            kept(entry, now), difference_between(then, now)});
    }
    const auto weight = [](const Regrade& regrade) {
        return std::tuple(regrade.difference.kind != DifferenceKind::changed,
                          regrade.then.verdict == regrade.now.verdict, -moved(regrade));
    };
    std::stable_sort(regrades.begin(), regrades.end(),
                     [&](const Regrade& one, const Regrade& other) { return weight(one) < weight(other); });
    return regrades;
}

std::map<int, AskedFor> who_asked_for(const ClassFolder& folder, const std::vector<Regrade>& regrades) {
    std::map<int, AskedFor> runs;
    for (const Regrade& regrade : regrades) {
        if (runs.contains(regrade.now.run)) continue;
        const Plan plan = read_plan(folder, regrade.now.run);
        runs[regrade.now.run] = {plan.by, plan.reason, plan.made};
    }
    return runs;
}

} // namespace grader
