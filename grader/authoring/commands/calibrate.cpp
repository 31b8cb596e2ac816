#include "authoring/commands/commands.h"

#include <algorithm>
#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "authoring/records/calibration/conclude.h"
#include "authoring/records/calibration/manifest_line.h"
#include "authoring/records/calibration/page.h"
#include "authoring/records/ladder/tables.h"
#include "base/files.h"
#include "base/secrets.h"
#include "base/text.h"
#include "grading/command_line/context.h"
#include "grading/command_line/programs.h"
#include "grading/sentences/sentence.h"
#include "grading/thresholds/threshold_store.h"

namespace grader {
namespace {

using calibration::CalibratedLab;
using calibration::Calibration;
using calibration::VerdictCriterion;

struct CalibrateOptions : ContextOptions {
    std::vector<std::string> labs; ///< empty: every lab
    double seconds = 60;           ///< `--seconds`: time per lab
    bool record = false;           ///< `--record`: write lab.toml and docs/results/

    void declare(CLI::App& app) {
        declare_labs(app, labs);
        app.add_option("--seconds", seconds, "Seconds per lab; more give narrower intervals. Default: 60")
            ->check(CLI::Range(0.0, 86400.0))
            ->type_name("S");
        app.add_flag("--record", record,
                     "Write the thresholds into lab.toml, and docs/results/calibration/<gpu>.json");
        ContextOptions::declare(app);
    }
};

/// Returns the requested labs, all of which have a speed step.
std::vector<const Lab*> timed_labs(const Context& context, bool named) {
    std::vector<const Lab*> labs;
    for (const Lab* lab : context.labs()) {
        if (lab->manifest.has_timed_cases())
            labs.push_back(lab);
        else if (named)
            throw UsageError(fmt::format("{} has no speed step, so it has no thresholds.", lab->id));
    }
    return labs;
}

/// Returns the ladder recorded on the reference GPU of @p lab's thresholds.
Results results_of_reference(const Context& context, const Lab& lab) {
    return read_results(results_file(context.course().root(), lab.manifest.speed.reference));
}

/// Throws EnvironmentError if the manifest of @p lab cannot take thresholds of the GPU with the slug @p slug,
/// before minutes are spent on measuring.
void require_place(const Lab& lab, const std::string& slug) {
    const SpeedRule& speed = lab.manifest.speed;
    (void)calibration::with_thresholds(lab.directory / "lab.toml", slug,
                                       speed.thresholds.at(speed.reference));
}

/// Writes the results of @p lab into the course: the record first, because check-course reports a record
/// without thresholds.
void record_thresholds(const Context& context, const DeviceFacts& device, const std::string& level,
                       const Lab& lab, const CalibratedLab& found) {
    const std::filesystem::path& root = context.course().root();
    const std::filesystem::path file = calibration::calibration_file(root, device.slug);
    Calibration calibration = calibration::read_calibration(file);
    calibration.device = device.name;
    calibration.driver = device.driver;
    calibration.toolkit = device.runtime;
    calibration.isolation = level;
    calibration.labs[lab.id] = found;
    calibration::write_calibration(file, calibration);
    write_atomically(calibration::page_file(root), calibration::page(calibration::all_calibrations(root)));
    const std::filesystem::path manifest = lab.directory / "lab.toml";
    write_if_changed(manifest, calibration::with_thresholds(manifest, device.slug, found.threshold));
    write_stale_blocks(Course(root, context.modules())); // reads the course again, with the new thresholds
}

/// Saves the results of @p lab for grades in this tree; `make release` includes them.
void keep_here(const Context& context, const DeviceFacts& device, const Lab& lab,
               const CalibratedLab& found) {
    std::size_t grades = found.reached.front().grades;
    for (const thresholds::MeasuredSpeedup& reached : found.reached)
        grades = std::min(grades, reached.grades);
    thresholds::ThresholdStore(context.course().root(), device).store(lab, found.threshold, grades);
}

/// Throws EnvironmentError if this machine cannot measure times.
void require_clock(const Backend& backend) {
    const Message why = backend.availability().usable ? backend.why_untimed() : backend.availability().reason;
    if (!why.empty())
        throw EnvironmentError(
            fmt::format("Cannot calibrate without a GPU: {}.\nCalibrate on the machine that will grade.",
                        sentence(why)));
}

ExitStatus run_calibrate(const CalibrateOptions& options, const Invocation& call) {
    require_solutions(options, "calibrate");
    Context context(options, call.places, options.labs);
    if (!options.device.empty())
        throw UsageError("calibrate measures the GPU of this machine; remove --device, which selects "
                         "thresholds of another GPU.");
    context.expect_untrusted_code(); // classes are graded strictly, so their thresholds are measured
                                     // strictly, too
    const std::vector<const Lab*> labs = timed_labs(context, !options.labs.empty());
    const Backend& backend = context.backend();
    require_clock(backend);
    const DeviceFacts& device = backend.device();
    if (options.record)
        for (const Lab* lab : labs) require_place(*lab, device.slug);
    const std::unique_ptr<DeviceLock> lock = context.lock_device();
    const std::string level = to_string(backend.isolation().level);
    std::cout << fmt::format("{} ({}), level {}\n", printable(device.name), device.slug, level);

    VerdictCount at;
    VerdictCount above;
    ExitStatus status = ExitStatus::passed;
    for (const Lab* lab : labs) {
        const Results results = results_of_reference(context, *lab);
        const thresholds::Request request{options.seed.value_or(secret_seed()), options.seconds,
                                          calibration::min_grades,
                                          [&](const std::string& what) { context.status().show(what); }};
        try {
            const thresholds::LabTimes times =
                thresholds::measure(backend, *lab, calibration::programs_of(*lab, results), request);
            const CalibratedLab found =
                calibration::conclude(times, calibration::reference_of(*lab), device.slug);
            context.status().clear();
            std::cout << '\n' << calibration::lab_in_words(lab->id, device.slug, found) << std::flush;
            at += found.counted(VerdictCriterion::at);
            above += found.counted(VerdictCriterion::above);
            if (options.record)
                record_thresholds(context, device, level, *lab, found);
            else
                keep_here(context, device, *lab, found);
        } catch (const EnvironmentError& error) { // continue with the other labs
            context.status().clear();
            std::cout << fmt::format("\n{}: {}\n", lab->id, printable(text_of(error))) << std::flush;
            status = ExitStatus::environment;
        }
    }
    std::cout << fmt::format("\nAll labs, at a threshold: {}\nAll labs, 3 % above one: {}\n",
                             calibration::fails_in_words(at), calibration::fails_in_words(above));
    if (options.record)
        std::cout << fmt::format("written: docs/results/calibration/{}.json, docs/results/calibration.md and "
                                 "the lines in lab.toml\n",
                                 device.slug);
    else
        std::cout
            << "saved in .kernelsmith/thresholds/ for grades in this tree; make release includes them\n";
    return status;
}

} // namespace

Command calibrate_command() {
    return command<CalibrateOptions>(
        "calibrate", "Measure thresholds for this GPU, and the error rate of verdicts by them",
        run_calibrate);
}

} // namespace grader
