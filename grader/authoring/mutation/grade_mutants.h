#pragma once

/// @file
/// Mutation testing: grades mutants of a solution as if they were students' files.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "authoring/mutation/mutants.h"
#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/measure/speed_benchmark.h"

namespace grader::mutation {

/// Result of grading a mutant.
enum class MutantOutcome {
    not_compiling, ///< does not count: the compiler rejected it
    same_program,  ///< does not count: it compiles to the same program as the solution
    caught,        ///< a step of its grade fails (the mutant is killed)
    survived       ///< its grade is a pass
};

/// A mutant and its result.
struct MutantResult {
    Mutant mutant;                                   ///< the mutant
    MutantOutcome outcome = MutantOutcome::survived; ///< result of grading it
    std::string step; ///< the step that failed: `runs`, `correct`, `clean`, `technique` or `fast`
};

/// Reports whether the mutant of @p result counts: it compiles, and is not the same program as the solution.
inline bool is_other_program(const MutantResult& result) {
    return result.outcome == MutantOutcome::caught || result.outcome == MutantOutcome::survived;
}

/// How mutants are graded.
struct MutantGradingRequest {
    std::uint64_t seed = 0;              ///< seed of all inputs
    unsigned jobs = 1;                   ///< number graded in parallel; 1 if the speed is measured
    SpeedBenchmark* benchmark = nullptr; ///< where `fast` is measured; null: nothing can be timed
    std::filesystem::path work;          ///< directory for the sources of the mutants
    /// Called with the number of graded mutants, and of all mutants.
    std::function<void(std::size_t, std::size_t)> progress = [](std::size_t, std::size_t) {};
};

/// Grades @p mutants of the solution of @p lab, each up to the first step that fails. Throws
/// EnvironmentError for an infrastructure error, or if the solution itself does not pass, because then the
/// grades of its mutants are meaningless.
std::vector<MutantResult> grade_mutants(const Backend& backend, const Lab& lab,
                                        const std::vector<Mutant>& mutants,
                                        const MutantGradingRequest& request);

} // namespace grader::mutation
