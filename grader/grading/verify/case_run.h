#pragma once

/// @file
/// One correctness case: generate the inputs, call the function, check everything that the call may have
/// written.

#include <cstdint>
#include <string>
#include <vector>

#include "grading/channel/launch.h"
#include "grading/messages/message.h"
#include "grading/runner_client/runner_client.h"
#include "grading/verify/mismatch_positions.h"
#include "kernelsmith/problem.h"

namespace grader {

/// The externally visible effect of a failed case.
enum class Symptom {
    wrong_values,       ///< wrong values, or nothing was written at all
    partly_written,     ///< the written elements are right, but the rest was not written
    outside_its_buffer, ///< something was written outside of the outputs
};

/// The outcome of one case.
struct CaseOutcome {
    bool passed = false;                     ///< outputs right, inputs unchanged, guard bands intact
    Message message;                         ///< description of the failure, without the case's name
    std::vector<Message> details;            ///< mismatches and the causes that they suggest
    std::vector<Launch> launches;            ///< launches of the call
    Symptom symptom = Symptom::wrong_values; ///< symptom of a failed case
    std::string buffer = {};                 ///< the output with the symptom; empty: none, or several
};

/// How a wrong result is analyzed.
struct CaseOptions {
    LaunchOwner launch = LaunchOwner::course; ///< who wrote the launch in the source
    bool call_again = false;                  ///< call again to detect whether the same call gives the same
                                              ///< result
};

/// Runs the function that @p runner has loaded on inputs generated for @p sizes from @p seed, and checks
/// outputs, inputs and guard bands. Throws RunnerDied and RunnerFault if the call itself fails.
CaseOutcome run_case(RunnerClient& runner, const kernelsmith::Problem& problem,
                     const kernelsmith::Sizes& sizes, std::uint64_t seed, const CaseOptions& options = {});

/// Returns whether every output of @p runner's last call on @p draw is right; if one is not, @p outcome
/// describes the failure. Before the call, the outputs were filled with @p poison, repeated.
bool check_outputs(RunnerClient& runner, const kernelsmith::Problem& problem, const kernelsmith::Draw& draw,
                   const kernelsmith::Layout& layout, std::uint64_t poison, CaseOutcome& outcome,
                   LaunchOwner launch = LaunchOwner::course);

/// Returns whether @p buffer is an input of a solution.
bool has_input(const kernelsmith::Buffer& buffer);

/// Returns whether @p buffer is an output of a solution.
bool has_output(const kernelsmith::Buffer& buffer);

/// Generates the contents of the input with the index @p index of @p layout.
std::vector<std::uint8_t> generate(const kernelsmith::Problem& problem, const kernelsmith::Draw& draw,
                                   const kernelsmith::Layout& layout, std::size_t index);

/// Returns a poison for outputs: a NaN as float and as double, and in every other half; as an integer, a
/// value that no solution would write. Its payload comes from @p secret, so that a solution cannot write it
/// on purpose.
std::uint64_t make_poison(std::uint64_t secret);

} // namespace grader
