#include "grade/modelled_call.h"

#include <fmt/format.h>

#include "grade/modelled_part.h"
#include "inspect/watch.h"
#include "verify/problem_module.h"

namespace grader {

double ModelledCall::in_timed_case(const ModelledTime& time, double part_ms) const {
    double launch = 0;
    for (const auto& [term, alone] : time.terms)
        if (term == "launch") launch = alone;
    return whole * ((part_ms - launch) * rounds + launch);
}

ModelledCall model_call(const Backend& backend, const Lab& lab, const std::filesystem::path& object,
                        std::uint64_t seed, Watch what) {
    const kernelsmith::Sizes sizes = lab.manifest.modelled.sizes.draw(seed);
    WatchedRun run = modelled_run(backend.time_model(), lab, seed);
    run.what = what;
    const Watched watched = watch(backend, lab, object, sizes, seed, run);
    ModelledCall call;
    call.rounds = lab.manifest.modelled.rounds;
    call.whole = whole_per_part(backend.time_model(), lab);
    call.fault = watched.fault;
    if (call.fault.empty() && !watched.seen) call.fault = "it left no report";
    if (!call.fault.empty()) return call;
    if (!watched.outcome.passed)
        call.wrong =
            fmt::format("{} ({})", watched.outcome.message, load_problem(lab.module).describe(sizes));
    call.launches = watched.seen->launches;
    for (const SeenLaunch& launch : call.launches)
        if (launch.time) call.ms += call.in_timed_case(*launch.time, launch.time->ms);
    return call;
}

} // namespace grader
