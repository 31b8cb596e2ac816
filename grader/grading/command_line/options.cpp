#include "grading/command_line/options.h"

#include <cstdlib>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "base/errors.h"
#include "kernelsmith/host_threads.h"

namespace grader {
namespace {

ReportOption parse_report(const std::string& text) {
    const std::size_t colon = text.find(':');
    ReportOption report{text.substr(0, colon), {}};
    if (colon != std::string::npos) report.file = text.substr(colon + 1);
    if (report.format == "console" && !report.file.empty())
        throw UsageError("The console report goes to standard output; only the others go to a file.");
    return report;
}

/// Whether `--file` takes the place of a lab's student.cu for @p command.
bool takes_a_file(Command command) {
    switch (command) {
        case Command::grade:
        case Command::explain:
        case Command::sweep:
        case Command::timeline:
        case Command::bundle: return true;
        default: return false;
    }
}

} // namespace

Options parse_options(int argc, char** argv) {
    Options options;
    std::vector<std::string> reports;
    std::string thresholds;
    CLI::App app(
        "Grades CUDA optimization labs: does it build, run, compute the right thing, and how fast is it?\n"
        "Exit status: 0 all passed, 1 something did not, 2 wrong usage, 3 this machine lacks something.",
        "grader");
    app.set_help_all_flag("--help-all", "The options of every command");
    app.add_option("LAB", options.labs, "04 or 04_shared_tiling; every lab when none is named");
    app.add_option("--all", options.all,
                   "Grade every NN_name/student.cu under DIR, or DIR/<student>/NN_name/student.cu")
        ->type_name("DIR");
    app.add_option("--file", options.file, "Grade this file as the lab's student.cu")->type_name("F");
    app.add_option("--backend", options.backend,
                   "auto, gpu, or sim: a GPU in software, which models times and measures none");
    app.add_option("--device", options.device,
                   "Name the GPU whose thresholds hold, e.g. h200; of the simulator, the GPU it models");
    app.add_option(
           "--thresholds", thresholds,
           "Use this source of thresholds: measured, those in lab.toml for this kind of GPU; here, those "
           "measured "
           "on this machine; unknown, another GPU's, which fail nobody. Without it the first that there is")
        ->check(CLI::IsMember({"measured", "here", "unknown"}));
    app.add_option("--isolation", options.isolation_text,
                   "How far a student's code is kept away from all else: auto, process, sandbox, or strict, "
                   "which a class "
                   "gets: every part of it, or no grade");
    app.add_option("--seed", options.seed, "Use this seed instead of a secret one: replays a failure");
    app.add_option("--case", options.only_case, "Only this case, and no timing: replays a failure")
        ->type_name("C");
    app.add_option("--report", reports, "console, json, or json:FILE; more than one is fine");
    app.add_option("--jobs", options.jobs, "Compile so many files at once; timing is always one at a time");
    app.add_flag("--exit-zero", options.exit_zero,
                 "End with 0 whatever the marks, as long as grading worked");
    app.add_option("--course", options.course, "The course, where it is not around the current directory")
        ->type_name("DIR");
    app.add_option("--modules", options.modules,
                   "The built problem modules, where they are not beside the grader")
        ->type_name("DIR");
    app.add_option("--status-to", options.status_to)->group("");
    app.add_option("--columns", options.columns)->group("");
    app.add_flag("--colour", options.colour)->group("");
    app.require_subcommand(0, 1);
    app.fallthrough(); // options may stand behind a command

    const auto add = [&](const char* name, const char* what, Command command) {
        CLI::App* sub = app.add_subcommand(name, what);
        sub->callback([&options, command] { options.command = command; });
        return sub;
    };
    std::string lab;
    const auto takes_lab = [&](CLI::App* sub) {
        sub->add_option("LAB", lab, "04 or 04_shared_tiling")->required();
    };

    CLI::App* ladder = add("ladder", "Time and count every rung from the baseline to the record, as a table",
                           Command::ladder);
    takes_lab(ladder);
    ladder->add_flag("--record", options.record, "Write docs/results/<gpu>.json and the tables made from it");
    CLI::App* calibrate =
        add("calibrate", "Measure thresholds for this GPU, and how often a verdict on them is wrong",
            Command::calibrate);
    calibrate->add_option("LAB", options.labs, "04 or 04_shared_tiling; every lab when none is named");
    calibrate->add_option("--seconds", options.seconds, "So long for each lab: more are surer. Without it 60")
        ->check(CLI::Range(0.0, 86400.0))
        ->type_name("S");
    calibrate->add_flag("--record", options.record,
                        "Write the thresholds into lab.toml, and docs/results/calibration/<gpu>.json");
    CLI::App* sweep = add("sweep", "Time your file over values of macros, or over sizes", Command::sweep);
    takes_lab(sweep);
    sweep
        ->add_option(
            "AXIS", options.sweep,
            "NAME=v,v,...: a macro of the file, or a size of the timed case; of several, every combination")
        ->required();
    sweep->footer(
        "With --file F it sweeps that file. Until your own file is begun and has the macro, it is a rung\n"
        "of the ladder, where those are handed out. grader --help has the options that hold everywhere.");
    sweep->add_option("--rung", options.rung, "Sweep this rung of the ladder instead of your file");
    CLI::App* explain =
        add("explain", "A source with the simulator's counters beside each line", Command::explain);
    takes_lab(explain);
    explain->add_option(
        "MACRO", options.sweep,
        "NAME=v,v,...: a macro of the source; the totals for every value come side by side, then the "
        "lines for the last one");
    explain
        ->add_option("--html", options.html,
                     "Write it as a page for a browser, with a picture of what each lane of a warp addresses")
        ->type_name("F");
    explain->footer(
        "With --file F it explains that file, with --report json:F it writes what programs read;\n"
        "grader --help has the options that hold everywhere.");
    CLI::App* timeline =
        add("timeline", "Where the time of one call goes: kernels, copies and gaps", Command::timeline);
    takes_lab(timeline);
    timeline->footer("On a GPU it has times, on the simulator counted work. With --file F it shows that "
                     "file, with --case C\n"
                     "that case; grader --help has the options that hold everywhere.");
    CLI::App* hint = add("hint", "The next hint for the step that fails", Command::hint);
    takes_lab(hint);
    hint->add_option("--number", options.number, "Show this hint again, of those that have been shown")
        ->type_name("K");
    CLI::App* watch = add("watch", "Grade at each save, and say what changed", Command::watch);
    watch->add_option(
        "LAB", lab,
        "04 or 04_shared_tiling: this lab, then those after it; without it every lab that is saved");
    takes_lab(
        add("history", "Every grade of a lab, and what changed from one to the next", Command::history));
    add("list", "The labs, and how far this tree has got", Command::list);
    add("doctor", "Toolchain, driver, GPU: what works, what does not, what to do", Command::doctor);
    CLI::App* check = add("check-course", "Hold the course against itself", Command::check_course);
    check->add_flag("--fix", options.fix, "Write the tables that are generated from manifests and results");
    check->add_flag("--released", options.released, "A student.cu that somebody has worked on is an error");
    check->add_option("--part", options.part, "Only this part of the rungs and mistakes: 1/3, 2/3 or 3/3")
        ->type_name("K/N");
    check
        ->add_option(
            "--mutants", options.mutants,
            "Instead: grade this lab's solution with one mistake at a time, and count which are caught")
        ->type_name("LAB");
    check
        ->add_option(
            "--tasks", options.tasks,
            "Instead: grade this lab's skeleton with more and more of the solution's tasks filled in")
        ->type_name("LAB")
        ->excludes("--mutants");
    check->add_flag("--record", options.record, "Write what --mutants or --tasks found into docs/results/");
    CLI::App* counters =
        add("counters", "Hold what the simulator counts against what a GPU counted", Command::counters);
    counters->add_option("LAB", options.labs,
                         "04 or 04_shared_tiling; every lab when neither it nor a program is named");
    counters
        ->add_option("--program", options.programs,
                     "A program of its own instead of a lab's; more than one is fine")
        ->type_name("P");
    counters->add_flag("--record", options.record,
                       "Have Nsight Compute count on this GPU, and write docs/results/counters/<gpu>.json");
    counters->add_flag("--fix", options.fix, "Write the tables that are generated from both");
    CLI::App* times = add("times", "Hold the times that the simulator's model gives against those of a GPU",
                          Command::times);
    times->add_option("LAB", options.labs,
                      "04 or 04_shared_tiling; every lab when neither it nor a program is named");
    CLI::Option* recorded = times->add_flag(
        "--record", options.record,
        "On a GPU: have Nsight Compute say what limits them, and write docs/results/times/<gpu>/");
    CLI::Option* program = times
                               ->add_option("--program", options.programs,
                                            "A program of simulator/evidence/proof instead of a lab's builds")
                               ->type_name("P");
    times->add_option("--only", options.only, "Model only these kernels of the program; stands last")
        ->type_name("K")
        ->needs(program)
        ->excludes(recorded);
    times
        ->add_option("--half", options.half,
                     "Model only the kernels that the model was tuned on, seen, or only the others, unseen")
        ->check(CLI::IsMember({"seen", "unseen"}))
        ->needs(program)
        ->excludes(recorded);
    CLI::Option* written =
        times
            ->add_flag("--write", options.write,
                       "Write docs/results/times/<gpu>/modelled.json and docs/results/model.md")
            ->excludes(recorded);
    times->add_flag("--check", options.check, "Fail where modelled.json is not what the model says now")
        ->excludes(recorded)
        ->excludes(written);
    add_class_options(app, options, lab);

    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& wanted) { // --help
        std::exit(app.exit(wanted));
    } catch (const CLI::ParseError& error) {
        throw UsageError(fmt::format("{}\nTry: grader --help", error.what()));
    }
    if (!lab.empty()) options.labs = {lab};
    options.thresholds = threshold_source_from(thresholds);
    options.isolation = isolation_wish(options.isolation_text);
    if (!options.isolation_text.empty() && !options.isolation)
        throw UsageError(fmt::format("There is no isolation {}. There are: auto, process, sandbox, strict.",
                                     options.isolation_text));
    for (const std::string& report : reports) options.reports.push_back(parse_report(report));
    if (!options.file.empty() && options.labs.size() != 1)
        throw UsageError("--file needs exactly one LAB, so that it is known which lab the file is for.");
    if (!options.file.empty() && !options.all.empty())
        throw UsageError("--file and --all exclude each other.");
    if (options.only_case && options.labs.size() != 1) throw UsageError("--case needs exactly one LAB.");
    if (options.command == Command::watch &&
        (!options.file.empty() || !options.all.empty() || options.only_case || !options.reports.empty()))
        throw UsageError(
            "watch grades this tree's own files as a whole: --file, --all, --case and --report are "
            "for single grades.");
    if (!options.file.empty() && !takes_a_file(options.command))
        throw UsageError(
            "--file is for a grade, and for explain, sweep, timeline and bundle. The others go by this "
            "tree's own files and their last grades.");
    if (options.command == Command::check_course && options.record && options.mutants.empty() &&
        options.tasks.empty())
        throw UsageError("check-course --record goes with --mutants LAB or --tasks LAB.");
    if (options.jobs == 0) options.jobs = kernelsmith::host_threads();
    return options;
}

} // namespace grader
