#pragma once

/// @file
/// One correctness case: inputs in, function called, everything that came back looked at.

#include <cstdint>
#include <string>
#include <vector>

#include "grading/channel/launch.h"
#include "grading/messages/message.h"
#include "grading/runner_client/runner_client.h"
#include "grading/verify/mismatch_positions.h"
#include "kernelsmith/problem.h"

namespace grader {

/// What a case that failed looks like from outside.
enum class Symptom {
    wrong_values,       ///< or nothing was written at all
    partly_written,     ///< what was written is right, and the rest was not written
    outside_its_buffer, ///< something was written where no output is
};

/// What became of one case.
struct CaseOutcome {
    bool passed = false;                     ///< outputs right, inputs untouched, guard bands whole
    Message message;                         ///< what is wrong, without the case's name
    std::vector<Message> details;            ///< mismatches and what they suggest
    std::vector<Launch> launches;            ///< of the one call
    Symptom symptom = Symptom::wrong_values; ///< of one that failed
    std::string buffer = {}; ///< the output that the symptom is of; empty: of none, or of several
};

/// How a wrong result is looked into.
struct CaseOptions {
    LaunchOwner launch = LaunchOwner::course; ///< whose the launch in the source is
    bool call_again = false;                  ///< ask whether the same call gives the same result again
};

/// Runs the function that @p runner has loaded on inputs drawn for @p sizes from @p seed and checks outputs,
/// inputs and guard bands. Throws RunnerDied and RunnerFault when the call itself fails.
CaseOutcome run_case(RunnerClient& runner, const kernelsmith::Problem& problem,
                     const kernelsmith::Sizes& sizes, std::uint64_t seed, const CaseOptions& options = {});

/// Whether every output of @p runner's last call on @p draw is right; where one is not, @p outcome says so. Outputs held
/// @p poison before the call, over and over.
bool check_outputs(RunnerClient& runner, const kernelsmith::Problem& problem, const kernelsmith::Draw& draw,
                   const kernelsmith::Layout& layout, std::uint64_t poison, CaseOutcome& outcome,
                   LaunchOwner launch = LaunchOwner::course);

/// Whether @p buffer holds something when a solution is called.
bool has_input(const kernelsmith::Buffer& buffer);

/// Whether a solution's results are read from @p buffer.
bool has_output(const kernelsmith::Buffer& buffer);

/// The content of the input with the number @p index of @p layout.
std::vector<std::uint8_t> generate(const kernelsmith::Problem& problem, const kernelsmith::Draw& draw,
                                   const kernelsmith::Layout& layout, std::size_t index);

/// A poison for outputs: as floats and doubles a NaN, and every other half; as integers nothing a solution
/// would write. Its payload comes from @p secret, so that a solution cannot write it on purpose.
std::uint64_t make_poison(std::uint64_t secret);

} // namespace grader
