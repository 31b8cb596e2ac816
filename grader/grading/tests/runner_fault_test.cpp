#include "grading/runner_client/runner_fault.h"

#include <catch2/catch_test_macros.hpp>

#include "grading/messages/runs.h"
#include "testing/facts.h"

using facts::MatchesPattern;
using grader::advice_on;
using grader::explain;
using grader::Message;
using grader::RunnerFault;

namespace {

/// A fault of the kind @p kind, in which the CUDA call @p call returned @p error.
RunnerFault fault(const std::string& kind, const std::string& call, const std::string& error) {
    return {kind,
            false,
            {grader::messages::runner_fault,
             {{"text", call + " failed: invalid argument (" + error + ") at student.cu:37"},
              {"call", call},
              {"error", error}}}};
}

} // namespace

TEST_CASE("a refused launch is reported with CUDA's limits on its shape", "[runner-fault]") {
    CHECK_THAT(advice_on(fault("exception", "kernel launch", "cudaErrorInvalidValue")),
               MatchesPattern("launch_limits"));
    CHECK(advice_on(fault("exception", "cudaMemcpy", "cudaErrorInvalidValue")).empty());
    CHECK(advice_on(fault("exception", "kernel launch", "cudaErrorLaunchOutOfResources")).empty());
    const RunnerFault thrown("exception", false,
                             {grader::messages::runner_fault, {{"text", "vector::_M_range_check"}}});
    CHECK(advice_on(thrown).empty());
    CHECK_THAT(advice_on(fault("unchecked_error", "", "cudaErrorInvalidValue")),
               MatchesPattern("check_launches"));
}

TEST_CASE("each runner fault has a message for the student", "[runner-fault]") {
    const auto explained = [](const std::string& kind) {
        return explain(fault(kind, "cudaMalloc", "cudaErrorMemoryAllocation"), "scale");
    };
    CHECK_THAT(explained("symbol"), MatchesPattern("undefined_entry entry=scale"));
    CHECK(explained("load").is(grader::messages::cannot_be_loaded));
    CHECK(explained("tampering").is(grader::messages::tampering));
    CHECK(explained("memory").is(grader::messages::no_memory_left));
    CHECK_THAT(explained("exception"), MatchesPattern("exception error=cudaErrorMemoryAllocation"));
    CHECK_THAT(explained("unchecked_error"),
               MatchesPattern("unchecked_error error=cudaErrorMemoryAllocation"));
    CHECK_THAT(explained("device"), MatchesPattern("device_fault error=cudaErrorMemoryAllocation"));
}
