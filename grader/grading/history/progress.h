#pragma once

/// @file
/// The progress of this tree's owner: every grade and every hint, in .kernelsmith/history/LAB.jsonl.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grading/history/journal.h"
#include "grading/history/record.h"
#include "grading/messages/message.h"

namespace grader {

/// The progress in one lab.
struct LabProgress {
    std::optional<Verdict> verdict;        ///< empty: never graded
    double score = 0;                      ///< score of the last grade
    double max_score = 0;                  ///< points of all steps of that grade
    bool incomplete = false;               ///< whether a step of it could not be measured
    std::string failed_step;               ///< empty if none failed
    std::vector<Message> failure_messages; ///< messages of that step; empty if none failed
    double speedup = 0;                    ///< 0: unknown
    std::string modelled;                  ///< the GPU whose times were modelled; empty: measured
    double limit_speedup = 0;              ///< speedup of the physical limit, in the same grade
    double best_score = 0;                 ///< score of LabRecord::best()
    double best_max_score = 0;             ///< maximum points of the best grade
    double best_speedup = 0;               ///< speedup of the best grade; 0: it has none
    std::string best_modelled;   ///< the GPU whose times were modelled for best_speedup; empty: measured
    bool timed = false;          ///< whether any grade has a measured speedup
    std::size_t hints_taken = 0; ///< for any failure
    /// The hints shown since the failing step started to fail in this way, oldest first.
    std::vector<ShownHint> hints;
};

/// The history files, read at each query and appended to at each change, because another grader may work in
/// the same tree. A line that cannot be parsed is ignored, but kept. A change that cannot be written is
/// remembered until the process ends: progress is a convenience, and must never keep a student from a grade.
class Progress {
public:
    /// Opens the history of the course at @p course_root.
    explicit Progress(const std::filesystem::path& course_root);

    /// Returns the progress in the lab with the id @p lab.
    [[nodiscard]] LabProgress of(const std::string& lab) const;
    /// Returns the complete record of the lab.
    [[nodiscard]] LabRecord record_of(const std::string& lab) const;
    /// Adds @p grade, with the current time. Shown hints stay shown until their step fails in another way.
    void record(const LabGrade& grade);
    /// Records that hint @p index of @p lab's manifest was shown for @p step, with @p task as the current
    /// task.
    void hint_taken(const std::string& lab, const std::string& step, std::size_t index, int task);

private:
    [[nodiscard]] Journal journal(const std::string& lab) const;
    void append(const std::string& lab, const std::string& line);

    std::filesystem::path directory_;
    std::map<std::string, std::vector<std::string>> unsaved_lines_;
};

} // namespace grader
