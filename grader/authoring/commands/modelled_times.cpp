// The models that `grader times` runs, and the printed line per build and kernel.

#include <algorithm>
#include <iostream>

#include <fmt/format.h>

#include "authoring/commands/commands.h"
#include "authoring/commands/proof_program.h"
#include "authoring/commands/times.h"
#include "authoring/records/counters/throughputs.h"
#include "authoring/records/model/rung_pairs.h"
#include "base/text.h"
#include "grading/backend/simulator.h"
#include "grading/model/call_suggestions.h"
#include "grading/model/modelled_call.h"
#include "grading/sentences/sentence.h"

namespace grader {
namespace {

using accuracy::ComparedBuild;
using accuracy::ComparedLab;
using accuracy::ComparedTimes;
using accuracy::MeasuredTimes;

std::string limiter_of(const std::vector<ObservedLaunch>& launches) {
    const ObservedLaunch* const longest = longest_launch(launches);
    return longest == nullptr ? "" : longest->time->limiter;
}

/// Returns the limiter of @p one and, if it differs, Nsight Compute's.
std::string limits_of(const ComparedTimes& one) {
    if (one.nsight_limit.empty() || limit_named(one.limiter) == one.nsight_limit) return one.limiter;
    return fmt::format("{}, Nsight Compute: {}", one.limiter, one.nsight_limit);
}

/// "baseline  35.4100  35.1000  -1%"
std::string both_times(const ComparedTimes& one) {
    return fmt::format("{:<26} {:>9.4f} {:>9.4f} {:>+6.0f}%", one.name, one.measured_ms, one.modelled_ms,
                       100 * (one.modelled_ms / one.measured_ms - 1));
}

void print_build(const ComparedBuild& build, const ComparedBuild& baseline) {
    const double speedup = baseline.measured_ms / build.measured_ms;
    const double modelled = baseline.modelled_ms / build.modelled_ms;
    std::cout << fmt::format("{}  {:>8.2f} {:>8.2f} {:>+6.0f}%  {}\n", both_times(build), speedup, modelled,
                             100 * (modelled / speedup - 1), limits_of(build))
              << std::flush;
}

/// Returns the suggestions of @p call with the largest gains.
std::vector<accuracy::GivenSuggestion> best_suggestions(const ModelledCall& call) {
    std::vector<accuracy::GivenSuggestion> best;
    for (const CallSuggestion& suggestion : suggestions_of(call)) {
        if (best.size() == accuracy::max_suggestions) break;
        best.push_back({suggestion.what, accuracy::in_record_digits(call.time.ms / suggestion.ms)});
    }
    return best;
}

/// Reports whether the next rung after the index @p place of @p timed is enough faster, so that suggestions are
/// computed for this one.
bool has_faster_next(const std::vector<LabProgram>& timed, std::size_t place, const CaseResult& measured) {
    if (place + 1 >= timed.size() || timed[place + 1].name == "solution") return false;
    return accuracy::is_step(measured.find(timed[place].name)->ms, measured.find(timed[place + 1].name)->ms);
}

} // namespace

ComparedLab model_lab(Context& context, const Lab& lab, const MeasuredTimes& measured, bool with_suggestions,
                      bool& all) {
    const CaseResult& graded = *measured.graded_case(lab.id);
    ComparedLab compared = {graded.name, lab.manifest.modelled.no_speed.empty(), {}};
    std::cout << fmt::format("{}: {}\n{:<26} {:>9} {:>9} {:>7}  {:>8} {:>8} {:>7}  {}\n", lab.id, graded.name,
                             "", "measured", "modelled", "", "speedup", "modelled", "", "limited by");
    std::vector<LabProgram> timed = lab_programs(lab);
    std::erase_if(timed, [&](const LabProgram& entry) { return graded.find(entry.name) == nullptr; });
    for (std::size_t i = 0; i < timed.size(); ++i) {
        const LabProgram& entry = timed[i];
        context.status().show(lab.id + ": modelling " + entry.name);
        const CompileResult build = compile(context.backend().compile_job(entry.source, lab, {}));
        const Instrumentation what = with_suggestions && has_faster_next(timed, i, graded)
                                         ? Instrumentation::suggestions
                                         : Instrumentation::time;
        const ModelledCall call =
            model_call(context.backend(), build_of(lab, build.object), {.inputs = default_seed}, what);
        context.status().clear();
        if (!call.fault.empty() || !call.wrong.empty()) {
            std::cout << fmt::format("{:<26} {}{}\n", entry.name, printable(sentence(call.fault)),
                                     printable(sentence(call.wrong)));
            all = false;
            continue;
        }
        ComparedBuild& added = compared.builds.emplace_back();
        added.name = entry.name;
        added.measured_ms = accuracy::in_record_digits(graded.find(entry.name)->ms);
        added.modelled_ms = accuracy::in_record_digits(call.time.ms);
        added.limiter = limiter_of(call.launches);
        added.nsight_limit = accuracy::nsight_limit(measured.throughputs, lab.id, entry.name);
        added.suggestions = best_suggestions(call);
        print_build(added, compared.builds.front());
    }
    return compared;
}

std::vector<accuracy::ComparedKernel> model_program(Context& context, const std::filesystem::path& program,
                                                    const KernelChoice& choice,
                                                    const MeasuredTimes& measured) {
    const std::string name = program.stem().string();
    const auto timed = measured.kernels.find(name);
    if (timed == measured.kernels.end())
        throw EnvironmentError(
            fmt::format("docs/results/times has no times of {0}: on a GPU, {0} --time prints them.", name));
    const std::vector<ListedKernel> chosen = chosen_kernels(kernels_listed_by(program), choice);
    std::vector<std::string> arguments = {"--only"};
    for (const ListedKernel& kernel : chosen) arguments.push_back(kernel.name);
    context.status().show(fmt::format("{}: modelling {} kernels", name, chosen.size()));
    std::vector<ObservedLaunch> launches =
        simulate_program(program, {"--device", default_model, "--time", "--cold"}, arguments);
    context.status().clear();
    std::erase_if(launches, makes_inputs);
    if (launches.size() != chosen.size())
        throw EnvironmentError(fmt::format("{} has {} launches for {} kernels.", program.string(),
                                           launches.size(), chosen.size()));
    std::cout << fmt::format("{}\n{:<26} {:>9} {:>9} {:>7}  {}\n", name, "", "measured", "modelled", "",
                             "limited by");
    std::vector<accuracy::ComparedKernel> kernels;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const auto there = std::ranges::find(timed->second, chosen[i].name, &accuracy::TimedKernel::name);
        if (there == timed->second.end() || !launches[i].time) continue;
        accuracy::ComparedKernel& kernel = kernels.emplace_back();
        kernel.name = chosen[i].name;
        kernel.measured_ms = accuracy::in_record_digits(there->ms);
        kernel.modelled_ms = accuracy::in_record_digits(launches[i].time->ms);
        kernel.limiter = launches[i].time->limiter;
        kernel.nsight_limit = accuracy::nsight_limit(measured.throughputs, name, kernel.name);
        kernel.tuned = chosen[i].tuned_on;
        std::cout << fmt::format("{}  {}\n", both_times(kernel), limits_of(kernel));
    }
    return kernels;
}

} // namespace grader
