#pragma once

/// @file
/// Rules of a class: `class.toml` in its folder. Without the file, the defaults apply. The rules are not
/// part of a grade: they can be changed at any time, and determine how much of each grade counts.

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "classroom/submissions/git_rules.h"
#include "course/course.h"

namespace grader {

/// Options for runs on Slurm.
struct SlurmRules {
    std::vector<std::string> check;    ///< sbatch options of check jobs
    std::vector<std::string> time;     ///< sbatch options of timing jobs
    std::size_t max_jobs_per_task = 4; ///< maximum number of the class's jobs per array task
    std::size_t max_running_tasks = 0; ///< maximum number of array tasks that run at a time; 0: Slurm's limit
};

/// Seconds of a day in these rules, also of a day on which daylight saving time begins or ends.
inline constexpr double seconds_per_day = 24.0 * 60 * 60;

/// Late penalties.
struct LateRules {
    double grace_s = 0;                 ///< grace period: a submission within this time after the deadline is
                                        ///< in time
    double penalty_percent_per_day = 0; ///< percent of the score, per day begun after the deadline
    double max_penalty_percent = 100;   ///< percent of the score
    std::optional<double> cutoff_days;  ///< a submission more days late than this counts 0; none: no cutoff
};

/// Which of a student's submissions for a lab counts.
enum class AttemptPolicy { last, best };

/// Rules for several submissions of one student for one lab.
struct AttemptRules {
    AttemptPolicy counts = AttemptPolicy::last; ///< `counts`
    std::optional<std::size_t> max_per_day; ///< maximum graded per student, lab and calendar day; none: all
    std::optional<double>
        gpu_seconds_per_day; ///< maximum GPU seconds per student and calendar day; none: no limit
};

/// All rules of a class.
struct ClassRules {
    SlurmRules slurm;                         ///< `[slurm]`
    std::filesystem::path roster;             ///< `roster`: file of the roster for gradebooks; empty: none
    std::map<std::string, double> due;        ///< `[due]`: deadline in seconds since 1970 by lab, `01` or
                                              ///< `01_occupancy`
    LateRules late;                           ///< `[late]`
    std::map<std::string, double> extra_days; ///< `[extra_days]`: by student
    AttemptRules attempts;                    ///< `[attempts]`
    std::optional<GitRules> git;              ///< `[git]`; none: the table is missing

    /// Days by which all deadlines are extended for @p student.
    [[nodiscard]] double extra_days_of(const std::string& student) const;
    /// Returns when the lab with the id @p lab is due for @p student, extra days included, in seconds since
    /// 1970; nothing if it has no deadline.
    [[nodiscard]] std::optional<double> deadline_of(const std::string& student, const std::string& lab) const;
    /// Returns the labs of `[due]` that @p course lacks.
    [[nodiscard]] std::vector<std::string> labs_missing_in(const Course& course) const;
};

/// Reads the rules of the class in @p directory. Throws UsageError that lists every mistake of the file.
ClassRules read_class_rules(const std::filesystem::path& directory);
/// Reads the rules of the class in @p directory and also rejects labs that @p course lacks. Throws
/// UsageError that lists every mistake.
ClassRules read_class_rules(const std::filesystem::path& directory, const Course& course);

} // namespace grader
