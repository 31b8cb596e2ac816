#include "grade/modelled_call.h"

#include <algorithm>

#include <fmt/format.h>

#include "inspect/watch.h"
#include "verify/problem_module.h"

namespace grader {

namespace {

double buffer_bytes(const kernelsmith::Layout& layout) {
    double bytes = 0;
    for (const kernelsmith::Buffer& buffer : layout.buffers) bytes += static_cast<double>(buffer.bytes());
    return bytes;
}

/// Of the memory of a GPU, one of how many parts holds the modelled case as the whole holds the timed one.
double memory_parts(const Lab& lab, std::uint64_t seed) {
    const kernelsmith::Problem& problem = load_problem(lab.module);
    const double all = buffer_bytes(problem.layout(lab.manifest.timed.front().draw(seed)));
    const double part = buffer_bytes(problem.layout(lab.manifest.modelled.sizes.draw(seed)));
    return std::clamp(all / part, 1.0, static_cast<double>(lab.manifest.modelled.parts));
}

} // namespace

ModelledCall model_call(const Backend& backend, const Lab& lab, const std::filesystem::path& object,
                        std::uint64_t seed) {
    const ModelledCase& modelled = lab.manifest.modelled;
    const kernelsmith::Sizes sizes = modelled.sizes.draw(seed);
    const Watched watched =
        watch(backend, lab, object, sizes, seed, {Watch::time, modelled.parts, memory_parts(lab, seed)});
    ModelledCall call;
    call.fault = watched.fault;
    if (call.fault.empty() && !watched.seen) call.fault = "it left no report";
    if (!call.fault.empty()) return call;
    if (!watched.outcome.passed)
        call.wrong =
            fmt::format("{} ({})", watched.outcome.message, load_problem(lab.module).describe(sizes));
    call.launches = watched.seen->launches;
    for (const SeenLaunch& launch : call.launches)
        if (launch.time) call.ms += launch.time->ms;
    return call;
}

} // namespace grader
