#pragma once

/// @file
/// Lloyd's algorithm in fp64, with error bounds for a program that computes in fp32. Only the trusted half
/// includes this file.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "inputs.h"
#include "kernelsmith/host_threads.h"

namespace kernelsmith::lab08 {

constexpr double u = 0x1p-24; // the largest relative error of rounding to nearest

/// Returns the error bound of fp32 arithmetic for the squared distance of a point and a centroid of these lengths.
///
/// The worse of the two usual forms is |x|^2 + |c|^2 - 2 x c: sums of D terms, whose partial sums never exceed
/// about (|x| + |c|)^2 / 2, and are a third of that on average. Each of the 3 D steps has an error of at most u
/// times the partial sum, up or down at random: a total standard deviation of u sqrt(D) (|x| + |c|)^2 / 5.
/// The bound is ten of them. The form |x - c|^2 has a smaller error.
inline double distance_error(std::size_t dimensions, double x_norm, double c_norm) {
    const double sum = x_norm + c_norm;
    return 2 * u * std::sqrt(static_cast<double>(dimensions)) * sum * sum;
}

/// Returns the error bound for the mean of @p n points with root mean square length @p length, by its arithmetic.
/// If the points are added one after the other, the partial sums grow up to n times the mean, and step k has a
/// random error of u times the k-th sum: in total a standard deviation of sqrt(n) / 3 times u times the mean. The
/// bound is three of them; sums in parts have smaller errors. The 4 is for rounding the quotient and the result.
inline double mean_error(double n, double length) { return u * (4 + std::sqrt(n)) * length; }

/// The bounds above are rarely reached. A fifth of them is a likely error, which can move a point to another centroid.
constexpr double likely_share = 0.2;

/// Calls `work(first, end)` for parts of [0, count), on all cores if the work is large enough.
template <typename Work> void parallel_for(std::size_t count, std::size_t effort, Work work) {
    const std::size_t parts = std::clamp<std::size_t>(count * effort >> 22, 1, kernelsmith::host_threads());
    std::vector<std::thread> threads;
    for (std::size_t p = 0; p < parts; ++p)
        threads.emplace_back(work, count * p / parts, count * (p + 1) / parts);
    for (std::thread& thread : threads) thread.join();
}

/// The positions of the centroids, with error bounds.
struct Centroids {
    std::vector<double> at;  ///< positions, [clusters][dimensions]
    std::vector<double> off; ///< per centroid, the largest distance of an fp32 program's centroid from it
};

/// One point, with its squared distance to each centroid.
class Look {
public:
    /// Looks at points of @p inputs, with the current positions of @p centroids.
    Look(const Inputs& inputs, const Centroids& centroids)
        : inputs_(inputs), centroids_(centroids), x_(inputs.dimensions), squares_(inputs.clusters),
          norms_(inputs.clusters), turned_(centroids.at.size()) {
        for (std::size_t e = 0; e < turned_.size(); ++e) {
            const std::size_t c = e / x_.size(), j = e % x_.size();
            turned_[j * norms_.size() + c] = centroids.at[e];
            // Coordinates are in the range of floats, so their squares fit a double. std::hypot, which needs a newer
            // glibc than distributed programs may require, is not necessary.
            norms_[c] = std::sqrt(norms_[c] * norms_[c] + centroids.at[e] * centroids.at[e]);
        }
    }
    /// Looks at the point with index @p number: computes its squared distances and the nearest centroid.
    void at(std::size_t number) {
        std::fill(squares_.begin(), squares_.end(), 0.0);
        double norm = 0;
        for (std::size_t j = 0; j < x_.size(); ++j) {
            const double x = x_[j] = inputs_.coordinate(number, j);
            norm += x * x;
            const double* row = &turned_[j * squares_.size()];
            for (std::size_t c = 0; c < squares_.size(); ++c) squares_[c] += (x - row[c]) * (x - row[c]);
        }
        norm_ = std::sqrt(norm);
        nearest = std::min_element(squares_.begin(), squares_.end()) - squares_.begin();
    }
    /// Returns the squared distance to centroid @p c.
    [[nodiscard]] double square(std::size_t c) const { return squares_[c]; }
    /// Returns coordinate @p j of the point.
    [[nodiscard]] double x(std::size_t j) const { return x_[j]; }
    /// Returns the length of the point.
    [[nodiscard]] double norm() const { return norm_; }
    /// Returns the error bound of the squared distance to centroid @p c for an fp32 program with exact centroids.
    [[nodiscard]] double rounding(std::size_t c) const { return distance_error(x_.size(), norm_, norms_[c]); }
    /// Whether an fp32 program may find that centroid @p c is the nearest. Of two equal centroids only the first is.
    /// The errors are taken as @p share times their bounds.
    [[nodiscard]] bool possible(std::size_t c, double share = 1) const {
        const double gap = squares_[c] - squares_[nearest];
        if (gap > 0 || c == nearest) return gap <= share * (error(c) + error(nearest));
        const double* at = centroids_.at.data();
        return !std::equal(at + c * x_.size(), at + (c + 1) * x_.size(), at + nearest * x_.size());
    }

    std::size_t nearest = 0; ///< the nearest centroid; the first of equally near ones

private:
    [[nodiscard]] double error(std::size_t c) const {
        const double off = centroids_.off[c];
        return rounding(c) + off * (2 * std::sqrt(squares_[c]) + off);
    }

    const Inputs& inputs_;
    const Centroids& centroids_;
    std::vector<double> x_, squares_, norms_, turned_;
    double norm_ = 0;
};

/// Sums over the points of one iteration. Each thread has its own, and they are added up.
struct Sums {
    /// Per centroid, over its points: sum of the coordinates, number, sum of the squared lengths, and squared
    /// distances of doubtful points.
    std::vector<double> values;
    double inertia = 0;  ///< inertia of all points
    double rounding = 0; ///< error bound of the inertia in fp32
    double changed = 0;  ///< points with another centroid than before
    double doubtful = 0; ///< assignments that an fp32 program might decide differently

    /// Sums of no points.
    explicit Sums(const Inputs& in) : values(in.clusters * (in.dimensions + 3)) {}
    /// Adds the current point of @p look, @p weight times.
    void add(const Look& look, double weight, const Inputs& in) {
        double* row = &values[look.nearest * (in.dimensions + 3)];
        for (std::size_t j = 0; j < in.dimensions; ++j) row[j] += weight * look.x(j);
        row[in.dimensions] += weight;
        row[in.dimensions + 1] += weight * look.norm() * look.norm();
        inertia += weight * look.square(look.nearest);
        rounding += weight * look.rounding(look.nearest);
        for (std::size_t c = 0; c < in.clusters; ++c) {
            if (c == look.nearest || !look.possible(c)) continue;
            doubtful += weight;
            if (!look.possible(c, likely_share)) continue;
            for (const std::size_t either : {c, look.nearest})
                values[(either + 1) * (in.dimensions + 3) - 1] += weight * weight * look.square(either);
        }
    }
    /// Adds the sums of another thread.
    void add(const Sums& other) {
        for (std::size_t i = 0; i < values.size(); ++i) values[i] += other.values[i];
        inertia += other.inertia, rounding += other.rounding;
        changed += other.changed, doubtful += other.doubtful;
    }
};

/// The results of fp64 arithmetic for an input.
struct Trajectory {
    std::int64_t iterations = 0;
    std::vector<double> inertia;   ///< inertia of each iteration
    std::vector<double> tolerance; ///< error bound of each inertia
    Centroids last;                ///< centroids before the last iteration
    Centroids moved;               ///< centroids after the last iteration
    double doubtful = 0; ///< decisions that an fp32 program might make differently, in all iterations
};

/// Runs the algorithm on window @p window of @p in, from the centroids at @p start.
inline Trajectory follow(const Inputs& in, const Sizes& sizes, std::uint64_t window,
                         const std::vector<double>& start) {
    const std::size_t points = std::min(in.count, in.distinct());
    std::vector<float> weights(points, in.all_differ() ? 1.0f : 0.0f);
    for (std::size_t i = 0; i < in.count && !in.all_differ(); ++i) weights[in.number(window + i)] += 1;
    const std::size_t moved_by = in.all_differ() ? window : 0;
    std::vector<std::int32_t> before(points, -1);

    Trajectory path;
    Centroids& now = path.moved;
    now.at = start;
    now.off.assign(in.clusters, 0.0);
    for (bool done = false; !done;) {
        path.last = now;
        Sums all(in);
        std::mutex mutex;
        parallel_for(points, in.clusters * in.dimensions, [&](std::size_t first, std::size_t end) {
            Sums part(in);
            Look look(in, path.last);
            for (std::size_t i = first; i < end; ++i) {
                if (weights[i] == 0) continue;
                look.at(moved_by + i);
                part.add(look, weights[i], in);
                const auto nearest = static_cast<std::int32_t>(look.nearest);
                if (std::exchange(before[i], nearest) != nearest) part.changed += weights[i];
            }
            const std::lock_guard lock(mutex);
            all.add(part);
        });
        for (std::size_t c = 0; c < in.clusters; ++c) {
            const double* row = &all.values[c * (in.dimensions + 3)];
            const double n = row[in.dimensions], squares = row[in.dimensions + 1];
            if (n == 0) continue;
            for (std::size_t j = 0; j < in.dimensions; ++j) now.at[c * in.dimensions + j] = row[j] / n;
            // To first order, an iteration does not increase the distance between two runs. It adds the
            // rounding of the mean, and three standard deviations of the effect of points that change their
            // centroid by rounding.
            now.off[c] += mean_error(n, std::sqrt(squares / n)) + 3 * std::sqrt(row[in.dimensions + 2]) / n;
        }
        path.inertia.push_back(all.inertia);
        path.tolerance.push_back(1e-4 * all.inertia + all.rounding);
        ++path.iterations;
        const double bound =
            static_cast<double>(sizes.at("threshold")) / 1000 * static_cast<double>(in.count);
        const bool may_end = path.iterations >= least_iterations;
        const bool unsure = may_end && bound > 0 && std::fabs(all.changed - bound) < 1e-3;
        path.doubtful += all.doubtful + (unsure ? 1 : 0);
        done = path.iterations == sizes.at("limit") || (may_end && all.changed <= bound);
    }
    return path;
}

} // namespace kernelsmith::lab08
