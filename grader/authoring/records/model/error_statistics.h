#pragma once

/// @file
/// Error statistics: relative errors, their quantiles, and rank correlation.

#include <cstddef>
#include <optional>
#include <vector>

namespace grader::accuracy {

/// Returns the symmetric relative error of @p value against @p right, max/min - 1: 0.5 for 1.5 times as
/// much, and for 1/1.5 as much.
double relative_error(double value, double right);

/// Returns the quantile @p share of @p distances, which must not be empty.
double quantile(std::vector<double> distances, double share);

/// Quantiles of relative errors.
struct ErrorQuantiles {
    std::size_t numbers = 0; ///< number of errors; 0: the other members are meaningless
    double median = 0;       ///< median error
    double p90 = 0;          ///< 90th percentile of the errors
};

/// Returns the quantiles of @p distances.
ErrorQuantiles error_quantiles_of(const std::vector<double>& distances);

/// Returns the rank of each of @p values, from 1. Values within 5 % of the smallest of them are tied: they
/// get the mean of their ranks.
std::vector<double> ranks_of(const std::vector<double>& values);

/// Returns Spearman's rank correlation: 1 if @p one and @p other have the same order, -1 for the reverse
/// order. None if all values of one of them are tied.
std::optional<double> rank_correlation(const std::vector<double>& one, const std::vector<double>& other);

} // namespace grader::accuracy
