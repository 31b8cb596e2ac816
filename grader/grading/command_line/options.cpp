#include "grading/command_line/options.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/errors.h"
#include "kernelsmith/host_threads.h"

namespace grader {
namespace {

ReportOption parse_report(const std::string& text) {
    const std::size_t colon = text.find(':');
    ReportOption report{text.substr(0, colon), {}};
    if (colon != std::string::npos) report.file = text.substr(colon + 1);
    if (report.format == "console" && !report.file.empty())
        throw UsageError("The console report goes to standard output; only other reports can go to a file.");
    return report;
}

} // namespace

CLI::Option* declare_labs(CLI::App& app, std::vector<std::string>& labs, const std::string& none) {
    return app.add_option("LAB", labs, "04 or 04_shared_tiling; " + none);
}

CLI::Option* declare_file(CLI::App& app, std::filesystem::path& file, const std::string& what) {
    return app.add_option("--file", file, what)->type_name("F");
}

CLI::Option* one_of(CLI::Option* option, const std::vector<std::string>& values) {
    return option->check(CLI::IsMember(values).description(""))
        ->type_name(fmt::format("{}", fmt::join(values, "|")));
}

void CourseOptions::declare(CLI::App& app) {
    app.add_option("--course", course,
                   "The course directory; default: the one that contains the current directory")
        ->type_name("DIR");
    app.add_option("--modules", modules,
                   "The directory of the built problem modules; default: next to the grader")
        ->type_name("DIR");
}

void BackendOptions::declare(CLI::App& app) {
    app.add_option("--backend", backend,
                   "auto, gpu, or sim: the GPU simulator, which models times and measures none")
        ->type_name("auto|gpu|sim");
    app.add_option("--device", device,
                   "The GPU whose thresholds apply, e.g. h200; with the simulator, the GPU to model");
    one_of(
        app.add_option_function<std::string>(
            "--thresholds", [this](const std::string& source) { thresholds = threshold_source_from(source); },
            "The source of the thresholds: measured, those in lab.toml for this kind of GPU; here, those "
            "measured on this machine; predicted, those of a similar GPU, scaled to this one. Default: the "
            "first one available"),
        {"measured", "here", "predicted"});
    const auto set_isolation = [this](const std::string& text) {
        isolation_text = text;
        isolation = parse_isolation_request(text);
        if (!text.empty() && !isolation)
            throw UsageError(
                fmt::format("Unknown isolation level {}. Available: auto, process, sandbox, strict.", text));
    };
    app.add_option_function<std::string>(
           "--isolation", set_isolation,
           "How a student's code is isolated: auto, process, sandbox, or strict, which is the default of a "
           "class and grades only in the complete sandbox")
        ->type_name("auto|process|sandbox|strict");
    app.add_option("--seed", seed, "Use this seed instead of a secret one, to replay a failure");
}

void TerminalOptions::declare(CLI::App& app) {
    app.add_option("--status-to", status_to)->group("");
    app.add_option("--columns", columns)->group("");
    app.add_flag("--colour", colour)->group("");
}

void ContextOptions::declare(CLI::App& app) {
    BackendOptions::declare(app);
    CourseOptions::declare(app);
    TerminalOptions::declare(app);
}

void LabOptions::declare(CLI::App& app) {
    app.add_option("LAB", lab, "04 or 04_shared_tiling")->required();
    ContextOptions::declare(app);
}

JobsOption::JobsOption() : jobs(kernelsmith::host_threads()) {}

void JobsOption::declare(CLI::App& app) {
    const auto set = [this](unsigned wanted) { jobs = wanted == 0 ? kernelsmith::host_threads() : wanted; };
    app.add_option_function<unsigned>("--jobs", set,
                                      "Number of files to compile in parallel; timing is always sequential");
}

void ReportOptions::declare(CLI::App& app) {
    const auto parse = [this](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) reports.push_back(parse_report(text));
    };
    app.add_option_function<std::vector<std::string>>("--report", parse,
                                                      "console, json, or json:FILE; may be repeated")
        ->type_name("console|json");
}

void ClassRunOptions::declare(CLI::App& app) {
    const char* group = "Classes (--all DIR)";
    app.add_flag("--fresh", fresh, "Grade unchanged submissions again, too")->group(group);
    app.add_option("--reason", reason, "The reason for this run, for the records of the class")
        ->type_name("TEXT")
        ->group(group);
    app.add_flag_callback(
           "--no-prescreen", [this] { prescreen = false; },
           "Do not pre-screen on the simulator: find failures on a GPU only")
        ->group(group);
    app.add_flag_callback(
           "--no-wait", [this] { wait = false; }, "Exit if another grader is running the class")
        ->group(group);
    app.add_option("--gpus", gpus, "Time on these GPUs of this machine: all, or 0,2; default: the first")
        ->type_name("LIST")
        ->group(group);
    app.add_flag("--slurm", slurm, "Let Slurm grade the class: one job array for checks, others for timings")
        ->group(group);
    app.add_flag("--detach", detach, "With --slurm: do not wait for the jobs; class status reports on them")
        ->group(group);
}

void GradingOptions::declare(CLI::App& app) {
    ReportOptions::declare(app);
    JobsOption::declare(app);
    app.add_flag("--exit-zero", exit_zero, "Exit with 0 whatever the grades, unless grading itself failed");
    ClassRunOptions::declare(app);
}

void GradeOptions::declare(CLI::App& app) {
    declare_labs(app, labs);
    app.add_option("--all", all,
                   "Grade every NN_name/student.cu under DIR, or DIR/<student>/NN_name/student.cu")
        ->type_name("DIR");
    declare_file(app, file, "Grade this file as the lab's student.cu");
    app.add_option("--case", only_case, "Run only this case, without timing, to replay a failure")
        ->type_name("C");
    ContextOptions::declare(app);
    GradingOptions::declare(app);
}

void GradeOptions::check() const {
    if (!file.empty() && labs.size() != 1)
        throw UsageError("--file needs exactly one LAB: the lab that the file is for.");
    if (!file.empty() && !all.empty()) throw UsageError("--file and --all exclude each other.");
    if (only_case && labs.size() != 1) throw UsageError("--case needs exactly one LAB.");
}

} // namespace grader
