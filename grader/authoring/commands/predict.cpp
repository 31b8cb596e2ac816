#include "authoring/commands/predict.h"

#include <algorithm>
#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "authoring/commands/commands.h"
#include "authoring/records/prediction/leave_one_out.h"
#include "authoring/records/prediction/page.h"
#include "base/files.h"
#include "grading/command_line/programs.h"

namespace grader {
namespace {

using prediction::ComparedPrediction;
using prediction::Comparisons;
using prediction::LabRecord;

/// GPUs that are predicted while both of their models are left out.
const std::vector<std::string> left_out = {"h100", "h200"};

void print_prediction(const std::string& lab, const std::string& slug, const ComparedPrediction& one) {
    std::cout << fmt::format("{:<27} {:<9} {:<9} {:>8.2f} {:>8.2f}  {:>8.2f} {:>8.2f}  {:>4.0f}%\n", lab,
                             slug, one.from, one.right.known, one.predicted.known, one.right.solution,
                             one.predicted.solution, 100 * one.ratio_error())
              << std::flush;
}

/// Predicts the modelled GPUs, and sets the band of @p record.
std::map<std::string, ComparedPrediction> predict_modelled(const Context& context, const Lab& lab,
                                                           LabRecord& record) {
    record.band =
        std::max(band_of(leave_one_out(context.places(), lab, record)), lab.manifest.modelled.error);
    return leave_one_out(context.places(), lab, record); // with thresholds that respect the band
}

ExitStatus run_predict(const PredictOptions& options, const Invocation& call) {
    require_solutions(options, "predict");
    if ((options.write || options.check) && !options.labs.empty())
        throw UsageError("docs/results/predicted.md has all labs: give no LAB with --write or --check.");
    Context context(options, call.places, options.labs);
    const auto measured = threshold_sources::all_records(context.course().root());
    Comparisons modelled;
    Comparisons cards;
    bool all = true;
    std::cout << fmt::format("{:<27} {:<9} {:<9} {:>8} {:>8}  {:>8} {:>8}  {}\n", "", "", "from", "known",
                             "predict.", "solution", "predict.", "error of the ratio");
    for (const Lab* lab : context.labs()) {
        if (lab->manifest.modelled.parts == 0 || !lab->manifest.has_timed_cases()) continue;
        if (options.record) all = record_modelled_calls(context, *lab) && all;
        LabRecord record = prediction::read_record(*lab);
        if (record.empty()) continue;
        const double band = record.band;
        modelled[lab->id] = predict_modelled(context, *lab, record);
        if (options.record || (options.write && record.band != band)) write_record(*lab, record);
        if (options.check && record.band != band) {
            std::cout << fmt::format("  ✘ the band of {} is {:g}, and modelled.json has {:g}\n", lab->id,
                                     record.band, band);
            all = false;
        }
        for (const auto& [slug, one] : modelled[lab->id]) print_prediction(lab->id, slug, one);
        for (const std::string& slug : left_out)
            if (const auto found = measured.find(slug);
                found != measured.end() && found->second.labs.contains(lab->id)) {
                cards[lab->id][slug] = predict_measured(context.places(), context.course(), *lab, record,
                                                        slug, left_out, found->second.labs.at(lab->id));
                print_prediction(lab->id, slug + " *", cards[lab->id][slug]);
            }
    }
    std::cout << "* measured, and predicted without the models of h100 and h200\n";
    const std::filesystem::path file = prediction::page_file(context.course().root());
    if (options.write) write_atomically(file, prediction::page(modelled, cards));
    if (options.check && read_text(file) != prediction::page(modelled, cards)) {
        std::cout << fmt::format("  ✘ {} is out of date. Update it: build/bin/grader predict --write\n",
                                 file.string());
        all = false;
    }
    return all ? ExitStatus::passed : ExitStatus::not_passed;
}

} // namespace

void PredictOptions::declare(CLI::App& app) {
    declare_labs(app, labs);
    app.add_flag(
        "--record", record,
        "Model baseline, known program and solution on every modelled GPU, or on that of --device, and "
        "write modelled.json");
    CLI::Option* const written =
        app.add_flag("--write", write, "Write docs/results/predicted.md, and the band of each modelled.json");
    app.add_flag("--check", check, "Fail if predicted.md or a band differs from the current predictions")
        ->excludes(written);
    ContextOptions::declare(app);
}

Command predict_command() {
    return command<PredictOptions>("predict", "Predict thresholds of GPUs, and compare them with the model",
                                   run_predict);
}

} // namespace grader
