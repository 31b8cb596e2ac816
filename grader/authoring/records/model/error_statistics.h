#pragma once

/// @file
/// How alike two columns of numbers are.

#include <cstddef>
#include <optional>
#include <vector>

namespace grader::accuracy {

/// How far @p value is from @p right, whichever is larger: 0.5 for one and a half times as much, and for as much less.
double relative_error(double value, double right);

/// The one that the @p share of @p distances does not exceed; @p distances is not empty.
double quantile(std::vector<double> distances, double share);

/// How far many numbers are off.
struct ErrorQuantiles {
    std::size_t numbers = 0; ///< 0: there are none, and the rest says nothing
    double median = 0;       ///< half of them are as near
    double p90 = 0;          ///< nine of ten are as near
};

/// That of @p distances.
ErrorQuantiles error_quantiles_of(const std::vector<double>& distances);

/// The place of each of @p values when they are put in order, from 1. Values within 5 % of the smallest one of them are as
/// good as equal: they share the mean of their places.
std::vector<double> ranks_of(const std::vector<double>& values);

/// Spearman's rank correlation: 1 where @p one and @p other have the same order, -1 where it is turned round. None where one
/// of them has no order, because all of its values are as good as equal.
std::optional<double> rank_correlation(const std::vector<double>& one, const std::vector<double>& other);

} // namespace grader::accuracy
