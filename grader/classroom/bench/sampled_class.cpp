#include "classroom/bench/sampled_class.h"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "base/errors.h"

namespace grader::drain {

double RandomStream::share() {
    constexpr int kept_bits = 53; // bits of a double's significand
    return std::ldexp(static_cast<double>(random_() >> (64 - kept_bits)), -kept_bits);
}

std::size_t RandomStream::below(std::size_t count) {
    return std::min(static_cast<std::size_t>(share() * static_cast<double>(count)), count - 1);
}

double DeadlineDistribution::draw(RandomStream& random_stream) const {
    const double all = 1 - std::exp2(-begin_s / halving_time_s);
    return -halving_time_s * std::log2(1 - random_stream.share() * all);
}

SubmissionSampler::SubmissionSampler(const MeasuredClass& measured, std::optional<double> stopped)
    : measured_(measured), stopped_(stopped) {
    for (const MeasuredSubmission& one : measured.submissions) labs_.push_back(one.lab);
    std::sort(labs_.begin(), labs_.end());
    labs_.erase(std::unique(labs_.begin(), labs_.end()), labs_.end());
    pools_.resize(labs_.size() + 1);
    for (std::size_t i = 0; i < measured.submissions.size(); ++i) {
        const MeasuredSubmission& one = measured.submissions[i];
        const auto lab = std::lower_bound(labs_.begin(), labs_.end(), one.lab) - labs_.begin();
        for (Pool* pool : {&pools_[static_cast<std::size_t>(lab)], &pools_.back()}) {
            pool->all.push_back(i);
            (one.times.timing ? pool->went_on : pool->stopped).push_back(i);
        }
    }
    const Pool& any = pools_.back();
    if (stopped && ((*stopped > 0 && any.stopped.empty()) || (*stopped < 1 && any.went_on.empty())))
        throw UsageError(fmt::format("No submission {} was measured; run without --stopped.",
                                     any.stopped.empty() ? "that ended after its check" : "that used a GPU"));
}

const std::vector<std::size_t>& SubmissionSampler::among(const Pool& pool,
                                                         RandomStream& random_stream) const {
    if (!stopped_) return pool.all;
    const bool is_stopped = random_stream.share() < *stopped_;
    const auto of = [&](const Pool& one) -> const std::vector<std::size_t>& {
        return is_stopped ? one.stopped : one.went_on;
    };
    return of(pool).empty() ? of(pools_.back()) : of(pool);
}

const MeasuredSubmission& SubmissionSampler::draw(std::size_t lab, RandomStream& random_stream) const {
    const std::vector<std::size_t>& places = among(pools_[std::min(lab, labs_.size())], random_stream);
    return measured_.submissions[places[random_stream.below(places.size())]];
}

std::vector<SampledSubmission> all_at_once(const SubmissionSampler& sampler, const ClassSize& size,
                                           RandomStream& random_stream) {
    std::vector<SampledSubmission> sampled;
    for (std::size_t student = 0; student < size.students; ++student)
        for (std::size_t lab = 0; lab < size.labs; ++lab)
            if (lab == size.only_lab.value_or(lab)) sampled.push_back({0, &sampler.draw(lab, random_stream)});
    return sampled;
}

std::vector<SampledSubmission> before_deadline(const SubmissionSampler& sampler, const ClassSize& size,
                                               const DeadlineDistribution& distribution,
                                               RandomStream& random_stream) {
    std::vector<SampledSubmission> sampled;
    const auto submission = [&](std::size_t lab) {
        const double at = distribution.begin_s - distribution.draw(random_stream);
        sampled.push_back({at, &sampler.draw(lab, random_stream)});
    };
    for (std::size_t student = 0; student < size.students; ++student)
        for (std::size_t lab = 0; lab < size.labs; ++lab) {
            if (lab != size.only_lab.value_or(lab)) continue;
            submission(lab);
            // A student with a third attempt also has a second one, so one random number decides on all
            // attempts.
            const double diligence = random_stream.share();
            for (const double share : size.again)
                if (diligence < share) submission(lab);
        }
    std::stable_sort(sampled.begin(), sampled.end(),
                     [](const SampledSubmission& a, const SampledSubmission& b) { return a.at < b.at; });
    return sampled;
}

std::vector<Arrival> arrivals_of(const std::vector<SampledSubmission>& sampled, bool prescreen) {
    std::vector<Arrival> arrivals;
    arrivals.reserve(sampled.size());
    for (const SampledSubmission& one : sampled)
        arrivals.push_back({one.at, prescreen ? one.like->times : one.like->without_prescreen.value()});
    return arrivals;
}

} // namespace grader::drain
