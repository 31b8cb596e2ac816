#pragma once

/// @file
/// What a record comes to.

#include <cstddef>
#include <optional>
#include <vector>

#include "authoring/records/model/error_statistics.h"
#include "authoring/records/model/record.h"
#include "authoring/records/model/rung_pairs.h"

namespace grader::accuracy {

/// A kernel of a program that takes less than so long on the GPU is left out of the figures: a good part of such a time is
/// that of a launch.
inline constexpr double min_kernel_ms = 0.05;

/// How often the model names the limit that Nsight Compute names.
struct LimiterAgreement {
    std::size_t known = 0;  ///< limits that Nsight Compute has named
    std::size_t agreed = 0; ///< of these, those that the model names so
};

/// What the remedies of lower rungs say of the upper ones.
struct RemedyHits {
    std::size_t pairs = 0; ///< of which the upper rung applies a kind of remedy that there is
    std::size_t first = 0; ///< of these, those where the first remedy is what it applies
    std::size_t hits = 0;  ///< those where the first or the second one is
    std::size_t no_kind =
        0; ///< pairs besides, of which the upper rung applies nothing that a kind stands for
    std::vector<double> gains; ///< of each hit, how far the remedy's gain is from the one that was measured
};

/// A lab, some kernels, or all labs together.
struct Figures {
    std::vector<double> times; ///< how far each modelled time is off
    std::vector<double>
        speedups; ///< the same of speedups over the baseline; none of a lab whose speedups say nothing
    std::optional<double>
        order; ///< rank correlation of the times of a ladder, measured and modelled; none of several labs
    LimiterAgreement limits;   ///< how often limits are named alike
    RemedyHits steps;          ///< of labs; none of a lab whose speedups say nothing
    std::size_t too_short = 0; ///< kernels that were left out for their shortness
};

/// Those of @p lab.
Figures figures_of(const ComparedLab& lab);
/// Those of all labs of @p record.
Figures figures_of_labs(const Record& record);
/// Those of the kernels that the model was tuned on, or of those that it was not.
Figures figures_of(const std::vector<ComparedKernel>& kernels, bool seen);

} // namespace grader::accuracy
