#pragma once

/// @file
/// A class's rules: `class.toml` in its folder. Without one, the usual holds.

#include <cstddef>
#include <filesystem>
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

/// All of it.
struct ClassRules {
    SlurmRules slurm;             ///< `[slurm]`
    std::filesystem::path roster; ///< `roster`: who is who, for gradebooks; empty: nobody says
};

/// The rules of the class in @p directory. Throws UsageError with every mistake of the file.
ClassRules read_class_rules(const std::filesystem::path& directory);

} // namespace grader
