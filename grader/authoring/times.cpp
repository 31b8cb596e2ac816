#include "authoring/times.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "backend/simulator.h"
#include "grade/modelled_call.h"
#include "nsight/record.h"
#include "nsight/throughputs.h"
#include "report/text.h"
#include "results/results.h"

namespace grader {
namespace {

/// A build of a lab, as a GPU timed it and as the simulator models it.
struct TimedTwice {
    double measured_ms = 0;
    double modelled_ms = 0;
};

/// How far @p value is from @p right, whichever is larger: 0.5 for one and a half times as much, and for as much less.
double distance(double value, double right) { return std::exp(std::abs(std::log(value / right))) - 1; }

/// How far times and speedups are off, and what limits are named alike, of all builds so far.
struct Distances {
    std::vector<double> of_times;
    std::vector<double> of_speedups;
    std::size_t limits = 0; ///< that Nsight Compute has named, too
    std::size_t alike = 0;  ///< of these, those that the model names so
};

/// The one that so many of @p distances do not exceed.
double at(std::vector<double> distances, double share) {
    std::sort(distances.begin(), distances.end());
    return distances[static_cast<std::size_t>(share * static_cast<double>(distances.size() - 1))];
}

std::string text_of(const std::vector<double>& distances) {
    return fmt::format("half within {:.0f} %, nine of ten within {:.0f} %", 100 * at(distances, 0.5),
                       100 * at(distances, 0.9));
}

/// What Nsight Compute says limits the longest kernel of the build @p name; empty: it was not asked.
std::string limit_there(const std::vector<BuildCounts>& builds, const std::string& name) {
    const auto build = std::ranges::find(builds, name, &BuildCounts::name);
    if (build == builds.end() || build->kernels.empty()) return {};
    const auto duration = [](const KernelCounts& kernel) {
        return kernel.counts.at(Throughputs::duration_ns);
    };
    return limit_of(std::ranges::max_element(build->kernels, {}, duration)->counts);
}

/// What limits the longest launch of @p call and, where Nsight Compute says otherwise, what it says.
std::string limits_of(const ModelledCall& call, const std::string& there, Distances& distances) {
    const SeenLaunch* const longest = longest_launch(call.launches);
    if (longest == nullptr) return {};
    const std::string& here = longest->time->limiter;
    if (there.empty()) return here;
    ++distances.limits;
    if (limit_named(here) == there) {
        ++distances.alike;
        return here;
    }
    return fmt::format("{}, Nsight Compute: {}", here, there);
}

/// Whether nine of ten speedups of @p lab are as near as its manifest says.
bool keeps_error(const Lab& lab, std::vector<double> speedups) {
    if (speedups.empty() || !lab.manifest.modelled.no_speed.empty()) return true;
    const double found = at(speedups, 0.9);
    std::cout << fmt::format("nine of ten speedups within {:.0f} %, and lab.toml says {:.0f} %\n",
                             100 * found, 100 * lab.manifest.modelled.error);
    return found <= lab.manifest.modelled.error;
}

/// Models the builds of @p lab that @p measured has the times of. False where one could not be modelled, or speedups are
/// farther off than the manifest says.
bool model_lab(Context& context, const Lab& lab, const CaseResult& measured,
               const std::vector<BuildCounts>& throughputs, Distances& distances) {
    bool all = true;
    std::optional<TimedTwice> baseline;
    std::vector<double> speedups;
    std::cout << fmt::format("{}: {}\n{:<26} {:>9} {:>9} {:>7}  {:>8} {:>8} {:>7}  {}\n", lab.id,
                             measured.name, "", "measured", "modelled", "", "speedup", "modelled", "",
                             "limited by");
    for (const Entry& entry : entries_of(lab)) {
        const RungResult* const there = measured.find(entry.name);
        if (there == nullptr) continue;
        context.status().show(lab.id + ": modelling " + entry.name);
        const CompileResult build = compile(context.backend().compile_job(entry.source, lab, {}));
        const ModelledCall call = model_call(context.backend(), lab, build.object, usual_seed);
        context.status().clear();
        if (!call.fault.empty() || !call.wrong.empty()) {
            std::cout << fmt::format("{:<26} {}{}\n", entry.name, printable(call.fault),
                                     printable(call.wrong));
            all = false;
            continue;
        }
        const TimedTwice now = {there->ms, call.ms};
        if (!baseline) baseline = now;
        const double speedup = baseline->measured_ms / now.measured_ms;
        const double modelled = baseline->modelled_ms / now.modelled_ms;
        distances.of_times.push_back(distance(now.modelled_ms, now.measured_ms));
        if (now.measured_ms != baseline->measured_ms) speedups.push_back(distance(modelled, speedup));
        std::cout << fmt::format("{:<26} {:>9.4f} {:>9.4f} {:>+6.0f}%  {:>8.2f} {:>8.2f} {:>+6.0f}%  {}\n",
                                 entry.name, now.measured_ms, now.modelled_ms,
                                 100 * (now.modelled_ms / now.measured_ms - 1), speedup, modelled,
                                 100 * (modelled / speedup - 1),
                                 limits_of(call, limit_there(throughputs, entry.name), distances))
                  << std::flush;
    }
    if (lab.manifest.modelled.no_speed.empty())
        distances.of_speedups.insert(distances.of_speedups.end(), speedups.begin(), speedups.end());
    return keeps_error(lab, speedups) && all;
}

} // namespace

ExitStatus times_command(Context& context) {
    if (context.options().record) {
        context.expect_a_profiler();
        return record_times(context);
    }
    const Results measured = read_results(results_file(context.course().root(), default_model));
    CountersRecord throughputs = read_counters(throughputs_file(context.course().root(), default_model));
    Distances distances;
    bool all = true;
    for (const Lab* lab : context.labs()) {
        const auto known = measured.labs.find(lab->id);
        if (lab->manifest.modelled.parts == 0 || known == measured.labs.end()) continue;
        all = model_lab(context, *lab, known->second.front(), throughputs.groups[lab->id], distances) && all;
    }
    if (distances.of_times.empty())
        throw UsageError("Nothing was modelled: no lab here has [modelled] and rungs that were timed.");
    std::cout << fmt::format("\n{} times: {}\n", distances.of_times.size(), text_of(distances.of_times));
    if (!distances.of_speedups.empty())
        std::cout << fmt::format("{} speedups: {}\n", distances.of_speedups.size(),
                                 text_of(distances.of_speedups));
    if (distances.limits != 0)
        std::cout << fmt::format("{} of {} limits are those that Nsight Compute names\n", distances.alike,
                                 distances.limits);
    return all ? ExitStatus::passed : ExitStatus::not_passed;
}

} // namespace grader
