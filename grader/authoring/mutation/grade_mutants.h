#pragma once

/// @file
/// Mutants graded as students' files.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "authoring/mutation/mutants.h"
#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/measure/speed_benchmark.h"

namespace grader::mutation {

/// What became of a mutant.
enum class MutantOutcome {
    not_compiling, ///< no mutant at all: the compiler refused it
    same_program,  ///< dropped: the compiler makes the same of it as of the solution
    caught,        ///< a step of its grade fails
    survived       ///< its grade is a pass
};

/// A mutant and what became of it.
struct MutantResult {
    Mutant mutant;                                   ///< what was tried
    MutantOutcome outcome = MutantOutcome::survived; ///< what became of it
    std::string step; ///< that caught it: `runs`, `correct`, `clean`, `technique` or `fast`
};

/// Whether @p trial is of a mutant that counts: it compiles, and is not the solution again.
inline bool is_other_program(const MutantResult& result) {
    return result.outcome == MutantOutcome::caught || result.outcome == MutantOutcome::survived;
}

/// How mutants are graded.
struct MutantGradingRequest {
    std::uint64_t seed = 0;              ///< of all inputs
    unsigned jobs = 1;                   ///< so many at a time; where a clock takes part, only one
    SpeedBenchmark* benchmark = nullptr; ///< where `fast` is measured; null where nothing can be timed
    std::filesystem::path work;          ///< a directory for the sources of the mutants
    /// Called with how many are done, of how many.
    std::function<void(std::size_t, std::size_t)> progress = [](std::size_t, std::size_t) {};
};

/// Grades @p mutants of the solution of @p lab, each up to the first step that fails. Throws EnvironmentError where the
/// machine fails, or the solution itself does not pass, because then its mutants tell nothing.
std::vector<MutantResult> grade_mutants(const Backend& backend, const Lab& lab,
                                        const std::vector<Mutant>& mutants,
                                        const MutantGradingRequest& request);

} // namespace grader::mutation
