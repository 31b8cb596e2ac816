#pragma once

/// @file
/// Accuracy figures of a record of modelled times.

#include <cstddef>
#include <optional>
#include <vector>

#include "authoring/records/model/error_statistics.h"
#include "authoring/records/model/record.h"
#include "authoring/records/model/rung_pairs.h"

namespace grader::accuracy {

/// Kernels of programs that take less than this on the GPU are excluded from the figures, because the launch
/// takes a good part of their time.
inline constexpr double min_kernel_ms = 0.05;

/// Agreement between the model's limiter and Nsight Compute's.
struct LimiterAgreement {
    std::size_t known = 0;  ///< limiters recorded from Nsight Compute
    std::size_t agreed = 0; ///< the part of them for which the model names the same one
};

/// How well the suggestions for lower rungs predict the upper rungs.
struct SuggestionHits {
    std::size_t pairs = 0;     ///< pairs of rungs whose upper rung applies a known kind of suggestion
    std::size_t first = 0;     ///< the part of them whose first suggestion is the applied one
    std::size_t hits = 0;      ///< the part of them whose first or second suggestion is
    std::size_t no_kind = 0;   ///< pairs in addition whose upper rung applies nothing that has a kind
    std::vector<double> gains; ///< per hit: relative error of the suggestion's gain against the measured gain
};

/// Figures of a lab, of some kernels, or of all labs together.
struct Figures {
    std::vector<double> times; ///< relative errors of the modelled times
    std::vector<double>
        speedups; ///< relative errors of speedups over the baseline; none for a lab whose modelled speedups
                  ///< are meaningless
    std::optional<double>
        order; ///< rank correlation of measured and modelled times of a ladder; none for several labs
    LimiterAgreement limits;   ///< agreement of the limiters
    SuggestionHits steps;      ///< labs only; none for a lab whose modelled speedups are meaningless
    std::size_t too_short = 0; ///< kernels excluded because they are shorter than min_kernel_ms
};

/// Returns the figures of @p lab.
Figures figures_of(const ComparedLab& lab);
/// Returns the figures of all labs of @p record.
Figures figures_of_labs(const Record& record);
/// Returns the figures of the kernels that the model was tuned on (@p tuned), or of the others.
Figures figures_of(const std::vector<ComparedKernel>& kernels, bool tuned);

} // namespace grader::accuracy
