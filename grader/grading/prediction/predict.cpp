#include "grading/prediction/predict.h"

#include <sstream>

#include <fmt/core.h>

#include "base/errors.h"
#include "grading/backend/simulator.h"
#include "grading/processes/process.h"

namespace grader::prediction {
namespace {

/// Returns the output of predict_times with @p arguments.
std::string output_of(const GraderPaths& paths, std::vector<std::string> arguments) {
    constexpr double patience_s = 60;
    ProcessSpec spec;
    spec.argv = std::move(arguments);
    spec.argv.insert(spec.argv.begin(), (paths.programs / "predict_times").string());
    const ProcessResult finished = run_process(spec, patience_s);
    if (finished.timed_out || finished.end.exit_code != 0)
        throw EnvironmentError(fmt::format("predict_times failed: {}", finished.output));
    return finished.output;
}

/// Reads the times of the launches of @p call, and returns the time of the call.
double call_ms(std::istream& times, const RecordedGpu& gpu, const RecordedCall& call, const HostTimes& host) {
    std::vector<LaunchTotal> totals;
    for (const RecordedLaunch& launch : call.launches) {
        double ms = 0;
        double begin = 0;
        bool scales = false;
        if (!(times >> ms >> begin >> scales))
            throw EnvironmentError("predict_times reports too few launches.");
        totals.push_back(
            {total_ms(ms, begin, scales ? gpu.whole : 1, launch.rounds), launch.rounds.launches});
    }
    return time_of_call(call.steps, totals, host).ms;
}

double& time_named(PredictedTimes& times, const std::string& program) {
    return program == baseline_call ? times.baseline_ms
           : program == known_call  ? times.known_ms
                                    : times.solution_ms;
}

} // namespace

PredictedTimes predicted_times(const GraderPaths& paths, const Lab& lab, const LabRecord& record,
                               const std::string& gpu, const std::vector<std::string>& without) {
    std::vector<std::string> arguments;
    for (const std::string& slug : without) arguments.insert(arguments.end(), {"--without", slug});
    arguments.insert(arguments.end(), {gpu, record_file(lab).string()});
    std::istringstream output(output_of(paths, arguments));
    PredictedTimes times;
    std::string line;
    std::getline(output, times.from);
    std::getline(output, line);
    const TimeModel model = time_model_in(line);
    const RecordedGpu& from = record.gpus.at(times.from);
    for (const auto& [program, call] : from.calls)
        time_named(times, program) = call_ms(output, from, call, model.host);
    return times;
}

} // namespace grader::prediction
