#pragma once

/// @file
/// The interface for a lab's tests.cpp: one build of the lab's function, run case by case through the same
/// runner, inputs and checks as a grade. `--source FILE` selects the build under test, and `--seed N` the
/// seed of the inputs.

#include <cstdint>
#include <string>
#include <vector>

#include "grading/channel/launch.h"
#include "kernelsmith/problem.h"

namespace lab_test {

using grader::Launch;

/// The result of one case.
struct Outcome {
    bool passed = false;          ///< the call returned, and all of its results are right
    std::string report;           ///< text for a student: message, first mismatches, the seed
    std::vector<Launch> launches; ///< empty if the call did not return
};

/// Runs the build under test on new inputs of these sizes: on the GPU or, if there is none, on the simulator.
/// Throws if the build does not compile, or if the machine has neither.
Outcome run_case(const kernelsmith::Sizes& sizes);

/// Runs the build under test on the simulator, which checks every access. The case passes if the results are
/// right and there are no findings. For errors that can be right by chance, such as a data race.
Outcome check_case(const kernelsmith::Sizes& sizes);

} // namespace lab_test
