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
#include "classroom/run/here.h"
#include "classroom/run/standing.h"
#include "classroom/run/workbench.h"
#include "classroom/run/worker_process.h"
#include "grading/sentences/sentence.h"

namespace grader {
namespace {

/// A worker's options, from the process that starts it.
struct ClassWorkOptions : ClassOptions {
    int run = 0;       ///< its number
    std::string stage; ///< `check` or `time`
    std::filesystem::path
        list;              ///< with the numbers of jobs, a line for each worker; empty: they come by a line
    std::size_t slice = 0; ///< which line

    void declare(CLI::App& app) {
        ClassOptions::declare(app);
        app.add_option("--run", run)->required();
        app.add_option("--stage", stage)->required();
        app.add_option("--list", list);
        app.add_option("--slice", slice);
    }
};

/// The numbers of the jobs to do, one after the other.
class Orders {
public:
    virtual ~Orders() = default;
    /// The next one; none: that was all.
    virtual std::optional<std::size_t> next() = 0;
};

/// From whoever has started this process, who is told when each is done.
class OrdersByLine final : public Orders {
public:
    std::optional<std::size_t> next() override {
        if (!write_all(answers_, "\n")) return std::nullopt;
        std::string line;
        for (char c = 0; c != '\n'; line += c) {
            const ssize_t got = ::read(orders_.get(), &c, 1);
            if (got < 0 && errno == EINTR) throw_if_interrupted();
            if (got <= 0) return std::nullopt;
        }
        return std::stoul(line);
    }

private:
    Descriptor orders_{orders_at};
    Descriptor answers_{answers_at};
};

/// From a line of a file.
class OrdersOfList final : public Orders {
public:
    OrdersOfList(const std::filesystem::path& list, std::size_t slice) {
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

/// Does the jobs of one stage.
class Worker {
public:
    Worker(const ClassFolder& folder, const Plan& plan, const Course& course, Stage stage)
        : folder_(folder), plan_(plan), stage_(stage), standing_(folder, plan),
          bench_(course, plan_.means, stage, [](const std::string&) {}),
          journal_(folder.journal(),
                   fmt::format("{}-{}-{}-{}", plan.run, to_string(stage), host_name(), ::getpid())) {}

    void do_job(std::size_t number) {
        if (number >= standing_.jobs().size()) standing_.grow(read_plan(folder_, plan_.run));
        standing_.refresh();
        const Job& job = standing_.plan().jobs.at(number);
        const JobStanding& standing = standing_.jobs().at(number);
        // Somebody else may have done it, where a job is taken for lost and is not.
        if (standing.at != (stage_ == Stage::check ? At::waits_for_check : At::waits_for_time)) return;
        journal_.append(entry_about(plan_, job, stage_, Event::began));
        std::optional<StageResult> result;
        std::string failure;
        try {
            std::optional<LabGrade> checked;
            if (stage_ == Stage::time) checked = JournalReader::grade_of(*standing.check);
            result = bench_.work_on(job, checked ? &*checked : nullptr);
            if (result->grade.verdict == Verdict::fail) make_sure_of_life();
        } catch (const Interrupted&) {
            throw;
        } catch (const std::exception& problem) {
            failure = text_of(problem);
        }
        JournalEntry entry = entry_about(plan_, job, stage_, result ? Event::done : Event::failed);
        if (!result) {
            entry.why = failure;
            return journal_.append(entry);
        }
        entry.more = result->more;
        entry.seconds = result->seconds;
        entry.device_seconds = result->device_seconds;
        if (stage_ == Stage::time) {
            entry.device = bench_.backend().device().slug;
            entry.device_name = bench_.backend().device().name;
        }
        journal_.append(entry, &result->grade);
    }

private:
    /// Who ends a batch job ends all its processes. Where the student's goes a moment before this one, it looks like a crash,
    /// and is no fault of the student's.
    static void make_sure_of_life() {
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
        while (std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            throw_if_interrupted();
        }
    }

    const ClassFolder& folder_;
    const Plan& plan_; ///< as it was when this process began: jobs may have come to it
    Stage stage_;
    Standing standing_;
    Workbench bench_;
    JournalWriter journal_;
};

ExitStatus run_class_work(const ClassWorkOptions& wish, const Invocation&) {
    const std::optional<Stage> stage = stage_from(wish.stage);
    if (!stage) throw UsageError("A stage is check or time.");
    const InterruptGuard interrupts;
    const ClassFolder folder(wish.directory);
    const Plan plan = read_plan(folder, wish.run);
    const Course course(plan.means.course, plan.means.modules);
    Worker worker(folder, plan, course, *stage);
    std::unique_ptr<Orders> orders;
    if (wish.list.empty())
        orders = std::make_unique<OrdersByLine>();
    else
        orders = std::make_unique<OrdersOfList>(wish.list, wish.slice);
    while (const std::optional<std::size_t> job = orders->next()) worker.do_job(*job);
    return ExitStatus::passed;
}

} // namespace

Command class_work_command() { return command<ClassWorkOptions>("class work", "", run_class_work); }

} // namespace grader
