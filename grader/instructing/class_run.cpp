#include "instructing/commands.h"

#include <iostream>

#include <fmt/core.h>

#include "child/interrupt.h"
#include "class/estimate.h"
#include "class/local_run.h"
#include "class/rules.h"
#include "commands/report_files.h"
#include "commands/typed.h"
#include "course/submissions.h"
#include "instructing/gpus.h"
#include "instructing/gradebook_files.h"
#include "instructing/run_reports.h"
#include "instructing/slurm_run.h"
#include "report/text.h"
#include "toolchain/toolchain.h"

namespace grader {
namespace {

/// Whether the class is timed on a GPU that Slurm has, and this machine has none.
bool is_timed_elsewhere(const Options& options, const Backend& here) {
    if (!options.of_class.slurm || options.backend == "sim" || here.name() != "sim") return false;
    if (!options.device.empty()) return true;
    throw UsageError(
        "This machine has no GPU. Name the one that Slurm's nodes have, as in --device h200; or let nothing "
        "be timed: --backend sim");
}

Means means_of(Context& context, const std::vector<TimingGpu>& gpus) {
    const Options& options = context.options();
    Means means;
    means.backend = context.backend().name();
    means.device_name = context.backend().device().name;
    for (const TimingGpu& gpu : gpus) means.devices.insert(gpu.facts.slug);
    if (is_timed_elsewhere(options, context.backend())) {
        means.backend = "gpu";
        means.devices = {options.device};
        means.device_name = options.device;
    }
    means.thresholds = options.device;
    if (!gpus.empty()) means.capability = gpus.front().facts.capability;
    means.isolation = options.isolation_text;
    means.apart = context.backend().isolation();
    means.sieve = options.of_class.sieve;
    means.course = context.course().root();
    means.modules = context.modules();
    means.programs = context.places().programs;
    means.typed_program = typed_program(context.places());
    means.typed_backend = typed_backend(options);
    means.typed_options = typed_options(options);
    means.seed = options.seed;
    return means;
}

/// What of this machine a grade hangs on, beside files and GPU.
std::string tools_of(const Backend& backend, const Means& means) {
    const std::string toolkit = backend.name() == "host" ? find_cxx().string() : find_toolkit().version_text;
    return fmt::format("{} {} {}{}", means.backend, toolkit, to_string(backend.isolation().level),
                       backend.isolation().insisted ? " strict" : "");
}

std::vector<TimingGpu> gpus_of(Context& context) {
    const Backend& backend = context.backend();
    if (!backend.availability().usable || !backend.why_untimed().empty()) return {};
    const auto ask = [&] {
        return make_backend(backend.name(), context.places(), context.options().device, backend.isolation())
            ->device();
    };
    std::vector<TimingGpu> gpus = timing_gpus(context.options().of_class.gpus, backend.device(), ask);
    refuse_unlike(gpus, context.labs());
    return gpus;
}

/// Who runs the class: this process, from now on, or nobody here.
ClassLock lock_of(Context& context, const ClassFolder& folder) {
    const bool waits = context.options().of_class.wait;
    return ClassLock(folder, [&context, waits, told = false](const std::string& who) mutable {
        if (!told) {
            context.status().clear();
            std::cerr << fmt::format("grader: this class is being graded already, by {}; {}\n",
                                     printable(who), waits ? "waiting for it" : "leaving");
        }
        told = true;
        return waits;
    });
}

Plan plan_now(Context& context, const ClassFolder& folder, const std::vector<TimingGpu>& gpus) {
    const Options& options = context.options();
    const Means means = means_of(context, gpus);
    return make_plan(folder, find_submissions(options.all, context.course()),
                     {context.labs(), means, options.of_class.fresh, options.of_class.reason,
                      tools_of(context.backend(), means)});
}

ExitStatus grade_here(Context& context, const ClassFolder& folder) {
    const std::vector<TimingGpu> gpus = gpus_of(context);
    Standing standing(folder, plan_now(context, folder, gpus));
    RunReports reports(context, standing);
    Crew crew{checkers_beside(context.options().jobs, gpus.size()), {}};
    for (const TimingGpu& gpu : gpus) crew.gpus.push_back(gpu.visible);
    try {
        run_locally(folder, standing, crew, [&] {
            reports.going_on(progress_text(standing, {crew.checkers, crew.gpus.size()}));
        });
    } catch (const Interrupted& why) {
        reports.stopped(why.what());
    }
    return reports.done();
}

void steer(Context& context, const ClassFolder& folder, Standing& standing) {
    RunReports reports(context, standing);
    try {
        steer_to_the_end(folder, standing, reports);
    } catch (const Interrupted& why) {
        reports.stopped(why.what());
    }
}

ExitStatus grade_on_slurm(Context& context, const ClassFolder& folder) {
    if (const std::unique_ptr<Standing> before = run_on_slurm(folder)) {
        std::cerr << fmt::format("grader: run {} of this class is still on Slurm; going on with it first\n",
                                 before->plan().run);
        steer(context, folder, *before);
    }
    const std::vector<TimingGpu> gpus = gpus_of(context);
    Standing standing(folder, plan_now(context, folder, gpus));
    if (context.options().of_class.detach) {
        steer_from_a_job(folder, standing, context);
        return ExitStatus::passed;
    }
    steer(context, folder, standing);
    return RunReports(context, standing).done();
}

} // namespace

ExitStatus grade_class_command(Context& context) {
    const Options& options = context.options();
    if (!find_submissions(options.all, context.course()).many)
        throw UsageError(fmt::format("{} is one set of labs and no class.", options.all.string()));
    (void)read_class_rules(options.all); // says what is wrong with them before anything is done
    context.expect_strangers();
    try_report_files(options);
    try_gradebooks(options);
    const InterruptsNoted interrupts;
    const ClassFolder folder(options.all);
    const ClassLock lock = lock_of(context, folder);
    if (!lock.held()) return ExitStatus::environment;
    if (!context.backend().availability().usable)
        throw EnvironmentError("Nothing can be graded here: " + context.backend().availability().reason);
    return options.of_class.slurm ? grade_on_slurm(context, folder) : grade_here(context, folder);
}

ExitStatus class_drive_command(Options options, const Places& places) {
    const InterruptsNoted interrupts;
    const ClassFolder folder(options.of_class.directory);
    Plan plan = read_plan(folder, options.of_class.run);
    options.course = plan.means.course;
    options.modules = plan.means.modules;
    Context context(options, places);
    const ClassLock lock = lock_of(context, folder);
    Standing standing(folder, std::move(plan));
    steer(context, folder, standing);
    return RunReports(context, standing).done();
}

} // namespace grader
