#include "authoring/records/model/figures.h"

#include "authoring/records/counters/throughputs.h"

namespace grader::accuracy {
namespace {

void add_limits(LimiterAgreement& limits, const ComparedTimes& one) {
    if (one.nsight_limit.empty() || one.limiter.empty()) return;
    ++limits.known;
    if (limit_named(one.limiter) == one.nsight_limit) ++limits.agreed;
}

SuggestionHits steps_of(const ComparedLab& lab) {
    SuggestionHits steps;
    for (const RungPair& pair : pairs_of(lab)) {
        if (pair.applies.empty()) {
            ++steps.no_kind;
            continue;
        }
        ++steps.pairs;
        const std::optional<GivenSuggestion> hit = pair.hit();
        if (!hit) continue;
        ++steps.hits;
        if (hit->what == pair.suggestions.front().what) ++steps.first;
        steps.gains.push_back(relative_error(hit->gain, pair.measured_gain));
    }
    return steps;
}

void append(std::vector<double>& all, const std::vector<double>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

} // namespace

Figures figures_of(const ComparedLab& lab) {
    Figures figures;
    std::vector<double> measured;
    std::vector<double> modelled;
    for (const ComparedBuild& build : lab.builds) {
        measured.push_back(build.measured_ms);
        modelled.push_back(build.modelled_ms);
        figures.times.push_back(relative_error(build.modelled_ms, build.measured_ms));
        if (lab.speedups && measured.size() > 1)
            figures.speedups.push_back(
                relative_error(modelled.front() / build.modelled_ms, measured.front() / build.measured_ms));
        add_limits(figures.limits, build);
    }
    figures.order = rank_correlation(measured, modelled);
    if (lab.speedups) figures.steps = steps_of(lab);
    return figures;
}

Figures figures_of_labs(const Record& record) {
    Figures all;
    for (const auto& [id, lab] : record.labs) {
        const Figures figures = figures_of(lab);
        append(all.times, figures.times);
        append(all.speedups, figures.speedups);
        append(all.steps.gains, figures.steps.gains);
        all.limits.known += figures.limits.known;
        all.limits.agreed += figures.limits.agreed;
        all.steps.pairs += figures.steps.pairs;
        all.steps.first += figures.steps.first;
        all.steps.hits += figures.steps.hits;
        all.steps.no_kind += figures.steps.no_kind;
    }
    return all;
}

Figures figures_of(const std::vector<ComparedKernel>& kernels, bool tuned) {
    Figures figures;
    for (const ComparedKernel& kernel : kernels) {
        if (kernel.tuned != tuned) continue;
        if (kernel.measured_ms < min_kernel_ms) {
            ++figures.too_short;
            continue;
        }
        figures.times.push_back(relative_error(kernel.modelled_ms, kernel.measured_ms));
        add_limits(figures.limits, kernel);
    }
    return figures;
}

} // namespace grader::accuracy
