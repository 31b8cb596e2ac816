#include "classroom/run/local_run.h"

#include <algorithm>
#include <optional>
#include <poll.h>
#include <set>
#include <unistd.h>

#include <fmt/core.h>

#include "base/errors.h"
#include "base/interrupt.h"
#include "classroom/run/worker_process.h"

namespace grader {
namespace {

/// A worker process, or the slot of one that has not been started yet or has ended.
struct WorkerSlot {
    Stage stage = Stage::check;
    std::string gpu; ///< the worker's GPU; empty: any or none
    std::unique_ptr<WorkerProcess> worker = {};
};

/// Assigns jobs to workers.
class JobDispatcher {
public:
    JobDispatcher(const ClassFolder& folder, RunStatus& run_status, const WorkerPool& worker_pool)
        : folder_(folder), run_status_(run_status),
          journal_(folder.journal(), fmt::format("{}-run-{}", run_status.plan().run, ::getpid())) {
        for (std::size_t i = 0; i < worker_pool.checkers; ++i) slots_.push_back({Stage::check, ""});
        for (const std::string& gpu : worker_pool.gpus) slots_.push_back({Stage::time, gpu});
    }

    /// Requests termination of all running workers at once, which remove their temporary files.
    ~JobDispatcher() {
        for (const WorkerSlot& slot : slots_)
            if (slot.worker != nullptr) slot.worker->request_termination();
        for (const WorkerSlot& slot : slots_)
            if (slot.worker != nullptr) slot.worker->stop();
    }
    JobDispatcher(const JobDispatcher&) = delete;
    JobDispatcher& operator=(const JobDispatcher&) = delete;

    /// Assigns a job to each idle worker.
    void assign_jobs() {
        for (WorkerSlot& slot : slots_) {
            if (slot.worker != nullptr && !slot.worker->is_idle()) continue;
            const std::optional<std::size_t> job = next(slot.stage);
            if (!job) continue;
            if (slot.worker == nullptr) {
                slot.worker = start(slot);
            } else {
                slot.worker->assign(*job);
                assigned_.insert(*job);
            }
        }
    }

    /// Waits until a worker has replied or ended, or the poll times out, and processes the replies.
    void wait() {
        std::vector<pollfd> lines;
        for (const WorkerSlot& slot : slots_)
            if (slot.worker != nullptr) lines.push_back({slot.worker->descriptor(), POLLIN, 0});
        constexpr int poll_timeout_ms = 200;
        (void)::poll(lines.data(), lines.size(), poll_timeout_ms);
        throw_if_interrupted();
        for (WorkerSlot& slot : slots_)
            if (slot.worker != nullptr) handle_worker(slot);
        run_status_.refresh();
    }

private:
    void handle_worker(WorkerSlot& slot) {
        const std::optional<std::size_t> assigned = slot.worker->job();
        slot.worker->read_reply();
        if (assigned && !slot.worker->job()) assigned_.erase(*assigned);
        if (!slot.worker->ended()) return;
        const std::string description = slot.worker->exit_description();
        const std::optional<std::size_t> job = slot.worker->job();
        slot.worker.reset();
        if (!job) {
            // The worker failed to start, and the next one would as well.
            if (++failed_starts_ > max_failures_per_stage) throw EnvironmentError(description);
            return;
        }
        assigned_.erase(*job);
        note_failure(*job, slot.stage, description);
    }

    void note_failure(std::size_t number, Stage stage, const std::string& why) {
        const RunPlan& plan = run_status_.plan();
        JournalEntry entry = make_entry(plan, plan.jobs[number], stage, Event::failed);
        entry.why = why;
        journal_.append(entry);
    }

    [[nodiscard]] std::optional<std::size_t> next(Stage stage) const {
        const JobState waiting =
            stage == Stage::check ? JobState::waiting_for_check : JobState::waiting_for_timing;
        const std::vector<JobStatus>& jobs = run_status_.jobs();
        for (std::size_t i = 0; i < jobs.size(); ++i)
            if (jobs[i].at == waiting && !assigned_.contains(i)) return i;
        return std::nullopt;
    }

    [[nodiscard]] std::unique_ptr<WorkerProcess> start(const WorkerSlot& slot) const {
        const RunPlan& plan = run_status_.plan();
        std::map<std::string, std::string> environment;
        if (!slot.gpu.empty()) environment["CUDA_VISIBLE_DEVICES"] = slot.gpu;
        return std::make_unique<WorkerProcess>(
            std::vector<std::string>{(plan.config.programs / "grader-class").string(), "class", "work",
                                     folder_.directory().string(), "--run", std::to_string(plan.run),
                                     "--stage", to_string(slot.stage)},
            environment);
    }

    const ClassFolder& folder_;
    RunStatus& run_status_;
    JournalWriter journal_;
    std::vector<WorkerSlot> slots_;
    std::set<std::size_t> assigned_;
    int failed_starts_ = 0;
};

} // namespace

std::size_t max_checkers(std::size_t cores, std::size_t gpus) {
    constexpr std::size_t cores_per_timing = 3;
    return cores > cores_per_timing * gpus + 1 ? cores - cores_per_timing * gpus : 1;
}

void run_locally(const ClassFolder& folder, RunStatus& run_status, const WorkerPool& worker_pool,
                 const std::function<bool()>& changed) {
    JobDispatcher dispatcher(folder, run_status, worker_pool);
    while (changed() || !run_status.finished()) {
        dispatcher.assign_jobs();
        dispatcher.wait();
    }
}

} // namespace grader
