#include "grading/commands/commands.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/numbers.h"
#include "base/secrets.h"
#include "base/text.h"
#include "course/skeleton.h"
#include "grading/command_line/context.h"
#include "grading/command_line/modelled_columns.h"
#include "grading/command_line/programs.h"
#include "grading/commands/axes.h"
#include "grading/inspect/evaluate.h"
#include "grading/sentences/sentence.h"
#include "grading/steps/grade_lab.h"
#include "grading/steps/speed_step.h"
#include "grading/steps/technique_step.h"
#include "grading/steps/timed_build.h"
#include "grading/verify/problem_module.h"

namespace grader {
namespace {

struct SweepOptions : LabOptions {
    std::vector<std::string> axes; ///< NAME=v,v,..., each an axis of the table
    std::filesystem::path file;    ///< `--file`; empty: not given
    std::string rung;              ///< `--rung`: the rung to compile; empty: not given

    void declare(CLI::App& app) {
        LabOptions::declare(app);
        app.add_option("AXIS", axes,
                       "NAME=v,v,...: a macro of the file, or a size of the timed case; of several, every "
                       "combination")
            ->required();
        declare_file(app, file, "Sweep this file as the lab's student.cu");
        app.add_option("--rung", rung, "Sweep this rung of the ladder instead of your file");
        app.footer("Until you have started your own file and it has the macro, a sweep uses a rung of the "
                   "ladder,\nif the course includes the ladder.");
    }
};

/// Returns the width of the column of @p axis.
std::size_t width_of(const Axis& axis) { return std::max<std::size_t>(axis.name.size() + 1, 10); }

/// Returns the text in the axes' columns.
std::string cells(const std::vector<Axis>& axes, const Point& point) {
    std::string text;
    for (std::size_t i = 0; i < axes.size(); ++i)
        text += fmt::format("{}{:>{}}", i == 0 ? "" : " ", point[i], width_of(axes[i]));
    return text;
}

void print_header(const std::vector<Axis>& axes) {
    Point names;
    for (const Axis& axis : axes) names.push_back(axis.name);
    std::cout << fmt::format("{} {:>9} {:>8} {:>9} {:>9} {:>6} {:>5} {:>6}  {}\n", cells(axes, names), "time",
                             "speedup", "GB/s", "GFLOP/s", "block", "regs", "occ", "kernel");
}

void print_point(const std::string& values, const TimedBuild& timed, const kernelsmith::Work& work) {
    if (!timed.speedup) {
        std::cout << fmt::format("{}  {}\n", values, printable(sentence(timed.failure))) << std::flush;
        return;
    }
    const Speedup& speedup = *timed.speedup;
    const Launch* known = main_launch(timed.launches);
    const Launch main = known == nullptr ? Launch{} : *known;
    std::cout << fmt::format("{} {:>9} {:>8} {:>9.0f} {:>9.0f} {:>6} {:>5} {:>6}  {}\n", values,
                             format_time(speedup.student_ms), format_speedup(speedup.ratio),
                             work.bytes / (speedup.student_ms * 1e6), work.flops / (speedup.student_ms * 1e6),
                             main.block[0] * main.block[1] * main.block[2], main.registers,
                             format_share(main.occupancy), printable(main.kernel))
              << std::flush;
}

/// Returns the sizes of the timed case that @p name sets: one, several that change together, or none.
std::vector<std::string> sizes_called(const std::string& name, const Manifest& manifest) {
    if (const auto linked_sizes = manifest.sweep.linked_sizes.find(name);
        linked_sizes != manifest.sweep.linked_sizes.end())
        return linked_sizes->second;
    if (manifest.timed.front().sizes.contains(name)) return {name};
    return {};
}

std::int64_t parse_size(const std::string& value) {
    std::int64_t size = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), size);
    if (error != std::errc() || end != value.data() + value.size() || size < 0)
        throw UsageError(fmt::format("{} is not a size.", value));
    return size;
}

std::vector<Axis> axes_of(const SweepOptions& options, const Lab& lab) {
    std::vector<Axis> axes;
    for (const std::string& text : options.axes) {
        Axis& axis = axes.emplace_back(parse_axis(text));
        axis.sizes = sizes_called(axis.name, lab.manifest);
    }
    return axes;
}

std::filesystem::path rung_file(const Context& context, const Lab& lab, const std::string& wanted) {
    if (!context.course().has_solutions())
        throw UsageError("This course does not include the rungs of the ladder. Without --rung a sweep uses "
                         "your own file.");
    for (const Rung& rung : lab.manifest.rungs)
        if (rung.file == wanted || rung.name() == wanted) return lab.solutions / "ladder" / rung.file;
    throw UsageError(fmt::format("{} has no rung {}.", lab.id, wanted));
}

/// The source that a sweep compiles.
struct SweepSource {
    std::filesystem::path source;
    /// Why it is not the student's own file; empty if it is, or if another file was named.
    std::string why;
};

/// Returns the named file or rung; otherwise the student's own file, if it can be swept already; otherwise
/// the lab's default rung, if the course includes the ladder.
SweepSource select_source(Context& context, const SweepOptions& options, const Lab& lab,
                          const std::vector<Axis>& axes) {
    if (!options.file.empty()) return {options.file, {}};
    if (!options.rung.empty()) return {rung_file(context, lab, options.rung), {}};
    const std::string choice = context.course().has_solutions() ? lab.manifest.sweep.rung : "";
    const auto missing = std::find_if(axes.begin(), axes.end(), [&](const Axis& axis) {
        return axis.sizes.empty() && !has_macro(lab.student(), axis.name);
    });
    if (choice.empty()) return {lab.student(), {}};
    if (missing != axes.end())
        return {rung_file(context, lab, choice), fmt::format("has no `#ifndef {}` yet", missing->name)};
    if (is_unchanged_skeleton(lab.manifest, split_regions(read_text(lab.student()))))
        return {rung_file(context, lab, choice), "is not begun yet"};
    return {lab.student(), {}};
}

/// Throws EnvironmentError if nothing can be timed, with the tables of @p lab that are available
/// nevertheless.
void require_clock(const Backend& backend, const Lab& lab) {
    const bool usable = backend.availability().usable;
    const std::string why = sentence(usable ? backend.why_untimed() : backend.availability().reason);
    if (why.empty()) return;
    const std::string instead = usable && !lab.manifest.counted.empty()
                                    ? fmt::format(" Times are modelled at one size only. Over a macro, such "
                                                  "as BLOCK=64,128, a sweep shows modelled "
                                                  "times, registers, occupancy and local memory without a "
                                                  "GPU, and `build/bin/grader explain {}` "
                                                  "shows what each line costs.",
                                                  lab.id.substr(0, 2))
                                    : "";
    throw EnvironmentError(fmt::format("Cannot measure a sweep: {}.{}", why, instead));
}

/// Returns what else a name in a sweep could have meant.
std::string macro_alternatives(const Context& context) {
    return context.course().has_solutions() ? ", and no timed case has a size of that name"
                                            : ", and no timed case has a size of that name; this course does "
                                              "not include the rungs of the ladder that have it";
}

void print_title(const SweepOptions& options, const Lab& lab, const Backend& backend,
                 const SweepSource& what) {
    std::cout << fmt::format("{} on {}: {} over {}\n", lab.id, backend.device().name,
                             what.source.filename().string(), fmt::join(options.axes, " "));
    if (!what.why.empty())
        std::cout << fmt::format("Your student.cu {}, so a rung of the ladder is used.\n", what.why);
}

/// Returns a row of the table without a clock: modelled times, the main kernel, and the resources per thread
/// of the kernel that uses most.
std::string counted_row(const Backend& backend, const Lab& lab, const CompileJob& job,
                        const ModelledColumns& times, bool& ran) {
    ran = false;
    const CompileResult build = compile(job);
    if (!build.ok) return "  does not compile";
    const CountedRun run = count(backend, build_of(lab, build.object), counted_calls(lab));
    if (!run.fault.empty() || run.launches.empty()) return "  " + printable(sentence(run.fault));
    Message failure;
    const std::string modelled = times.of(build.object, failure);
    ran = true;
    const auto bytes = [&](const char* counter) { return evaluate(*find_quantity(counter), run.observed); };
    const Launch& main = *main_launch(run.launches, run.launches);
    return fmt::format("{} {:>6} {:>5} {:>5} {:>7.0f} {:>7.0f}  {}{}", modelled,
                       main.block[0] * main.block[1] * main.block[2], main.registers,
                       format_share(main.occupancy), bytes("local_bytes"), bytes("spill_bytes"),
                       printable(main.kernel), failure.empty() ? "" : ": " + printable(sentence(failure)));
}

/// Sweeps without a clock: prints the columns that the simulator can compute, at the counted sizes.
ExitStatus sweep_without_clock(Context& context, const SweepOptions& options, const Lab& lab,
                               const SweepSource& what, const std::vector<Axis>& axes) {
    const Backend& backend = context.backend();
    const ModelledColumns times(backend, lab);
    print_title(options, lab, backend, what);
    std::cout << fmt::format("Here {}. Local and spilled bytes are per thread.\n\n", times.caption());
    Point names;
    for (const Axis& axis : axes) names.push_back(axis.name);
    std::cout << fmt::format("{}{} {:>6} {:>5} {:>5} {:>7} {:>7}  {}\n", cells(axes, names), times.head(),
                             "block", "regs", "occ", "local", "spilled", "kernel");
    bool all_ran = true;
    for (const Point& point : points_of(axes)) {
        context.status().show(fmt::format("{}: {}", lab.id, fmt::join(point, " ")));
        bool ran = false;
        const std::string row =
            counted_row(backend, lab, backend.compile_job(what.source, lab, defines_of(axes, point)), times,
                        ran);
        context.status().clear();
        std::cout << cells(axes, point) << row << '\n' << std::flush;
        all_ran = all_ran && ran;
    }
    return all_ran ? ExitStatus::passed : ExitStatus::not_passed;
}

ExitStatus run_sweep(const SweepOptions& options, const Invocation& call) {
    replace_patch(options.file, options.lab, options, call);
    Context context(options, call.places);
    const Lab& lab = context.timed_lab();
    const std::vector<Axis> axes = axes_of(options, lab);
    const SweepSource what = select_source(context, options, lab, axes);
    for (const Axis& axis : axes)
        if (axis.sizes.empty()) require_macro(what.source, axis.name, macro_alternatives(context));
    const InterruptGuard interrupts;
    const Backend& backend = context.backend();
    const bool over_sizes =
        std::any_of(axes.begin(), axes.end(), [](const Axis& axis) { return !axis.sizes.empty(); });
    // Timed sizes are too large for the simulator, and do not affect its columns.
    const bool can_count = backend.availability().usable && !over_sizes && !lab.manifest.counted.empty();
    if (can_count && !backend.why_untimed().empty())
        return sweep_without_clock(context, options, lab, what, axes);
    require_clock(backend, lab);
    const std::unique_ptr<DeviceLock> lock = context.lock_device();
    const std::uint64_t seed = options.seed.value_or(secret_seed());

    print_title(options, lab, backend, what);
    std::cout << '\n';
    print_header(axes);
    std::unique_ptr<SpeedBenchmark> benchmark;
    bool all_ran = true;
    for (const Point& point : points_of(axes)) {
        context.status().show(fmt::format("{}: {}", lab.id, fmt::join(point, " ")));
        kernelsmith::Sizes sizes = lab.manifest.timed.front().draw(seed);
        for (std::size_t i = 0; i < axes.size(); ++i)
            for (const std::string& size : axes[i].sizes) sizes[size] = parse_size(point[i]);
        if (benchmark == nullptr || (over_sizes && benchmark->sizes() != sizes))
            benchmark = make_benchmark(backend, lab, seed, over_sizes ? &sizes : nullptr);
        const TimedBuild timed = time_build(backend, lab, *benchmark,
                                            backend.compile_job(what.source, lab, defines_of(axes, point)),
                                            {lab.manifest.speed.budget_s / 3, 1});
        context.status().clear();
        print_point(cells(axes, point), timed, load_problem(lab.module).layout(benchmark->sizes()).work);
        all_ran = all_ran && timed.speedup;
    }
    return all_ran ? ExitStatus::passed : ExitStatus::not_passed;
}

} // namespace

Command sweep_command() {
    return command<SweepOptions>("sweep", "Times your file over values of macros, or over sizes", run_sweep);
}

} // namespace grader
