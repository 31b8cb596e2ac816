#pragma once

/// @file
/// A class's rules: `class.toml` in its folder. Without one, every hand-in counts, whenever it came.

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace grader {

/// How a class goes to Slurm.
struct SlurmRules {
    std::vector<std::string> check; ///< options of sbatch for jobs that are checked
    std::vector<std::string> time;  ///< options of sbatch for jobs that are timed
    std::size_t jobs_a_task = 4;    ///< how many jobs of the class one task of an array does, at most
    std::size_t at_once = 0;        ///< how many tasks of an array may run at once; 0: as many as Slurm lets
};

/// What lateness costs.
struct LateRules {
    double grace_minutes = 0; ///< later than this is late
    double per_day = 0;       ///< per cent of the score that a day, or a part of one, takes
    double cap = 100;         ///< per cent that lateness takes at most
};

/// Which hand-ins count, and how many are graded.
struct AttemptRules {
    bool best = true; ///< the best attempt of a lab counts; else the last
    std::optional<std::size_t>
        a_day; ///< how many of a student's attempts at a lab are graded on one day; none: all
    std::optional<double> gpu_seconds; ///< how long a student may hold GPUs in one day; none: without a bound
};

/// All of it.
struct ClassRules {
    SlurmRules slurm; ///< `[slurm]`
    std::map<std::string, double>
        due;                  ///< `[due]`, by lab: in seconds of 1970; a lab that is not here is never late
    LateRules late;           ///< `[late]`
    AttemptRules attempts;    ///< `[attempts]`
    std::string repositories; ///< `repositories`: a folder with a bare git repository a student; empty: none
};

/// The rules of the class in @p directory. Throws UsageError with every mistake of the file.
ClassRules read_class_rules(const std::filesystem::path& directory);

} // namespace grader
