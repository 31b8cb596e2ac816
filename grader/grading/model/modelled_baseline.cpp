#include "grading/model/modelled_baseline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "grading/backend/baseline.h"
#include "grading/messages/speed.h"
#include "grading/model/modelled_call.h"
#include "grading/model/modelled_part.h"
#include "grading/toolchain/dependencies.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Returns the part of a cache key that identifies how a time of @p lab is modelled, for any build: the GPU,
/// the case, and the commands and versions of the simulator, the runner, the lab's module and the grader.
std::string time_key(const Backend& backend, const Lab& lab) {
    const ModelledCase& modelled = lab.manifest.modelled;
    const TimeModel times = backend.time_model();
    const RunnerCommand command = backend.instrumented(modelled_run(times, lab, modelled_seed), "report");
    std::string key =
        fmt::format("{} {}\nmodelled {}, rounds {} {} {}\ntimed {}\n{} {}\n", times.device,
                    times.multiprocessors, modelled.sizes.draw(modelled_seed), modelled.rounds,
                    modelled.rounds_of, modelled.steps_of, lab.manifest.timed.front().draw(modelled_seed),
                    fmt::join(command.starter, " "), fmt::join(command.argv, " "));
    const fs::path program = command.argv.front();
    // The grader's programs share the code that adds up the launches, so one of them suffices to identify its
    // version.
    std::vector<fs::path> files = {lab.module, program, program.parent_path() / "grader"};
    if (!command.starter.empty()) files.emplace_back(command.starter.front());
    if (!command.device_libraries.empty()) files.push_back(command.device_libraries / "libcudart.so.13");
    for (const fs::path& file : files) key += fmt::format("{} {}\n", file.string(), stamp_of(file));
    return key;
}

} // namespace

void ModelledBaseline::model() const {
    std::call_once(modelled_, [&] {
        const Build baseline = build_of(lab_, built_baseline(backend_, lab_));
        const auto modelled = [&]() -> std::optional<CachedTime> {
            const ModelledCall call = model_call(backend_, baseline, {});
            failure_ = call.why_no_time(messages::the_baseline);
            if (!failure_.empty()) return std::nullopt;
            return CachedTime{call.time.ms, call.instructions(), call.issue_share(backend_.time_model())};
        };
        time_ = cached_time(baseline.object, time_key(backend_, lab_), modelled);
    });
}

const Message& ModelledBaseline::failure() const {
    model();
    return failure_;
}

const CachedTime& ModelledBaseline::time() const {
    model();
    return time_.value();
}

} // namespace grader
