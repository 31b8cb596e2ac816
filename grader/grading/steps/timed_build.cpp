#include "grading/steps/timed_build.h"

#include "grading/messages/builds.h"
#include "grading/messages/speed.h"
#include "grading/steps/speed_step.h"

namespace grader {

TimedBuild time_build(const Backend& backend, const Lab& lab, Arena& arena, const CompileJob& job,
                      const Effort& effort) {
    const CompileResult build = compile(job);
    if (!build.ok) return {messages::no_build, {}, {}};
    try {
        const Measurement measurement = arena.measure(build.object, effort);
        if (!measurement.wrong.empty())
            return {{messages::wrong_in_turn, {{"why", measurement.wrong}}}, {}, {}};
        return {{},
                summarize(arena, measurement.rounds,
                          lab.manifest.speed.recorded_for(backend.device().thresholds)),
                measurement.launches.launches};
    } catch (const RunnerDied& death) {
        return {death.message, {}, {}};
    } catch (const RunnerFault& fault) {
        return {fault.message, {}, {}};
    }
}

} // namespace grader
