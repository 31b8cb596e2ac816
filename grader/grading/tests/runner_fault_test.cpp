#include "grading/runner_client/runner_fault.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

using Catch::Matchers::ContainsSubstring;
using grader::advice_on;
using grader::RunnerFault;

TEST_CASE("a launch that was refused comes with what CUDA asks of its numbers", "[runner-fault]") {
    const RunnerFault refused(
        "exception", false,
        "kernel launch failed: invalid argument (cudaErrorInvalidValue) at student.cu:37");
    CHECK_THAT(advice_on(refused), ContainsSubstring("1 to 1024 threads") && ContainsSubstring("48 KB"));
    CHECK(advice_on({"exception", false, "vector::_M_range_check"}).empty());
    CHECK_THAT(advice_on({"unheard", false, "invalid argument (cudaErrorInvalidValue)"}),
               ContainsSubstring("CUDA_CHECK_LAUNCH()"));
}
