#pragma once

/// @file
/// Programs of kernels without a lab: those of simulator/evidence/proof, and any that `--program` names.

#include <filesystem>
#include <string>
#include <vector>

#include "grading/inspect/observation.h"

namespace grader {

/// Runs @p program, which is linked with the shared CUDA runtime, on the simulator, and returns its launches.
/// @p options are those of `simulate`, and @p arguments those of the program. Throws EnvironmentError.
std::vector<ObservedLaunch> simulate_program(const std::filesystem::path& program,
                                             const std::vector<std::string>& options,
                                             const std::vector<std::string>& arguments);

/// Reports whether @p launch, of a program of simulator/evidence/proof, only initializes the inputs of the
/// others.
bool makes_inputs(const ObservedLaunch& launch);

/// A kernel of a program of simulator/evidence/proof.
struct ListedKernel {
    std::string name;     ///< name in the program's list
    bool tuned_on = true; ///< whether the simulator's model was tuned on it
};

/// Returns the kernels of @p program, in the order of their launches. Throws EnvironmentError.
std::vector<ListedKernel> kernels_listed_by(const std::filesystem::path& program);

/// Selects the kernels of a program that are modelled.
struct KernelChoice {
    std::vector<std::string> only; ///< `--only`: names of kernels; empty: all
    std::string split;             ///< `--split`: `tuning` or `holdout`; empty: both
};

/// Returns the kernels of @p listed that @p choice selects. Throws UsageError if there are none.
std::vector<ListedKernel> chosen_kernels(const std::vector<ListedKernel>& listed, const KernelChoice& choice);

} // namespace grader
