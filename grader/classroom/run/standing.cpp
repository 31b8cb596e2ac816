#include "classroom/run/standing.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "classroom/run/here.h"

namespace grader {

JournalEntry entry_about(const Plan& plan, const Job& job, Stage stage, Event event) {
    JournalEntry entry;
    entry.event = event;
    entry.run = plan.run;
    entry.key = job.key;
    entry.stage = stage;
    entry.student = job.student;
    entry.lab = job.lab;
    entry.hand_in = job.hand_in;
    entry.at = seconds_of_1970();
    entry.host = host_name();
    return entry;
}

Standing::Standing(const ClassFolder& folder, Plan plan)
    : plan_(std::move(plan)), reader_(folder.journal()), jobs_(plan_.jobs.size()) {
    for (std::size_t i = 0; i < plan_.jobs.size(); ++i) by_key_.emplace(plan_.jobs[i].key, i);
    refresh();
}

void Standing::refresh(bool who_lives) {
    std::set<std::string> changed;
    reader_.refresh([&](const JournalEntry& entry) {
        Known& known = known_[{entry.key, entry.stage}];
        changed.insert(entry.key);
        switch (entry.event) {
            case Event::done: known.done.push_back(entry); break;
            case Event::began:
                if (entry.run == plan_.run) known.began = entry;
                break;
            case Event::failed: {
                auto& [count, why] = known.failures[entry.run];
                ++count;
                why = entry.why;
                break;
            }
        }
    });
    for (const std::string& key : changed)
        for (auto [at, end] = by_key_.equal_range(key); at != end; ++at) settle(at->second);
    if (who_lives) look_who_is_at_work();
}

void Standing::grow(const Plan& plan) {
    plan_.students = plan.students;
    plan_.left_out = plan.left_out;
    for (std::size_t i = jobs_.size(); i < plan.jobs.size(); ++i) {
        plan_.jobs.push_back(plan.jobs[i]);
        jobs_.emplace_back();
        by_key_.emplace(plan.jobs[i].key, i);
        settle(i);
    }
}

void Standing::look_who_is_at_work() {
    std::map<std::filesystem::path, bool> living;
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
        At& at = jobs_[i].at;
        if (at == At::in_check) at = At::waits_for_check;
        if (at == At::in_time) at = At::waits_for_time;
        if (at != At::waits_for_check && at != At::waits_for_time) continue;
        const Stage stage = at == At::waits_for_check ? Stage::check : Stage::time;
        const auto known = known_.find({plan_.jobs[i].key, stage});
        if (known == known_.end() || !known->second.began) continue;
        const std::filesystem::path& file = known->second.began->file;
        if (!living.contains(file)) living[file] = JournalReader::is_living(file);
        if (living[file]) at = stage == Stage::check ? At::in_check : At::in_time;
    }
}

/// Of several, the one of the newest run; within a run, the first.
std::optional<JournalEntry> Standing::best(const Job& job, Stage stage) const {
    const auto known = known_.find({job.key, stage});
    if (known == known_.end()) return std::nullopt;
    const int from = plan_.counts_from(job.lab);
    const JournalEntry* found = nullptr;
    for (const JournalEntry& entry : known->second.done) {
        if (entry.run < from || entry.run > plan_.run) continue;
        if (stage == Stage::time && !plan_.means.devices.contains(entry.device)) continue;
        if (found == nullptr || std::tuple(-entry.run, entry.at) < std::tuple(-found->run, found->at))
            found = &entry;
    }
    return found == nullptr ? std::nullopt : std::optional(*found);
}

void Standing::settle(std::size_t number) {
    const Job& job = plan_.jobs[number];
    JobStanding& standing = jobs_[number];
    standing = {};
    standing.check = best(job, Stage::check);
    if (standing.check && standing.check->more) standing.time = best(job, Stage::time);
    if (standing.time || (standing.check && !standing.check->more)) {
        standing.at = At::graded;
        return;
    }
    standing.at = standing.check ? At::waits_for_time : At::waits_for_check;
    const auto known = known_.find({job.key, standing.check ? Stage::time : Stage::check});
    if (known == known_.end()) return;
    const auto failed = known->second.failures.find(plan_.run);
    if (failed == known->second.failures.end()) return;
    std::tie(standing.failures, standing.why) = failed->second;
    if (standing.failures >= most_failures) standing.at = At::given_up;
}

std::size_t Standing::count(At at) const {
    return static_cast<std::size_t>(
        std::count_if(jobs_.begin(), jobs_.end(), [=](const JobStanding& job) { return job.at == at; }));
}

bool Standing::finished() const {
    return std::all_of(jobs_.begin(), jobs_.end(),
                       [](const JobStanding& job) { return job.at == At::graded || job.at == At::given_up; });
}

} // namespace grader
