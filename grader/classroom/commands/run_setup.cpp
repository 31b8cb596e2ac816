#include "classroom/commands/run_setup.h"

#include <iostream>

#include <fmt/core.h>

#include "base/errors.h"
#include "base/text.h"
#include "classroom/commands/grading_tools.h"
#include "grading/command_line/command_text.h"
#include "grading/sentences/sentence.h"
#include "grading/thresholds/predicted.h"

namespace grader {
namespace {

/// Reports whether the class is timed on a GPU of Slurm's nodes that this machine does not have.
bool is_timed_elsewhere(bool by_slurm, const BackendOptions& options, const Backend& here) {
    if (!by_slurm || options.backend == "sim" || here.name() != "sim") return false;
    if (!options.device.empty()) return true;
    throw UsageError("This machine has no GPU. Give the one of Slurm's nodes, as in --device h200, or grade "
                     "without timing: --backend sim");
}

GradingConfig grading_config_of(Context& context, const ClassRunOptions& run,
                                const std::vector<TimingGpu>& gpus) {
    const ContextOptions& options = context.options();
    GradingConfig config;
    config.backend = context.backend().name();
    config.device_name = context.backend().device().name;
    for (const TimingGpu& gpu : gpus) config.devices.insert(gpu.facts.slug);
    if (is_timed_elsewhere(run.slurm, options, context.backend())) {
        config.backend = "gpu";
        config.devices = {options.device};
        config.device_name = options.device;
    }
    config.modelled = config.backend == "sim" && context.backend().time_model().why_none.empty();
    config.thresholds = options.device;
    if (!gpus.empty()) config.capability = gpus.front().facts.capability;
    config.isolation = options.isolation_text;
    config.isolation_in_use = context.backend().isolation();
    config.prescreen = run.prescreen;
    config.course = context.course().root();
    config.modules = context.modules();
    config.programs = context.places().programs;
    config.program_text = program_text(context.places());
    config.backend_text = backend_text(options);
    config.options_text = options_text(options);
    config.seed = options.seed;
    return config;
}

/// Returns the thresholds of @p lab on another machine's GPU, which is called `--device`.
ThresholdsInUse thresholds_elsewhere(const Context& context, const Lab& lab) {
    const ContextOptions& options = context.options();
    const bool measured = options.thresholds != ThresholdSource::predicted &&
                          lab.manifest.speed.thresholds.contains(options.device);
    return measured ? lab.manifest.speed.recorded_for(options.device)
                    : thresholds::thresholds_of_model(context.places(), lab, options.device, false);
}

/// Returns the thresholds of each lab of the run. Measures missing ones now, so that all grades of the run
/// use the same thresholds.
std::map<std::string, ThresholdsInUse> thresholds_of_labs(Context& context, const GradingConfig& config) {
    std::map<std::string, ThresholdsInUse> thresholds;
    const std::unique_ptr<DeviceLock> lock = context.lock_device();
    for (const Lab* lab : context.labs()) {
        if (!lab->manifest.has_timed_cases() || !config.has_speed_step(*lab)) continue;
        // Slurm's nodes have the GPU, so this machine cannot measure its thresholds.
        const bool elsewhere = config.timed() && context.backend().name() == "sim";
        if (!elsewhere)
            thresholds[lab->id] = context.thresholds_of(*lab)();
        else
            thresholds[lab->id] = thresholds_elsewhere(context, *lab);
    }
    context.status().clear();
    return thresholds;
}

std::vector<TimingGpu> gpus_of(Context& context, const std::string& request) {
    const Backend& backend = context.backend();
    if (!backend.availability().usable || !backend.why_untimed().empty()) return {};
    const auto ask = [&] {
        return make_backend(backend.name(), context.places(), context.options().device, backend.isolation())
            ->device();
    };
    std::vector<TimingGpu> gpus = timing_gpus(request, backend.device(), ask);
    require_same_gpu_kind(gpus, context.labs());
    return gpus;
}

} // namespace

ClassLock lock_of_class(Context& context, const ClassFolder& folder, bool waits) {
    return ClassLock(folder, [&context, waits, told = false](const std::string& who) mutable {
        if (!told) {
            context.status().clear();
            std::cerr << fmt::format("grader: this class is locked: it is being graded by {}; {}\n",
                                     printable(who), waits ? "waiting for it" : "exiting");
        }
        told = true;
        return waits;
    });
}

RunSetup set_up_run(Context& context, const GradingOptions& options) {
    if (!context.backend().availability().usable)
        throw EnvironmentError("Nothing can be graded here: " +
                               sentence(context.backend().availability().reason));
    const std::vector<TimingGpu> gpus = gpus_of(context, options.gpus);
    GradingConfig config = grading_config_of(context, options, gpus);
    config.thresholds_of = thresholds_of_labs(context, config);
    RunSetup setup;
    setup.request = {context.labs(), config, options.fresh, options.reason,
                     toolchain_description_of(context, config)};
    setup.worker_pool.checkers = max_checkers(options.jobs, gpus.size());
    for (const TimingGpu& gpu : gpus) setup.worker_pool.gpus.push_back(gpu.visible);
    return setup;
}

} // namespace grader
