#pragma once

/// @file
/// A class's rules: `class.toml` in its folder. Without one, the usual holds. The rules are no part of a grade: they can be
/// changed at any time, and decide what of the grades counts.

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "classroom/submissions/git_rules.h"
#include "course/course.h"

namespace grader {

/// How a class goes to Slurm.
struct SlurmRules {
    std::vector<std::string> check;    ///< options of sbatch for jobs that are checked
    std::vector<std::string> time;     ///< options of sbatch for jobs that are timed
    std::size_t max_jobs_per_task = 4; ///< how many jobs of the class one task of an array does, at most
    std::size_t max_running_tasks =
        0; ///< how many tasks of an array may run at once; 0: as many as Slurm lets
};

/// A day of these rules, also where clocks are set forward or back meanwhile.
inline constexpr double seconds_per_day = 24.0 * 60 * 60;

/// What it costs to be late.
struct LateRules {
    double grace_s = 0;                 ///< what comes by so many seconds after the deadline is in time
    double penalty_percent_per_day = 0; ///< per cent of the score, for each day begun after the deadline
    double max_penalty_percent = 100;   ///< per cent of the score
    std::optional<double> days; ///< what comes after so many days counts nothing; none: there is no such end
};

/// Which of a student's hand-ins for a lab counts.
enum class AttemptPolicy { last, best };

/// What holds for several hand-ins of one student for one lab.
struct AttemptRules {
    AttemptPolicy counts = AttemptPolicy::last; ///< `counts`
    std::optional<std::size_t>
        max_per_day; ///< how many are graded a student, lab and calendar day; none: all
    std::optional<double>
        gpu_seconds_per_day; ///< how long a student's may take GPUs a calendar day; none: any time
};

/// All of it.
struct ClassRules {
    SlurmRules slurm;                         ///< `[slurm]`
    std::filesystem::path roster;             ///< `roster`: who is who, for gradebooks; empty: nobody says
    std::map<std::string, double> due;        ///< `[due]`: seconds of 1970 by lab, `01` or `01_occupancy`
    LateRules late;                           ///< `[late]`
    std::map<std::string, double> extra_days; ///< `[extra_days]`: by student
    AttemptRules attempts;                    ///< `[attempts]`
    std::optional<GitRules> git;              ///< `[git]`; none: it is not there

    /// The days by which everything is later for @p student.
    [[nodiscard]] double extra_days_of(const std::string& student) const;
    /// When @p student's work for the lab with the id @p lab is due, extra days included, in seconds of 1970; nothing where it
    /// never is.
    [[nodiscard]] std::optional<double> deadline_of(const std::string& student, const std::string& lab) const;
    /// The labs of `[due]` that @p course has not.
    [[nodiscard]] std::vector<std::string> labs_missing_in(const Course& course) const;
};

/// The rules of the class in @p directory. Throws UsageError with every mistake of the file.
ClassRules read_class_rules(const std::filesystem::path& directory);
/// The same, and a mistake is also a lab that @p course does not have.
ClassRules read_class_rules(const std::filesystem::path& directory, const Course& course);

} // namespace grader
