// Estimates how long a class takes: measured times of its submissions, and a simulation of larger classes and
// machines with those times.
//
//     build/bin/class_drain times CLASS --cores N [--without-prescreen CLASS] >docs/results/class/h200.json
//     build/bin/class_drain simulate docs/results/class/h200.json >docs/results/class.md
//
// `times` reads the journal of a graded class. `simulate` prints a page as Markdown; the same seed gives the
// same page. scripts/measure-class runs both.

#include <cstdint>
#include <filesystem>
#include <iostream>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/errors.h"
#include "base/files.h"
#include "classroom/bench/measured.h"
#include "classroom/bench/page.h"

namespace {

namespace fs = std::filesystem;
using grader::ExitStatus;
using grader::drain::SimulationSetup;

constexpr double hour_s = 3600;
constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;

/// Arguments of `times`.
struct Measured {
    fs::path directory;
    unsigned cores = 0;
    fs::path without_prescreen;
};

void add_times(CLI::App& app, Measured& measured) {
    CLI::App* times = app.add_subcommand("times", "Print the times of the submissions of a graded class");
    times->add_option("CLASS", measured.directory, "Folder of the class")->required();
    times->add_option("--cores", measured.cores, "Cores of the machine that graded it")->required();
    times
        ->add_option("--without-prescreen", measured.without_prescreen,
                     "Folder of a class of the same files, graded with --no-prescreen")
        ->type_name("CLASS");
    times->callback([&measured] {
        std::cout << to_text(
            grader::drain::measured_class(measured.directory, measured.cores, measured.without_prescreen));
    });
}

/// Returns the options that were typed, each after a blank, so that the page can repeat them.
std::string options_text(const CLI::App& command) {
    std::string typed;
    for (const CLI::Option* option :
         command.get_options([](const CLI::Option* one) { return one->count() > 0; }))
        if (!option->get_positional())
            typed += fmt::format(" {} {}", option->get_name(), fmt::join(option->results(), ","));
    return typed;
}

void add_simulate(CLI::App& app, SimulationSetup& setup) {
    CLI::App* simulate = app.add_subcommand("simulate", "Simulate how long grading a class would take");
    simulate->add_option("FILE", setup.file, "Output of class_drain times")->required();
    simulate->add_option("--students", setup.size.students, "Students");
    simulate->add_option("--labs", setup.size.labs, "Labs; each student submits for each of them");
    simulate->add_option("--gpus", setup.gpus, "GPUs of the machine");
    simulate->add_option("--cores", setup.cores, "Cores of the machine");
    simulate
        ->add_option("--attempts", setup.size.again,
                     "Shares of students with a second attempt, a third, ...: 0.4,0.15")
        ->delimiter(',');
    simulate->add_option("--stopped", setup.stopped,
                         "Share of submissions that end after their check; default: as measured");
    const auto hours = [&](const char* name, double& seconds, const char* what) {
        simulate->add_option_function<double>(
            name, [&seconds](double typed) { seconds = typed * hour_s; }, what);
    };
    hours("--halving-time", setup.distribution.halving_time_s,
          "Hours before the deadline in which half of all submissions come; default: 3");
    hours("--begin", setup.distribution.begin_s,
          "Hours before the deadline in which all of them come; default: 24");
    simulate->add_option("--seed", setup.seed,
                         "Seed of the random numbers; the same seed gives the same page");
    simulate->callback([simulate, &setup] {
        const auto text = grader::read_file(setup.file, most_bytes, grader::SymlinkPolicy::followed);
        if (!text) throw grader::UsageError(fmt::format("{} cannot be read.", setup.file));
        setup.options = options_text(*simulate);
        std::cout << grader::drain::page(grader::drain::measured_from(*text, setup.file), setup);
    });
}

int fail(ExitStatus status, const char* why) {
    std::cerr << "class_drain: " << why << '\n';
    return static_cast<int>(status);
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app("Simulates how long grading a class takes, from the measured times of another class");
    app.require_subcommand(1);
    Measured measured;
    SimulationSetup setup;
    add_times(app, measured);
    add_simulate(app, setup);
    try {
        app.parse(argc, argv);
        std::cout << std::flush;
    } catch (const CLI::ParseError& error) {
        const int status = app.exit(error);
        return status == 0 ? 0 : static_cast<int>(ExitStatus::usage);
    } catch (const grader::UsageError& error) {
        return fail(ExitStatus::usage, error.what());
    } catch (const std::exception& error) {
        return fail(ExitStatus::environment, error.what());
    }
    return static_cast<int>(ExitStatus::passed);
}
