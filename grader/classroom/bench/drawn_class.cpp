#include "classroom/bench/drawn_class.h"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "base/errors.h"

namespace grader::drain {

double Draws::share() {
    constexpr int kept_bits = 53; // as many as a double has
    return std::ldexp(static_cast<double>(random_() >> (64 - kept_bits)), -kept_bits);
}

std::size_t Draws::below(std::size_t count) {
    return std::min(static_cast<std::size_t>(share() * static_cast<double>(count)), count - 1);
}

double DeadlineLaw::draw(Draws& draws) const {
    const double all = 1 - std::exp2(-begin_s / half_s);
    return -half_s * std::log2(1 - draws.share() * all);
}

Lottery::Lottery(const MeasuredClass& measured, std::optional<double> stopped)
    : measured_(measured), stopped_(stopped) {
    for (const MeasuredHandIn& one : measured.hand_ins) labs_.push_back(one.lab);
    std::sort(labs_.begin(), labs_.end());
    labs_.erase(std::unique(labs_.begin(), labs_.end()), labs_.end());
    pools_.resize(labs_.size() + 1);
    for (std::size_t i = 0; i < measured.hand_ins.size(); ++i) {
        const MeasuredHandIn& one = measured.hand_ins[i];
        const auto lab = std::lower_bound(labs_.begin(), labs_.end(), one.lab) - labs_.begin();
        for (Pool* pool : {&pools_[static_cast<std::size_t>(lab)], &pools_.back()}) {
            pool->all.push_back(i);
            (one.times.timing ? pool->went_on : pool->stopped).push_back(i);
        }
    }
    const Pool& any = pools_.back();
    if (stopped && ((*stopped > 0 && any.stopped.empty()) || (*stopped < 1 && any.went_on.empty())))
        throw UsageError(
            fmt::format("No hand-in {} was measured; leave --stopped out.",
                        any.stopped.empty() ? "that is done with after its check" : "that takes a GPU"));
}

const std::vector<std::size_t>& Lottery::among(const Pool& pool, Draws& draws) const {
    if (!stopped_) return pool.all;
    const bool is_stopped = draws.share() < *stopped_;
    const auto of = [&](const Pool& one) -> const std::vector<std::size_t>& {
        return is_stopped ? one.stopped : one.went_on;
    };
    return of(pool).empty() ? of(pools_.back()) : of(pool);
}

const MeasuredHandIn& Lottery::draw(std::size_t lab, Draws& draws) const {
    const std::vector<std::size_t>& places = among(pools_[std::min(lab, labs_.size())], draws);
    return measured_.hand_ins[places[draws.below(places.size())]];
}

std::vector<Drawn> all_at_once(const Lottery& lottery, const ClassSize& size, Draws& draws) {
    std::vector<Drawn> drawn;
    for (std::size_t student = 0; student < size.students; ++student)
        for (std::size_t lab = 0; lab < size.labs; ++lab)
            if (lab == size.only_lab.value_or(lab)) drawn.push_back({0, &lottery.draw(lab, draws)});
    return drawn;
}

std::vector<Drawn> before_deadline(const Lottery& lottery, const ClassSize& size, const DeadlineLaw& law,
                                   Draws& draws) {
    std::vector<Drawn> drawn;
    const auto hand_in = [&](std::size_t lab) {
        const double at = law.begin_s - law.draw(draws);
        drawn.push_back({at, &lottery.draw(lab, draws)});
    };
    for (std::size_t student = 0; student < size.students; ++student)
        for (std::size_t lab = 0; lab < size.labs; ++lab) {
            if (lab != size.only_lab.value_or(lab)) continue;
            hand_in(lab);
            // Who has a third attempt has a second one, so one number decides on all.
            const double diligence = draws.share();
            for (const double share : size.again)
                if (diligence < share) hand_in(lab);
        }
    std::stable_sort(drawn.begin(), drawn.end(), [](const Drawn& a, const Drawn& b) { return a.at < b.at; });
    return drawn;
}

std::vector<Arrival> with_times(const std::vector<Drawn>& drawn, bool sieve) {
    std::vector<Arrival> arrivals;
    arrivals.reserve(drawn.size());
    for (const Drawn& one : drawn)
        arrivals.push_back({one.at, sieve ? one.like->times : one.like->without_sieve.value()});
    return arrivals;
}

} // namespace grader::drain
