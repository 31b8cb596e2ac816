#include "grading/command_line/class_options.h"

#include <CLI/CLI.hpp>

#include "grading/command_line/options.h"

namespace grader {

namespace {

/// Bundles are made where grades are, and replayed by who decides an appeal.
void add_appeals(CLI::App& app, Options& options, std::string& lab) {
    ClassOptions& of_class = options.of_class;
    CLI::App* bundle =
        app.add_subcommand("bundle", "Grade a file, and write what decided the grade into one signed file");
    bundle->callback([&options] { options.command = Command::bundle; });
    bundle->add_option("LAB", lab, "04 or 04_shared_tiling")->required();
    bundle->add_option("-o,--output", of_class.output, "The file to write")->type_name("F");
    bundle->add_option("--to", of_class.instructor, "The public key of who may read the seed")
        ->type_name("KEY");
    bundle->add_option("--student", of_class.student, "Whose file it is")->type_name("NAME");
    CLI::App* replay = app.add_subcommand("replay", "Grade what is in a bundle again, and say what differs");
    replay->callback([&options] { options.command = Command::replay; });
    replay->add_option("BUNDLE", of_class.bundle, "What grader bundle wrote")->required();
    replay->add_option("--trust", of_class.trust, "The public key of a machine that may have signed")
        ->type_name("KEY");
    replay->add_flag("--untrusted", of_class.untrusted, "Whoever has signed");
    for (CLI::App* command : {bundle, replay})
        command->add_option("--keys", of_class.keys, "Where the keys are")->type_name("DIR");
}

} // namespace

void add_class_options(CLI::App& app, Options& options, std::string& lab) {
    add_appeals(app, options, lab);
    ClassOptions& of_class = options.of_class;
    const char* group = "Classes (--all DIR)";
    app.add_flag("--fresh", of_class.fresh, "Grade again what has not changed, too")->group(group);
    app.add_option("--reason", of_class.reason, "Why, for those who look at the grades later")
        ->type_name("TEXT")
        ->group(group);
    app.add_flag_callback(
           "--no-sieve", [&of_class] { of_class.sieve = false; },
           "Let a GPU find out what is wrong, instead of the simulator before it")
        ->group(group);
    app.add_flag_callback(
           "--no-wait", [&of_class] { of_class.wait = false; }, "Leave where another grader runs the class")
        ->group(group);
    app.add_option("--gpus", of_class.gpus,
                   "Time on these GPUs of this machine: all, or 0,2; else on the first")
        ->type_name("LIST")
        ->group(group);

    app.add_flag("--slurm", of_class.slurm,
                 "Let Slurm grade the class: checks as one array, timings as others")
        ->group(group);
    app.add_flag("--detach", of_class.detach, "With --slurm: do not wait for it; class status tells of it")
        ->group(group);

    CLI::App* whole = app.add_subcommand("class", "A class: how far it has got, and its grades");
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
    CLI::App* watch = add("watch", "Take hand-ins as they come, grade them, and give each student the report",
                          Command::class_watch);
    watch->add_flag("--once", of_class.once, "Take what is there now, grade it, and leave");
    watch->add_option("--every", of_class.every, "Seconds from one look to the next, at least")
        ->type_name("S")
        ->check(CLI::PositiveNumber);
    CLI::App* report =
        add("report", "A class's grades from what is kept of them: a table, a page, gradebooks",
            Command::class_report);
    report
        ->add_option("--html", options.html,
                     "A page for a browser: who stands where, and what they stumble over")
        ->type_name("F");
    report->add_flag("--pseudonyms", of_class.pseudonyms, "No student's name on the page");
    report->add_option("--site", of_class.site, "Where the course's pages are, for links")->type_name("URL");
    report
        ->add_option("--leaderboards", of_class.leaderboards,
                     "A CSV of who is fastest, of those who ask for it")
        ->type_name("F");
    CLI::App* changes =
        add("changes", "What was graded again: who has another grade now, and why", Command::class_changes);
    changes->add_option("--csv", of_class.csv, "A CSV of all of it")->type_name("F");
    changes->add_option("--run", of_class.run, "As it was after this run; else after the last one")
        ->type_name("N");
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
