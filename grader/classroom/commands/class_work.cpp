#include "classroom/commands/commands.h"

#include <chrono>
#include <fstream>
#include <functional>
#include <iostream>
#include <optional>
#include <sstream>
#include <thread>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "base/interrupt.h"
#include "classroom/commands/class_options.h"
#include "classroom/run/host_info.h"
#include "classroom/run/run_status.h"
#include "classroom/run/stage_runner.h"
#include "classroom/run/worker_process.h"
#include "grading/sentences/sentence.h"

namespace grader {
namespace {

/// Options of a worker, set by the process that starts it.
struct ClassWorkOptions : ClassOptions {
    int run = 0;       ///< number of the run
    std::string stage; ///< `check` or `time`
    std::filesystem::path
        list;              ///< file with the numbers of jobs, one line per worker; empty: they come over the
                           ///< pipe
    std::size_t slice = 0; ///< line of the list

    void declare(CLI::App& app) {
        ClassOptions::declare(app);
        app.add_option("--run", run)->required();
        app.add_option("--stage", stage)->required();
        app.add_option("--list", list);
        app.add_option("--slice", slice);
    }
};

/// Source of the numbers of the jobs to process.
class JobSource {
public:
    virtual ~JobSource() = default;
    /// Returns the next job; none: there are no more.
    virtual std::optional<std::size_t> next() = 0;
};

/// Reads jobs from the pipe of the dispatcher, and reports each finished one to it.
class PipeJobSource final : public JobSource {
public:
    std::optional<std::size_t> next() override {
        if (!write_all(replies_, "\n")) return std::nullopt;
        std::string line;
        for (char c = 0; c != '\n'; line += c) {
            const ssize_t got = ::read(jobs_pipe_.get(), &c, 1);
            if (got < 0 && errno == EINTR) throw_if_interrupted();
            if (got <= 0) return std::nullopt;
        }
        return std::stoul(line);
    }

private:
    Descriptor jobs_pipe_{job_descriptor};
    Descriptor replies_{reply_descriptor};
};

/// Reads jobs from a line of a file.
class ListJobSource final : public JobSource {
public:
    ListJobSource(const std::filesystem::path& list, std::size_t slice) {
        std::ifstream file(list);
        std::string line;
        for (std::size_t i = 0; i <= slice; ++i)
            if (!std::getline(file, line))
                throw UsageError(fmt::format("{} has no line {}.", list.string(), slice));
        numbers_.str(line);
    }
    std::optional<std::size_t> next() override {
        std::size_t number = 0;
        return numbers_ >> number ? std::optional(number) : std::nullopt;
    }

private:
    std::istringstream numbers_;
};

/// Processes the jobs of one stage.
class Worker {
public:
    Worker(const ClassFolder& folder, const RunPlan& plan, const Course& course, Stage stage)
        : folder_(folder), plan_(plan), stage_(stage), run_status_(folder, plan),
          stage_runner_(course, plan_.config, stage, [](const std::string&) {}),
          journal_(folder.journal(),
                   fmt::format("{}-{}-{}-{}", plan.run, to_string(stage), host_name(), ::getpid())) {}

    void do_job(std::size_t number) {
        if (number >= run_status_.jobs().size()) run_status_.append_jobs(read_plan(folder_, plan_.run));
        run_status_.refresh();
        const Job& job = run_status_.plan().jobs.at(number);
        const JobStatus& run_status = run_status_.jobs().at(number);
        // Another worker may have done the job, if it was considered lost and was not.
        if (run_status.at !=
            (stage_ == Stage::check ? JobState::waiting_for_check : JobState::waiting_for_timing))
            return;
        journal_.append(make_entry(plan_, job, stage_, Event::began));
        std::optional<StageResult> result;
        std::string failure;
        try {
            std::optional<LabGrade> checked;
            if (stage_ == Stage::time) checked = JournalReader::grade_of(*run_status.check);
            result = stage_runner_.run_job(job, checked ? &*checked : nullptr);
            if (result->grade.verdict == Verdict::fail) wait_for_pending_kill();
        } catch (const Interrupted&) {
            throw;
        } catch (const std::exception& problem) {
            failure = text_of(problem);
        }
        JournalEntry entry = make_entry(plan_, job, stage_, result ? Event::done : Event::failed);
        if (!result) {
            entry.why = failure;
            return journal_.append(entry);
        }
        entry.timing_pending = result->timing_pending;
        entry.seconds = result->seconds;
        entry.device_seconds = result->device_seconds;
        if (stage_ == Stage::time) {
            entry.device = stage_runner_.backend().device().slug;
            entry.device_name = stage_runner_.backend().device().name;
        }
        journal_.append(entry, &result->grade);
    }

private:
    /// Waits for a signal that may be pending. Slurm kills all processes of a batch job when it ends the job.
    /// If the student's process dies slightly before this one, that looks like a crash, but it is not the
    /// student's fault.
    static void wait_for_pending_kill() {
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
        while (std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            throw_if_interrupted();
        }
    }

    const ClassFolder& folder_;
    const RunPlan& plan_; ///< as of the start of this process: jobs may have been appended since
    Stage stage_;
    RunStatus run_status_;
    StageRunner stage_runner_;
    JournalWriter journal_;
};

ExitStatus run_class_work(const ClassWorkOptions& request, const Invocation&) {
    const std::optional<Stage> stage = stage_from(request.stage);
    if (!stage) throw UsageError("Unknown stage: expected check or time.");
    const InterruptGuard interrupts;
    const ClassFolder folder(request.directory);
    const RunPlan plan = read_plan(folder, request.run);
    const Course course(plan.config.course, plan.config.modules);
    Worker worker(folder, plan, course, *stage);
    std::unique_ptr<JobSource> job_source;
    if (request.list.empty())
        job_source = std::make_unique<PipeJobSource>();
    else
        job_source = std::make_unique<ListJobSource>(request.list, request.slice);
    while (const std::optional<std::size_t> job = job_source->next()) worker.do_job(*job);
    return ExitStatus::passed;
}

} // namespace

Command class_work_command() { return command<ClassWorkOptions>("class work", "", run_class_work); }

} // namespace grader
