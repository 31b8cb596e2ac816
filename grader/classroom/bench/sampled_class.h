#pragma once

/// @file
/// A made-up class whose hand-ins take what measured ones took, and when they are handed in.

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

/// Numbers that are the same for a seed with every compiler.
class RandomStream {
public:
    /// Those of @p seed.
    explicit RandomStream(std::uint64_t seed) : random_(seed) {}
    /// From 0 up to 1, and never 1.
    double share();
    /// One of the first @p count numbers from 0 on.
    std::size_t below(std::size_t count);

private:
    std::mt19937_64 random_;
};

/// When students hand in before a deadline: `halving_time_s` seconds before it, half of all hand-ins are still to come, twice as long
/// before it three quarters, and so on; none comes earlier than `begin_s` before it. Each hand-in, be it a first or a later
/// attempt, is drawn by itself.
struct DeadlineDistribution {
    double halving_time_s = 3 * 3600; ///< in which the last half comes
    double begin_s = 24 * 3600;       ///< how long before the deadline the first may come

    /// How many seconds before the deadline somebody hands in.
    [[nodiscard]] double draw(RandomStream& random_stream) const;
};

/// RandomStream hand-ins out of those that were measured, with all their times together.
class SubmissionSampler {
public:
    /// @param measured has to outlive this
    /// @param stopped the share of hand-ins that are done with after their check; none: as it was measured
    SubmissionSampler(const MeasuredClass& measured, std::optional<double> stopped);

    /// The labs that were measured.
    [[nodiscard]] const std::vector<std::string>& labs() const { return labs_; }
    /// A hand-in for lab number @p lab. Beyond the labs that were measured it is one of any lab; so it is where a lab has none
    /// that was stopped, or that went on, and one such is asked for.
    const MeasuredSubmission& draw(std::size_t lab, RandomStream& random_stream) const;

private:
    /// Places in MeasuredClass::hand_ins.
    struct Pool {
        std::vector<std::size_t> all;
        std::vector<std::size_t> stopped;
        std::vector<std::size_t> went_on;
    };
    [[nodiscard]] const std::vector<std::size_t>& among(const Pool& pool, RandomStream& random_stream) const;

    const MeasuredClass& measured_;
    std::optional<double> stopped_;
    std::vector<std::string> labs_;
    std::vector<Pool> pools_; ///< one a lab, then one of all labs
};

/// How many hand-ins a class has.
struct ClassSize {
    std::size_t students = 300;               ///< students
    std::size_t labs = 12;                    ///< each hands in for each of these
    std::vector<double> again = {0.4, 0.15};  ///< the shares of students with a second attempt, a third, ...
    std::optional<std::size_t> only_lab = {}; ///< this lab's number alone
};

/// A hand-in of the drawn class.
struct SampledSubmission {
    double at = 0;                            ///< when it is handed in, in seconds
    const MeasuredSubmission* like = nullptr; ///< it takes what this one took
};

/// All first attempts of a class, student by student, and all there from the beginning.
std::vector<SampledSubmission> all_at_once(const SubmissionSampler& sampler, const ClassSize& size,
                                           RandomStream& random_stream);

/// All attempts of a class that come before one deadline, in the order in which they come. The deadline is at
/// `law.begin_s` seconds.
std::vector<SampledSubmission> before_deadline(const SubmissionSampler& sampler, const ClassSize& size,
                                               const DeadlineDistribution& distribution,
                                               RandomStream& random_stream);

/// What @p drawn takes with the sieve, or without it, which then has to be measured.
std::vector<Arrival> arrivals_of(const std::vector<SampledSubmission>& sampled, bool prescreen = true);

} // namespace grader::drain
