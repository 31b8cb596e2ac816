#include "classroom/run/run_status.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "classroom/run/host_info.h"

namespace grader {

JournalEntry make_entry(const RunPlan& plan, const Job& job, Stage stage, Event event) {
    JournalEntry entry;
    entry.event = event;
    entry.run = plan.run;
    entry.key = job.key;
    entry.stage = stage;
    entry.student = job.student;
    entry.lab = job.lab;
    entry.submission = job.submission;
    entry.at = unix_time();
    entry.host = host_name();
    return entry;
}

RunStatus::RunStatus(const ClassFolder& folder, RunPlan plan)
    : plan_(std::move(plan)), reader_(folder.journal()), jobs_(plan_.jobs.size()) {
    for (std::size_t i = 0; i < plan_.jobs.size(); ++i) by_key_.emplace(plan_.jobs[i].key, i);
    refresh();
}

void RunStatus::refresh(bool check_liveness) {
    std::set<std::string> changed;
    reader_.refresh([&](const JournalEntry& entry) {
        StageHistory& history = history_[{entry.key, entry.stage}];
        changed.insert(entry.key);
        switch (entry.event) {
            case Event::done: history.done.push_back(entry); break;
            case Event::began:
                if (entry.run == plan_.run) history.began = entry;
                break;
            case Event::failed: {
                auto& [count, why] = history.failures[entry.run];
                ++count;
                why = entry.why;
                break;
            }
        }
    });
    for (const std::string& key : changed)
        for (auto [at, end] = by_key_.equal_range(key); at != end; ++at) update_state(at->second);
    if (check_liveness) mark_running_jobs();
}

void RunStatus::append_jobs(const RunPlan& plan) {
    plan_.students = plan.students;
    plan_.skipped = plan.skipped;
    for (std::size_t i = jobs_.size(); i < plan.jobs.size(); ++i) {
        plan_.jobs.push_back(plan.jobs[i]);
        jobs_.emplace_back();
        by_key_.emplace(plan.jobs[i].key, i);
        update_state(i);
    }
}

void RunStatus::mark_running_jobs() {
    std::map<std::filesystem::path, bool> living;
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
        JobState& at = jobs_[i].at;
        if (at == JobState::checking) at = JobState::waiting_for_check;
        if (at == JobState::timing) at = JobState::waiting_for_timing;
        if (at != JobState::waiting_for_check && at != JobState::waiting_for_timing) continue;
        const Stage stage = at == JobState::waiting_for_check ? Stage::check : Stage::time;
        const auto history = history_.find({plan_.jobs[i].key, stage});
        if (history == history_.end() || !history->second.began) continue;
        const std::filesystem::path& file = history->second.began->file;
        if (!living.contains(file)) living[file] = JournalReader::is_writer_alive(file);
        if (living[file]) at = stage == Stage::check ? JobState::checking : JobState::timing;
    }
}

/// Returns the entry of the newest run; within a run, the first one.
std::optional<JournalEntry> RunStatus::newest_entry(const Job& job, Stage stage) const {
    const auto history = history_.find({job.key, stage});
    if (history == history_.end()) return std::nullopt;
    const int from = plan_.counts_from(job.lab);
    const JournalEntry* found = nullptr;
    for (const JournalEntry& entry : history->second.done) {
        if (entry.run < from || entry.run > plan_.run) continue;
        if (stage == Stage::time && !plan_.config.devices.contains(entry.device)) continue;
        if (found == nullptr || std::tuple(-entry.run, entry.at) < std::tuple(-found->run, found->at))
            found = &entry;
    }
    return found == nullptr ? std::nullopt : std::optional(*found);
}

void RunStatus::update_state(std::size_t number) {
    const Job& job = plan_.jobs[number];
    JobStatus& run_status = jobs_[number];
    run_status = {};
    run_status.check = newest_entry(job, Stage::check);
    if (run_status.check && run_status.check->timing_pending)
        run_status.time = newest_entry(job, Stage::time);
    if (run_status.time || (run_status.check && !run_status.check->timing_pending)) {
        run_status.at = JobState::graded;
        return;
    }
    run_status.at = run_status.check ? JobState::waiting_for_timing : JobState::waiting_for_check;
    const auto history = history_.find({job.key, run_status.check ? Stage::time : Stage::check});
    if (history == history_.end()) return;
    const auto failed = history->second.failures.find(plan_.run);
    if (failed == history->second.failures.end()) return;
    std::tie(run_status.failures, run_status.why) = failed->second;
    if (run_status.failures >= max_failures_per_stage) run_status.at = JobState::given_up;
}

std::size_t RunStatus::count(JobState at) const {
    return static_cast<std::size_t>(
        std::count_if(jobs_.begin(), jobs_.end(), [=](const JobStatus& job) { return job.at == at; }));
}

bool RunStatus::finished() const {
    return std::all_of(jobs_.begin(), jobs_.end(), [](const JobStatus& job) {
        return job.at == JobState::graded || job.at == JobState::given_up;
    });
}

} // namespace grader
