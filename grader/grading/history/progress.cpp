#include "grading/history/progress.h"

namespace grader {
namespace {

Journal::Compacted compact(const Journal::Lines& lines) {
    return {compacted(lines), read_record(lines).readable};
}

} // namespace

Progress::Progress(const std::filesystem::path& course_root)
    : directory_(course_root / ".kernelsmith" / "history") {}

Journal Progress::journal(const std::string& lab) const { return Journal(directory_ / (lab + ".jsonl")); }

LabRecord Progress::record_of(const std::string& lab) const {
    std::vector<std::string> lines = journal(lab).lines();
    if (const auto more = unsaved_lines_.find(lab); more != unsaved_lines_.end())
        lines.insert(lines.end(), more->second.begin(), more->second.end());
    return read_record(lines);
}

LabProgress Progress::of(const std::string& lab) const {
    const LabRecord record = record_of(lab);
    LabProgress progress;
    progress.hints_taken = record.hints_taken;
    const PastGrade* last = record.last();
    if (last == nullptr) return progress;
    const LabGrade& grade = last->grade;
    progress.verdict = grade.verdict;
    progress.score = grade.score;
    progress.max_score = grade.max_score;
    progress.incomplete = grade.incomplete;
    if (grade.speedup) {
        progress.speedup = grade.speedup->ratio;
        progress.modelled = grade.speedup->modelled;
    }
    if (grade.speedup && grade.speedup->limit_ms > 0)
        progress.limit_speedup = grade.speedup->baseline_ms / grade.speedup->limit_ms;
    if (const PastGrade* best = record.best(); best != nullptr) {
        progress.best_score = best->grade.score;
        progress.best_max_score = best->grade.max_score;
        if (best->grade.speedup) {
            progress.best_speedup = best->grade.speedup->ratio;
            progress.best_modelled = best->grade.speedup->modelled;
        }
    }
    if (const Speedup* fastest = record.best_speedup(); fastest != nullptr)
        progress.timed = fastest->modelled.empty();
    if (const Step* failed = grade.first_failed(); failed != nullptr) {
        progress.failed_step = failed->name;
        progress.failure_messages = failure_messages_of(*failed);
        if (const auto shown = record.hints.find(failed->name); shown != record.hints.end())
            progress.hints = shown->second;
    }
    return progress;
}

void Progress::record(const LabGrade& grade) {
    append(grade.id, line_of({std::time(nullptr), history_summary(grade)}));
}

void Progress::hint_taken(const std::string& lab, const std::string& step, std::size_t index, int task) {
    append(lab, line_of_hint(step, index, task));
}

void Progress::append(const std::string& lab, const std::string& line) {
    if (!journal(lab).append(line, compact)) unsaved_lines_[lab].push_back(line);
}

} // namespace grader
