#include "authoring/commands/times.h"

#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "authoring/commands/commands.h"
#include "authoring/records/model/check.h"
#include "authoring/records/model/figures.h"
#include "authoring/records/model/page.h"
#include "base/files.h"
#include "grading/backend/simulator.h"
#include "grading/command_line/programs.h"

namespace grader {
namespace {

using accuracy::Figures;
using accuracy::MeasuredTimes;
using accuracy::Record;

void print_spread(const std::string& what, const std::vector<double>& distances) {
    if (distances.empty()) return;
    const accuracy::ErrorQuantiles spread = accuracy::error_quantiles_of(distances);
    std::cout << fmt::format("{} {}: {}\n", spread.numbers, what, accuracy::in_words(spread));
}

void print_figures(const Figures& figures) {
    print_spread("times", figures.times);
    print_spread("speedups", figures.speedups);
    if (figures.limits.known != 0)
        std::cout << fmt::format("{} of {} limiters agree with Nsight Compute\n", figures.limits.agreed,
                                 figures.limits.known);
    if (figures.too_short != 0)
        std::cout << fmt::format("{} kernels of less than {:.0f} µs are excluded\n", figures.too_short,
                                 1000 * accuracy::min_kernel_ms);
}

/// Prints the figures of @p record: of labs, and of each program for the kernels that the model was tuned
/// on and the others.
void print_all_figures(const Record& record) {
    if (!record.labs.empty()) {
        std::cout << '\n';
        print_figures(figures_of_labs(record));
    }
    for (const auto& [name, kernels] : record.programs)
        for (const bool tuned : {true, false}) {
            const Figures figures = figures_of(kernels, tuned);
            if (figures.times.empty() && figures.too_short == 0) continue;
            std::cout << fmt::format("\n{}, {}\n", name, tuned ? "tuning" : "holdout");
            print_figures(figures);
        }
}

/// Reports whether 90 % of the speedups of @p lab are within the error that its manifest declares.
bool keeps_error(const Lab& lab, const accuracy::ComparedLab& compared) {
    const accuracy::ErrorQuantiles found = accuracy::error_quantiles_of(figures_of(compared).speedups);
    if (found.numbers == 0) return true;
    std::cout << fmt::format("90 % of the speedups are within {:.0f} %, and lab.toml declares {:.0f} %\n",
                             100 * found.p90, 100 * lab.manifest.modelled.error);
    return found.p90 <= lab.manifest.modelled.error;
}

/// Writes @p part into the record of the course, and updates the page that is rendered from it.
void write_part(Context& context, const MeasuredTimes& measured, const Record& part) {
    const Course& course = context.course();
    const std::filesystem::path file = accuracy::record_file(course.root(), default_model);
    Record record = accuracy::read_record(file);
    accuracy::merge(record, part);
    accuracy::join(record, course, measured);
    write_atomically(file, accuracy::text_of(record));
    write_atomically(accuracy::page_file(course.root()), accuracy::page(record, default_model));
}

/// Prints where the record of the course differs from @p now. Returns whether they agree.
bool agrees(Context& context, const TimesOptions& options, const Record& now) {
    const std::filesystem::path file = accuracy::record_file(context.course().root(), default_model);
    const std::vector<std::string> lines = accuracy::differences(accuracy::read_record(file), now);
    for (const std::string& line : lines) std::cout << "  ✘ " << line << '\n';
    if (lines.empty()) return true;
    std::cout << fmt::format("{} is out of date: the model's times have changed; update it:\n",
                             file.string());
    for (const auto& [id, lab] : now.labs)
        std::cout << fmt::format("  build/bin/grader times {} --write\n", id.substr(0, 2));
    for (const std::filesystem::path& program : options.programs)
        std::cout << fmt::format("  build/bin/grader times --program {} --write\n", program.string());
    return false;
}

ExitStatus run_times(const TimesOptions& options, const Invocation& call) {
    if (options.programs.empty()) require_solutions(options, "times");
    Context context(options, call.places, options.labs);
    if (options.record) {
        context.expect_profiler();
        return record_times(context, options);
    }
    const MeasuredTimes measured = accuracy::read_measured(context.course(), default_model);
    Record now;
    bool all = true;
    const auto keep = [&](const Record& part) {
        if (options.write)
            write_part(context, measured, part); // write after each part, so that a later failure loses
                                                 // nothing
        accuracy::merge(now, part);
    };
    if (!options.labs.empty() || options.programs.empty())
        for (const Lab* lab : context.labs()) {
            if (lab->manifest.modelled.parts == 0 || measured.graded_case(lab->id) == nullptr) continue;
            Record part;
            part.labs[lab->id] = model_lab(context, *lab, measured, options.write, all);
            all = keeps_error(*lab, part.labs[lab->id]) && all;
            keep(part);
        }
    for (const std::filesystem::path& program : options.programs) {
        Record part;
        part.programs[program.stem().string()] = model_program(context, program, options, measured);
        keep(part);
    }
    if (now.labs.empty() && now.programs.empty())
        throw UsageError("Nothing was modelled: no selected lab has [modelled] and timed rungs.");
    print_all_figures(now);
    if (options.check) all = agrees(context, options, now) && all;
    return all ? ExitStatus::passed : ExitStatus::not_passed;
}

} // namespace

void TimesOptions::declare(CLI::App& app) {
    declare_labs(app, labs, "every lab if no lab and no program is given");
    CLI::Option* recorded = app.add_flag(
        "--record", record,
        "On a GPU: measure the limiters with Nsight Compute, and write docs/results/times/<gpu>/");
    CLI::Option* program = app.add_option("--program", programs,
                                          "A program of simulator/evidence/proof instead of a lab's builds")
                               ->type_name("P");
    app.add_option("--only", only, "Model only these kernels of the program; must be the last option")
        ->type_name("K")
        ->needs(program)
        ->excludes(recorded);
    one_of(app.add_option(
               "--split", split,
               "Model only the kernels that the model was tuned on (tuning), or only the others (holdout)"),
           {"tuning", "holdout"})
        ->needs(program)
        ->excludes(recorded);
    CLI::Option* written =
        app.add_flag("--write", write,
                     "Write docs/results/times/<gpu>/modelled.json and docs/results/model.md")
            ->excludes(recorded);
    app.add_flag("--check", check, "Fail if modelled.json differs from the model's current times")
        ->excludes(recorded)
        ->excludes(written);
    ContextOptions::declare(app);
}

Command times_command() {
    return command<TimesOptions>("times", "Compare the times of the simulator's model with a GPU's",
                                 run_times);
}

} // namespace grader
