#include <chrono>

#include <catch2/catch_test_macros.hpp>

#include "grading/backend/backend.h"
#include "grading/inspect/instrumented_run.h"

TEST_CASE("a long simulated call gets ten times the usual time limit up to 600 seconds", "[watched]") {
    const auto given_s = [](double wall_s) {
        grader::Lab lab;
        lab.manifest.limits.wall_s = wall_s;
        grader::Build build = grader::build_of(lab, {});
        build.limits.end = std::chrono::steady_clock::now();
        const grader::RunLimits limits = grader::with_extended_limits(build).limits;
        CHECK_FALSE(limits.end);
        return grader::simulated_limits(limits).wall_s;
    };
    grader::RunLimits second;
    second.wall_s = 1;
    const double usual_s = grader::simulated_limits(second).wall_s;
    CHECK(given_s(1) == 10 * usual_s);
    CHECK(given_s(1000) == 600);
}
