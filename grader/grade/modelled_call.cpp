#include "grade/modelled_call.h"

#include <fmt/format.h>

#include "grade/modelled_part.h"
#include "inspect/watch.h"
#include "verify/problem_module.h"

namespace grader {

namespace {

/// What a launch would take that does the work of so many rounds: it is launched once.
double all_rounds(const ModelledTime& time, unsigned rounds) {
    double launch = 0;
    for (const auto& [term, ms] : time.terms)
        if (term == "launch") launch = ms;
    return (time.ms - launch) * rounds + launch;
}

} // namespace

ModelledCall model_call(const Backend& backend, const Lab& lab, const std::filesystem::path& object,
                        std::uint64_t seed) {
    const kernelsmith::Sizes sizes = lab.manifest.modelled.sizes.draw(seed);
    const Watched watched =
        watch(backend, lab, object, sizes, seed, modelled_run(backend.time_model(), lab, seed));
    ModelledCall call;
    call.fault = watched.fault;
    if (call.fault.empty() && !watched.seen) call.fault = "it left no report";
    if (!call.fault.empty()) return call;
    if (!watched.outcome.passed)
        call.wrong =
            fmt::format("{} ({})", watched.outcome.message, load_problem(lab.module).describe(sizes));
    call.launches = watched.seen->launches;
    for (const SeenLaunch& launch : call.launches)
        if (launch.time) call.ms += all_rounds(*launch.time, lab.manifest.modelled.rounds);
    return call;
}

} // namespace grader
