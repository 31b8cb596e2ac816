#include "grading/steps/timed_build.h"

#include "grading/messages/builds.h"
#include "grading/messages/speed.h"
#include "grading/steps/speed_step.h"

namespace grader {

TimedBuild time_build(const Backend& backend, const Lab& lab, SpeedBenchmark& benchmark,
                      const CompileJob& job, const MeasurementOptions& effort) {
    const CompileResult build = compile(job);
    if (!build.ok) return {messages::no_build, {}, {}};
    try {
        const Measurement measurement = benchmark.measure(build.object, effort);
        if (!measurement.wrong.empty())
            return {{messages::wrong_in_turn, {{"why", measurement.wrong}}}, {}, {}};
        return {{},
                summarize(benchmark, measurement.rounds,
                          lab.manifest.speed.recorded_for(backend.device().thresholds)),
                measurement.launches.launches};
    } catch (const RunnerDied& death) {
        return {death.message, {}, {}};
    } catch (const RunnerFault& fault) {
        return {fault.message, {}, {}};
    }
}

} // namespace grader
