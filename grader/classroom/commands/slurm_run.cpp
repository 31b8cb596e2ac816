#include "classroom/commands/slurm_run.h"

#include <algorithm>
#include <iostream>
#include <thread>

#include <fmt/core.h>

#include "classroom/run/estimate.h"
#include "classroom/run/rules.h"
#include "classroom/slurm/steering.h"

namespace grader {
namespace {

/// A controller is asked no more often than its answers are worth.
std::chrono::milliseconds between_looks(std::size_t jobs) {
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

std::unique_ptr<Standing> run_on_slurm(const ClassFolder& folder) {
    const int last = folder.last_run();
    if (last == 0) return nullptr;
    const Slurm slurm;
    const auto tasks = tasks_of_run(folder, last, slurm);
    if (!tasks) throw EnvironmentError("Slurm's controller does not answer.");
    return any_is_alive(*tasks) ? std::make_unique<Standing>(folder, read_plan(folder, last)) : nullptr;
}

void steer_to_the_end(const ClassFolder& folder, Standing& standing, RunReports& reports,
                      const std::function<bool()>& changed) {
    const Slurm slurm;
    Steering steering(folder, standing, slurm, read_class_rules(folder.directory()).slurm);
    while (changed() || !standing.finished()) {
        switch (steering.step()) {
            case Steered::finished: break;
            case Steered::cancelled: throw Interrupted("the jobs that are left were cancelled");
            case Steered::unanswered:
                reports.going_on("Slurm's controller does not answer; waiting for it");
                break;
            case Steered::no_room:
                reports.going_on(
                    fmt::format("the disk of {} is full; waiting for room", folder.journal().string()));
                break;
            case Steered::going_on: {
                const std::size_t hands = std::max<std::size_t>(running(steering.tasks()), 1);
                reports.going_on(progress_text(standing, {hands, hands}) + ". " +
                                 words_for(steering.tasks()));
                break;
            }
        }
        sleep_for(between_looks(standing.jobs().size()));
    }
}

void steer_from_a_job(const ClassFolder& folder, const Standing& standing, const ReportOptions& options) {
    const Plan& plan = standing.plan();
    const std::filesystem::path things = folder.things_of_run(plan.run);
    std::vector<std::string> words = {(plan.means.programs / "grader-class").string(),
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
    write_script(things / "drive.sh", words, "");
    ArrayWish wish;
    wish.name = name_for_slurm(folder, plan.run, "drive");
    wish.script = things / "drive.sh";
    wish.tasks = 0;
    wish.options = read_class_rules(folder.directory()).slurm.check;
    wish.log = things / "drive.log";
    Slurm().submit(wish);
    std::cout << fmt::format("Slurm's job {} grades the class; its table comes to {}.\n"
                             "How far it is: {} class status {}\n",
                             wish.name, wish.log.string(), plan.means.typed_program,
                             folder.directory().string());
}

} // namespace grader
