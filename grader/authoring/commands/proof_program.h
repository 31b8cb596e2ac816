#pragma once

/// @file
/// Programs of kernels: one of simulator/evidence/proof, and whatever else `--program` names.

#include <filesystem>
#include <string>
#include <vector>

#include "grading/inspect/observation.h"

namespace grader {

/// The launches of @p program, which was linked with the shared CUDA runtime, on the simulator. @p options are those of
/// `simulate`, and @p arguments those of the program. Throws EnvironmentError.
std::vector<ObservedLaunch> simulate_program(const std::filesystem::path& program,
                                             const std::vector<std::string>& options,
                                             const std::vector<std::string>& arguments);

/// Whether @p launch, of a program of simulator/evidence/proof, only makes the inputs of the others.
bool makes_inputs(const ObservedLaunch& launch);

/// A kernel that a program of simulator/evidence/proof has.
struct ListedKernel {
    std::string name;     ///< as the program lists it
    bool tuned_on = true; ///< whether the simulator's model was tuned on it
};

/// Those of @p program, in the order of their launches. Throws EnvironmentError.
std::vector<ListedKernel> kernels_listed_by(const std::filesystem::path& program);

/// Which kernels of a program are modelled.
struct KernelChoice {
    std::vector<std::string> only; ///< `--only`: these; empty: all
    std::string half;              ///< `--half`: `seen` or `unseen` ones; empty: both
};

/// Those of @p listed that @p choice asks for. Throws UsageError where there are none.
std::vector<ListedKernel> chosen_kernels(const std::vector<ListedKernel>& listed, const KernelChoice& choice);

} // namespace grader
