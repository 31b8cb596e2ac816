#pragma once

/// @file
/// The host backend and the first fixture lab, for tests of the layers between the command line and the
/// runner.

#include <filesystem>
#include <memory>
#include <string>

#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/measure/speed_benchmark.h"
#include "grading/verify/problem_module.h"

namespace bench {

inline grader::GraderPaths places() {
    const std::filesystem::path programs = std::filesystem::path(GRADER_BINARY).parent_path();
    return {programs, programs.parent_path() / "grades"};
}

inline const grader::Backend& backend() {
    static const std::unique_ptr<grader::Backend> host = grader::make_backend("host", places());
    return *host;
}

/// The minimum number of pairs of a verdict.
inline constexpr grader::MeasurementOptions no_budget{0};

inline const grader::Course& course() {
    static const grader::Course fixture(FIXTURE_COURSE, FIXTURE_MODULES);
    return fixture;
}

inline const grader::Lab& lab() { return course().lab("01_scale"); }

inline const kernelsmith::Problem& problem() { return grader::load_problem(lab().module); }

/// Returns the build of @p source as a solution of lab().
inline std::filesystem::path build(const std::filesystem::path& source) {
    const grader::CompileResult result = grader::compile(backend().compile_job(source, lab(), {}));
    if (!result.ok) throw std::runtime_error(result.log);
    return result.object;
}

} // namespace bench
