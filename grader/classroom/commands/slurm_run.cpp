#include "classroom/commands/slurm_run.h"

#include <algorithm>
#include <iostream>
#include <thread>

#include <fmt/core.h>

#include "classroom/run/estimate.h"
#include "classroom/run/rules.h"
#include "classroom/slurm/slurm_driver.h"

namespace grader {
namespace {

/// Returns the interval between polls of the controller; it grows with the number of jobs, because each
/// answer costs the controller more.
std::chrono::milliseconds poll_interval(std::size_t jobs) {
    return std::chrono::milliseconds(std::clamp<std::size_t>(jobs * 10, 500, 10000));
}

void sleep_for(std::chrono::milliseconds time) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end) {
        throw_if_interrupted();
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
}

std::size_t running(const std::map<std::string, Tasks>& arrays) {
    std::size_t count = 0;
    for (const auto& [id, tasks] : arrays)
        for (const auto& [number, task] : tasks) count += task.state == TaskState::running ? 1 : 0;
    return count;
}

} // namespace

std::unique_ptr<RunStatus> run_on_slurm(const ClassFolder& folder) {
    const int last = folder.last_run();
    if (last == 0) return nullptr;
    const Slurm slurm;
    const auto tasks = tasks_of_run(folder, last, slurm);
    if (!tasks) throw EnvironmentError("Slurm's controller does not respond.");
    return any_is_alive(*tasks) ? std::make_unique<RunStatus>(folder, read_plan(folder, last)) : nullptr;
}

void drive_until_finished(const ClassFolder& folder, RunStatus& run_status, RunReports& reports,
                          const std::function<bool()>& changed) {
    const Slurm slurm;
    SlurmDriver driver(folder, run_status, slurm, read_class_rules(folder.directory()).slurm);
    while (changed() || !run_status.finished()) {
        switch (driver.step()) {
            case DriveState::finished: break;
            case DriveState::cancelled: throw Interrupted("the remaining jobs were cancelled");
            case DriveState::unanswered:
                reports.going_on("Slurm's controller does not respond; waiting for it");
                break;
            case DriveState::disk_full:
                reports.going_on(
                    fmt::format("the disk of {} is full; waiting for space", folder.journal().string()));
                break;
            case DriveState::going_on: {
                const std::size_t workers = std::max<std::size_t>(running(driver.tasks()), 1);
                reports.going_on(progress_text(run_status, {workers, workers}) + ". " +
                                 status_text(driver.tasks()));
                break;
            }
        }
        sleep_for(poll_interval(run_status.jobs().size()));
    }
}

void submit_driver_job(const ClassFolder& folder, const RunStatus& run_status, const ReportOptions& options) {
    const RunPlan& plan = run_status.plan();
    const std::filesystem::path run_directory = folder.directory_of_run(plan.run);
    std::vector<std::string> words = {(plan.config.programs / "grader-class").string(),
                                      "class",
                                      "drive",
                                      folder.directory().string(),
                                      "--run",
                                      std::to_string(plan.run),
                                      "--exit-zero"};
    for (const ReportOption& report : options.reports)
        if (!report.file.empty())
            words.insert(words.end(),
                         {"--report", report.format + ":" + std::filesystem::absolute(report.file).string()});
    write_script(run_directory / "drive.sh", words, "");
    ArrayRequest request;
    request.name = slurm_job_name(folder, plan.run, "drive");
    request.script = run_directory / "drive.sh";
    request.tasks = 0;
    request.options = read_class_rules(folder.directory()).slurm.check;
    request.log = run_directory / "drive.log";
    Slurm().submit(request);
    std::cout << fmt::format("Slurm job {} grades the class and writes the table to {}.\n"
                             "To see its progress: {} class status {}\n",
                             request.name, request.log.string(), plan.config.program_text,
                             folder.directory().string());
}

} // namespace grader
