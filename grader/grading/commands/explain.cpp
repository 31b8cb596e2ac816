#include "grading/commands/commands.h"

#include <algorithm>
#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "grading/command_line/context.h"
#include "grading/command_line/programs.h"
#include "grading/command_line/report_files.h"
#include "grading/commands/axes.h"
#include "grading/inspect/evaluate.h"
#include "grading/inspect/line_costs.h"
#include "grading/report/explain/explain_page.h"
#include "grading/report/explain/explanation.h"
#include "grading/report/explain/listing.h"
#include "grading/report/explain/side_by_side.h"
#include "grading/report/explain/suggestions_table.h"
#include "grading/sentences/sentence.h"
#include "grading/steps/explained_time.h"
#include "grading/steps/technique_step.h"

namespace grader {
namespace {

struct ExplainOptions : LabOptions, ReportOptions {
    std::vector<std::string> macros; ///< NAME=v,v,..., each an axis of the table
    std::filesystem::path file;      ///< `--file`; empty: the lab's student.cu
    std::filesystem::path html;      ///< `--html`: the page to write; empty: none

    void declare(CLI::App& app) {
        LabOptions::declare(app);
        app.add_option("MACRO", macros,
                       "NAME=v,v,...: a macro of the source; prints the totals for all values side by side, "
                       "then the lines for the last one");
        declare_file(app, file, "Explain this file as the lab's student.cu");
        app.add_option(
               "--html", html,
               "Write an HTML page, with a picture of the addresses that each lane of a warp accesses")
            ->type_name("F");
        ReportOptions::declare(app);
    }
};

/// Prints the sums over all launches, one per line.
void print_totals(const CountedRun& run, const Style& style) {
    for (const Launch& launch : run.launches)
        std::cout << fmt::format("{}: {} x {} x {} blocks of {} x {} x {} threads, {} time{}\n",
                                 printable(launch.kernel), launch.grid[0], launch.grid[1], launch.grid[2],
                                 launch.block[0], launch.block[1], launch.block[2], launch.count,
                                 launch.count == 1 ? "" : "s");
    std::string totals;
    for (const Quantity& quantity : known_quantities()) {
        const double value = evaluate(quantity, run.observed, run.of_call);
        if (value == 0) continue;
        if (!totals.empty()) totals += ", ";
        totals += fmt::format("{} {}", in_words(quantity, run.item), format_quantity(quantity, value));
    }
    for (const std::string& line : wrap(totals, style.width)) std::cout << line << '\n';
    std::cout << '\n';
}

/// The source with one set of values for its macros.
struct Variant {
    Point point;                       ///< a value of each axis
    CountedRun run;                    ///< empty if the build could not be counted
    std::string failure;               ///< why it could not be counted; empty: it could
    std::filesystem::path object = {}; ///< the built file
    bool compiled = false;             ///< whether it compiles
};

/// Returns "POINTS=4 UNROLL=8".
std::string settings_text(const std::vector<Axis>& axes, const Point& point) {
    std::vector<std::string> settings;
    for (std::size_t i = 0; i < axes.size(); ++i) settings.push_back(axes[i].name + "=" + point[i]);
    return fmt::format("{}", fmt::join(settings, " "));
}

/// Returns whether a document is requested: it has single accesses and the lab's own programs, too.
bool wants_document(const ExplainOptions& options) {
    return !options.html.empty() ||
           std::ranges::any_of(options.reports, [](const ReportOption& one) { return one.format == "json"; });
}

Variant count_variant(Context& context, const Lab& lab, const std::filesystem::path& source,
                      const std::vector<Axis>& axes, const Point& point, Instrumentation what) {
    const Backend& backend = context.backend();
    context.status().show(fmt::format("{}: counting {}", lab.id, settings_text(axes, point)));
    Variant variant{point, {}, {}};
    const CompileResult build = compile(backend.compile_job(source, lab, defines_of(axes, point)));
    variant.compiled = build.ok;
    variant.object = build.object;
    if (build.ok) {
        variant.run = count(backend, build_of(lab, build.object), explained_calls(lab), what);
        variant.failure = sentence(variant.run.fault);
    } else {
        variant.failure = build.log.empty() ? "the compiler reported nothing" : build.log;
    }
    context.status().clear();
    return variant;
}

/// Prints to @p out why @p variant has no counts.
void print_failure(std::ostream& out, const Variant& variant, const Lab& lab) {
    if (!variant.compiled) {
        out << "It does not compile; the compiler reports:\n";
        for (const std::string_view line : split_lines(variant.failure)) out << printable(line) << '\n';
        return;
    }
    out << fmt::format("It cannot be counted: {}.\nA grade reports where it fails: make grade LAB={}\n",
                       printable(variant.failure), lab.id.substr(0, 2));
}

/// Prints the sums over the launches of each variant, side by side.
void print_side_by_side(const std::vector<Axis>& axes, const std::vector<Variant>& variants,
                        const Style& style) {
    const auto fitting = std::find_if(variants.begin(), variants.end(),
                                      [](const Variant& variant) { return variant.failure.empty(); });
    const std::string item = fitting == variants.end() ? "" : fitting->run.item;
    std::vector<std::string> names;
    std::vector<Cells> table(variants.size());
    const auto add_row = [&](const std::string& name, const auto& cell) {
        names.push_back(name);
        for (std::size_t i = 0; i < variants.size(); ++i)
            table[i].push_back(variants[i].failure.empty() ? cell(variants[i].run) : "–");
    };
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        names.push_back(axes[axis].name);
        for (std::size_t i = 0; i < variants.size(); ++i) table[i].push_back(variants[i].point[axis]);
    }
    const auto first_launch = [](const CountedRun& run) {
        const Launch none;
        return run.launches.empty() ? none : run.launches.front();
    };
    add_row("blocks of the first kernel", [&](const CountedRun& run) {
        const auto grid = first_launch(run).grid;
        return fmt::format("{}", std::size_t{grid[0]} * grid[1] * grid[2]);
    });
    add_row("threads per block", [&](const CountedRun& run) {
        const auto block = first_launch(run).block;
        return fmt::format("{}", std::size_t{block[0]} * block[1] * block[2]);
    });
    for (const Quantity& quantity : known_quantities()) {
        const auto value = [&](const CountedRun& run) {
            return evaluate(quantity, run.observed, run.of_call);
        };
        if (std::any_of(variants.begin(), variants.end(),
                        [&](const Variant& v) { return value(v.run) != 0; }))
            add_row(in_words(quantity, item),
                    [&](const CountedRun& run) { return format_quantity(quantity, value(run)); });
    }
    std::cout << render_side_by_side(names, table, style) << '\n';
}

/// Prints the sums side by side, and the failures of variants that have none. The failure of the last variant
/// is printed in full elsewhere.
void print_all(const std::vector<Axis>& axes, const std::vector<Variant>& variants, const Style& style) {
    print_side_by_side(axes, variants, style);
    for (const Variant& variant : variants) {
        if (variant.failure.empty() || &variant == &variants.back()) continue;
        const std::string_view first = split_lines(variant.failure).front();
        std::cout << fmt::format("{}: {}{}\n\n", settings_text(axes, variant.point),
                                 variant.compiled ? "it cannot be counted: " : "it does not compile: ",
                                 printable(first));
    }
}

std::vector<Axis> macros_of(const ExplainOptions& options, const std::filesystem::path& source) {
    std::vector<Axis> axes;
    for (const std::string& text : options.macros)
        require_macro(source, axes.emplace_back(parse_axis(text)).name);
    return axes;
}

/// Prints the modelled time, and the suggestions.
void print_time(const ExplainedTime& time, const std::filesystem::path& source, const Style& style) {
    if (!time.program.call) return;
    std::cout << '\n'
              << (time.program.why_none.empty()
                      ? render_suggestions(*time.program.call, source.filename().string(), time.model.device,
                                           style)
                      : fmt::format("Its time cannot be modelled: {}\n",
                                    printable(sentence(time.program.why_none))));
}

/// Prints totals, then each line.
void print_counts(const Lab& lab, const std::filesystem::path& source, const Variant& variant,
                  const Style& style) {
    print_totals(variant.run, style);
    if (variant.run.without_lines != 0)
        std::cout << fmt::format("It launches too many kernels to list: {} of them are omitted below.\n\n",
                                 variant.run.without_lines);
    std::cout << render_listing(source, lab.directory / "lab.h", line_costs(variant.run.observed), style);
}

/// Prints everything that was requested.
void show(Context& context, const ExplainOptions& options, const Lab& lab,
          const std::filesystem::path& source, const Variant& variant) {
    if (!variant.failure.empty()) {
        print_failure(may_print_to_stdout(options) ? std::cout : std::cerr, variant, lab);
        return;
    }
    const bool console = may_print_to_stdout(options);
    const bool document = wants_document(options);
    if (console) print_counts(lab, source, variant, context.style());
    context.status().show(lab.id + ": modelling");
    const ExplainedTime time =
        explain_time(context.backend(), build_of(lab, variant.object),
                     document ? ComparedPrograms::own_programs : ComparedPrograms::none);
    context.status().clear();
    if (document) {
        const Explanation explanation{lab, source, variant.run, time};
        write_json(options, render_json(explanation));
        if (!options.html.empty()) write_atomically(options.html, render_page(explanation));
    }
    if (console) print_time(time, source, context.style());
}

ExitStatus run_explain(const ExplainOptions& options, const Invocation& call) {
    replace_patch(options.file, options.lab, options, call);
    reject_class_formats(options);
    Context context(options, call.places);
    const Lab& lab = context.lab();
    if (explained_calls(lab).empty())
        throw UsageError(
            fmt::format("{} has no sizes to count at: its lab.toml has neither [[counted]] nor [[clean]].",
                        lab.id));
    const std::filesystem::path source = options.file.empty() ? lab.student() : options.file;
    if (const Message why = find_source_problem(source); !why.empty()) throw UsageError(sentence(why) + ".");
    check_report_files(options, options.html);
    const std::vector<Axis> axes = macros_of(options, source);
    const InterruptGuard interrupts;
    std::vector<Variant> variants;
    for (const Point& point : points_of(axes))
        variants.push_back(
            count_variant(context, lab, source, axes, point,
                          wants_document(options) ? Instrumentation::accesses : Instrumentation::counters));
    if (variants.size() > 1 && may_print_to_stdout(options)) print_all(axes, variants, context.style());
    if (!axes.empty() && may_print_to_stdout(options))
        std::cout << fmt::format("With {}:\n", settings_text(axes, variants.back().point));
    const bool all_counted =
        std::ranges::all_of(variants, [](const Variant& variant) { return variant.failure.empty(); });
    show(context, options, lab, source, variants.back());
    return all_counted ? ExitStatus::passed : ExitStatus::not_passed;
}

} // namespace

Command explain_command() {
    return command<ExplainOptions>("explain", "Prints a source with the simulator's counters for each line",
                                   run_explain);
}

} // namespace grader
