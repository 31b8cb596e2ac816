#include "grade/modelled_call.h"

#include <fmt/format.h>

#include "grade/modelled_part.h"
#include "inspect/watch.h"
#include "verify/problem_module.h"

namespace grader {

double ModelledCall::in_timed_case(std::size_t launch, double part_ms) const {
    double begin = 0;
    for (const auto& [term, alone] : launches[launch].time->terms)
        if (term == "launch") begin = alone;
    return whole * ((part_ms - begin) * rounds[launch].work + begin * rounds[launch].launches);
}

ModelledCall model_call(const Backend& backend, const Lab& lab, const std::filesystem::path& object,
                        std::uint64_t seed, Watch what) {
    const kernelsmith::Sizes sizes = lab.manifest.modelled.sizes.draw(seed);
    WatchedRun run = modelled_run(backend.time_model(), lab, seed);
    run.what = what;
    const Watched watched = watch(backend, lab, object, sizes, seed, run);
    ModelledCall call;
    call.whole = whole_per_part(backend.time_model(), lab);
    call.parts = run.parts;
    call.memory_parts = run.memory_parts;
    call.fault = watched.fault;
    if (call.fault.empty() && !watched.seen) call.fault = "it left no report";
    if (!call.fault.empty()) return call;
    if (!watched.outcome.passed)
        call.wrong =
            fmt::format("{} ({})", watched.outcome.message, load_problem(lab.module).describe(sizes));
    call.launches = watched.seen->launches;
    call.rounds =
        rounds_of(call.launches, lab.manifest.modelled, sizes, lab.manifest.timed.front().draw(seed));
    for (std::size_t n = 0; n < call.launches.size(); ++n)
        if (const std::optional<ModelledTime>& time = call.launches[n].time)
            call.ms += call.in_timed_case(n, time->ms);
    if (call.ms > 0) call.call_ms = backend.time_model().call_us * 1e-3;
    call.ms += call.call_ms;
    return call;
}

} // namespace grader
