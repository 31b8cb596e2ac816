#pragma once

/// @file
/// How far the owner of this tree has got: the last grade of each lab and the hints taken, in
/// .kernelsmith/progress.json.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grade/grade.h"

namespace grader {

/// What is remembered of one lab.
struct LabProgress {
    std::optional<Verdict> verdict; ///< empty: never graded
    double score = 0;               ///< of the last grade
    double max_score = 0; ///< what the steps of that grade were worth, those that were not measured left out
    std::string failed_step;  ///< empty when none failed
    double speedup = 0;       ///< 0: not measured
    double limit_speedup = 0; ///< what the physical limit would come to, in the same grade
    /// By step, which hints were shown for its last failure, in that order: places in the manifest's list.
    std::map<std::string, std::vector<std::size_t>> hints;
    /// By step, the message and the details of its last failure, a line each and cut where they are long.
    std::map<std::string, std::string> said;
};

/// The file, read once and written after each change. A file that cannot be read counts as empty: progress is
/// a comfort, and must never stand between a student and a grade.
class Progress {
public:
    /// Reads the file of the course at @p course_root.
    explicit Progress(const std::filesystem::path& course_root);

    /// What is known of the lab with the id @p lab; a fresh one where nothing is.
    [[nodiscard]] LabProgress of(const std::string& lab) const;
    /// Remembers @p grade in place of the lab's last one. Hints that were taken stay taken until their step
    /// fails in another way.
    void record(const LabGrade& grade);
    /// Remembers that hint @p place of @p lab's manifest was shown for @p step.
    void hint_taken(const std::string& lab, const std::string& step, std::size_t place);

private:
    void save() const;

    std::filesystem::path file_;
    std::map<std::string, LabProgress> labs_;
};

} // namespace grader
