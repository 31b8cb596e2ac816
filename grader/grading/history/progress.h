#pragma once

/// @file
/// How far the owner of this tree has got: every grade and every hint, in .kernelsmith/history/LAB.jsonl.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grading/history/journal.h"
#include "grading/history/record.h"
#include "grading/messages/message.h"

namespace grader {

/// Where one lab stands.
struct LabProgress {
    std::optional<Verdict> verdict;        ///< empty: never graded
    double score = 0;                      ///< of the last grade
    double max_score = 0;                  ///< what all steps of that grade are worth
    bool incomplete = false;               ///< a step of it could not be measured
    std::string failed_step;               ///< empty when none failed
    std::vector<Message> failure_messages; ///< what that step said; empty when none failed
    double speedup = 0;                    ///< 0: not known
    std::string modelled;                  ///< the GPU that it was modelled for; empty: it was measured
    double limit_speedup = 0;              ///< what the physical limit would come to, in the same grade
    double best_score = 0;                 ///< score of LabRecord::best()
    double best_max_score = 0;             ///< points that the best grade could have earned
    double best_speedup = 0;               ///< speedup of the best grade; 0: it has none
    std::string best_modelled;   ///< the GPU that best_speedup was modelled for; empty: it was measured
    bool timed = false;          ///< whether the speedup of any grade was measured
    std::size_t hints_taken = 0; ///< for whatever failure
    /// The hints shown since the failing step began to fail in this way, oldest first.
    std::vector<ShownHint> hints;
};

/// The files, read at each question and appended to at each change, because another grader may be at work in
/// the same tree. A line that cannot be read counts as none, and stays. What cannot be written is remembered
/// until the process ends: progress is a comfort, and must never stand between a student and a grade.
class Progress {
public:
    /// For the course at @p course_root.
    explicit Progress(const std::filesystem::path& course_root);

    /// Where the lab with the id @p lab stands.
    [[nodiscard]] LabProgress of(const std::string& lab) const;
    /// All that is remembered of it.
    [[nodiscard]] LabRecord record_of(const std::string& lab) const;
    /// Adds @p grade, made now. Hints that were taken stay taken until their step fails in another way.
    void record(const LabGrade& grade);
    /// Remembers that hint @p place of @p lab's manifest was shown for @p step, with the task @p task at hand.
    void hint_taken(const std::string& lab, const std::string& step, std::size_t index, int task);

private:
    [[nodiscard]] Journal journal(const std::string& lab) const;
    void append(const std::string& lab, const std::string& line);

    std::filesystem::path directory_;
    std::map<std::string, std::vector<std::string>> unsaved_lines_;
};

} // namespace grader
