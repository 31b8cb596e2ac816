#include "authoring/records/model/error_statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace grader::accuracy {
namespace {

constexpr double tie_factor = 1.05;

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

} // namespace

double relative_error(double value, double right) { return std::exp(std::abs(std::log(value / right))) - 1; }

double quantile(std::vector<double> distances, double share) {
    std::ranges::sort(distances);
    return distances[static_cast<std::size_t>(share * static_cast<double>(distances.size() - 1))];
}

ErrorQuantiles error_quantiles_of(const std::vector<double>& distances) {
    if (distances.empty()) return {};
    return {distances.size(), quantile(distances, 0.5), quantile(distances, 0.9)};
}

std::vector<double> ranks_of(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values[i]; });
    std::vector<double> places(values.size());
    for (std::size_t first = 0; first < order.size();) {
        std::size_t end = first + 1;
        while (end < order.size() && values[order[end]] <= tie_factor * values[order[first]]) ++end;
        const double place = static_cast<double>(first + 1 + end) / 2;
        for (; first < end; ++first) places[order[first]] = place;
    }
    return places;
}

std::optional<double> rank_correlation(const std::vector<double>& one, const std::vector<double>& other) {
    if (one.empty()) return std::nullopt;
    const std::vector<double> a = ranks_of(one);
    const std::vector<double> b = ranks_of(other);
    double together = 0;
    double of_a = 0;
    double of_b = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double from_a = a[i] - mean(a);
        const double from_b = b[i] - mean(b);
        together += from_a * from_b;
        of_a += from_a * from_a;
        of_b += from_b * from_b;
    }
    if (of_a == 0 || of_b == 0) return std::nullopt;
    return together / std::sqrt(of_a * of_b);
}

} // namespace grader::accuracy
