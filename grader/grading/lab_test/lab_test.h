#pragma once

/// @file
/// What a lab's tests.cpp is written against: one build of the lab's function, run case by case through the
/// same runner, inputs and checks as a grade. The program says with `--source FILE` whose build that is, and with
/// `--seed N` what the inputs are drawn from.

#include <cstdint>
#include <string>
#include <vector>

#include "grading/channel/launch.h"
#include "kernelsmith/problem.h"

namespace lab_test {

using grader::Launch;

/// What became of one case.
struct Outcome {
    bool passed = false;          ///< the call came back, and all that came back was right
    std::string report;           ///< what a student would read: message, first mismatches, the seed
    std::vector<Launch> launches; ///< empty when the call did not come back
};

/// Runs the build under test on fresh inputs of these sizes: on the GPU or, where there is none, on the
/// simulator. Throws when the build does not compile, or the machine has neither.
Outcome run_case(const kernelsmith::Sizes& sizes);

/// The same on the simulator, which looks at every access: passed is what is right and in which it finds no mistake.
/// For what can be right by chance, as a race can.
Outcome check_case(const kernelsmith::Sizes& sizes);

} // namespace lab_test
