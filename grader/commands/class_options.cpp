#include "commands/class_options.h"

#include <CLI/CLI.hpp>

#include "commands/options.h"

namespace grader {

void add_class_options(CLI::App& app, Options& options) {
    ClassOptions& of_class = options.of_class;
    const char* group = "Classes (--all DIR)";
    app.add_flag("--fresh", of_class.fresh, "Grade again what has not changed, too")->group(group);
    app.add_option("--reason", of_class.reason, "Why, for those who look at the grades later")
        ->type_name("TEXT")
        ->group(group);
    app.add_flag("!--no-sieve", of_class.sieve,
                 "Let a GPU find out what is wrong, instead of the simulator before it")
        ->group(group);
    app.add_flag("!--no-wait", of_class.wait, "Leave where another grader runs the class")->group(group);
    app.add_option("--gpus", of_class.gpus,
                   "Time on these GPUs of this machine: all, or 0,2; else on the first")
        ->type_name("LIST")
        ->group(group);

    app.add_flag("--slurm", of_class.slurm,
                 "Let Slurm grade the class: checks as one array, timings as others")
        ->group(group);
    app.add_flag("--detach", of_class.detach, "With --slurm: do not wait for it; class status tells of it")
        ->group(group);

    CLI::App* whole = app.add_subcommand("class", "A class: how far it has got");
    whole->require_subcommand(1);
    whole->fallthrough();
    const auto add = [&](const char* name, const char* what, Command command) {
        CLI::App* sub = whole->add_subcommand(name, what);
        sub->fallthrough();
        sub->add_option("DIR", of_class.directory, "The class's folder, as --all takes it")->required();
        sub->callback([&options, command] { options.command = command; });
        return sub;
    };
    add("status", "What is done, what is under way, what waits, and for how long", Command::class_status);
    CLI::App* drive =
        add("drive", "Go on with a run on Slurm, as a job that --detach submits", Command::class_drive);
    drive->group("");
    drive->add_option("--run", of_class.run)->required();
    CLI::App* work =
        add("work", "Do a run's jobs, as the process that hands them out asks", Command::class_work);
    work->group("");
    work->add_option("--run", of_class.run)->required();
    work->add_option("--stage", of_class.stage)->required();
    work->add_option("--list", of_class.list);
    work->add_option("--slice", of_class.slice);
}

} // namespace grader
