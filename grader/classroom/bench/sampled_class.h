#pragma once

/// @file
/// A synthetic class: submission times drawn from a distribution, and stage times drawn from measured
/// submissions.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "classroom/bench/measured.h"
#include "classroom/bench/queue.h"

namespace grader::drain {

/// Random numbers that are the same for a seed with every compiler.
class RandomStream {
public:
    /// Starts the stream of @p seed.
    explicit RandomStream(std::uint64_t seed) : random_(seed) {}
    /// Returns a uniform number in [0, 1).
    double share();
    /// Returns a uniform integer in [0, @p count).
    std::size_t below(std::size_t count);

private:
    std::mt19937_64 random_;
};

/// When students submit before a deadline: an exponential distribution. `halving_time_s` seconds before the
/// deadline, half of all submissions are still to come, twice as long before it three quarters, and so on;
/// none comes earlier than `begin_s` before it. Each submission, first or later attempt, is drawn
/// independently.
struct DeadlineDistribution {
    double halving_time_s = 3 * 3600; ///< seconds before the deadline in which the last half comes
    double begin_s = 24 * 3600;       ///< seconds before the deadline at which the first may come

    /// Draws how many seconds before the deadline a student submits.
    [[nodiscard]] double draw(RandomStream& random_stream) const;
};

/// Samples submissions from those that were measured; the times of one submission stay together.
class SubmissionSampler {
public:
    /// @param measured must outlive this
    /// @param stopped the share of submissions that end after their check; none: as measured
    SubmissionSampler(const MeasuredClass& measured, std::optional<double> stopped);

    /// Ids of the measured labs.
    [[nodiscard]] const std::vector<std::string>& labs() const { return labs_; }
    /// Draws a submission for lab number @p lab. Past the measured labs it is one of any lab. It is also
    /// one of any lab if the lab has no submission that was stopped, or none that went on, and such a one
    /// is drawn.
    const MeasuredSubmission& draw(std::size_t lab, RandomStream& random_stream) const;

private:
    /// Indices into MeasuredClass::submissions.
    struct Pool {
        std::vector<std::size_t> all;
        std::vector<std::size_t> stopped;
        std::vector<std::size_t> went_on;
    };
    [[nodiscard]] const std::vector<std::size_t>& among(const Pool& pool, RandomStream& random_stream) const;

    const MeasuredClass& measured_;
    std::optional<double> stopped_;
    std::vector<std::string> labs_;
    std::vector<Pool> pools_; ///< one per lab, then one of all labs
};

/// Number of submissions of a class.
struct ClassSize {
    std::size_t students = 300;               ///< number of students
    std::size_t labs = 12;                    ///< each student submits for each of these
    std::vector<double> again = {0.4, 0.15};  ///< the shares of students with a second attempt, a third, ...
    std::optional<std::size_t> only_lab = {}; ///< number of the only lab; none: all
};

/// One submission of the synthetic class.
struct SampledSubmission {
    double at = 0;                            ///< time of submission in seconds
    const MeasuredSubmission* like = nullptr; ///< the measured submission whose times it takes
};

/// Samples all first attempts of a class, student by student, which all arrive at time 0.
std::vector<SampledSubmission> all_at_once(const SubmissionSampler& sampler, const ClassSize& size,
                                           RandomStream& random_stream);

/// Samples all attempts of a class before one deadline, in order of arrival. The deadline is at
/// `distribution.begin_s` seconds.
std::vector<SampledSubmission> before_deadline(const SubmissionSampler& sampler, const ClassSize& size,
                                               const DeadlineDistribution& distribution,
                                               RandomStream& random_stream);

/// Returns the arrivals of @p sampled with the times measured with prescreening, or without it, which then
/// must have been measured.
std::vector<Arrival> arrivals_of(const std::vector<SampledSubmission>& sampled, bool prescreen = true);

} // namespace grader::drain
