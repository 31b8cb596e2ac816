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

/// A worker, or the place of one that has not been needed yet or has ended.
struct Desk {
    Stage stage = Stage::check;
    std::string gpu; ///< empty: any, or none
    std::unique_ptr<WorkerProcess> worker = {};
};

/// Hands out jobs.
class Office {
public:
    Office(const ClassFolder& folder, Standing& standing, const Crew& crew)
        : folder_(folder), standing_(standing),
          journal_(folder.journal(), fmt::format("{}-run-{}", standing.plan().run, ::getpid())) {
        for (std::size_t i = 0; i < crew.checkers; ++i) desks_.push_back({Stage::check, ""});
        for (const std::string& gpu : crew.gpus) desks_.push_back({Stage::time, gpu});
    }

    /// Whoever still works is asked to stop, all at once, and clears away what it made.
    ~Office() {
        for (const Desk& desk : desks_)
            if (desk.worker != nullptr) desk.worker->request_termination();
        for (const Desk& desk : desks_)
            if (desk.worker != nullptr) desk.worker->stop();
    }
    Office(const Office&) = delete;
    Office& operator=(const Office&) = delete;

    /// Gives a job to everybody who waits for one.
    void hand_out() {
        for (Desk& desk : desks_) {
            if (desk.worker != nullptr && !desk.worker->waits()) continue;
            const std::optional<std::size_t> job = next(desk.stage);
            if (!job) continue;
            if (desk.worker == nullptr) {
                desk.worker = start(desk);
            } else {
                desk.worker->give(*job);
                taken_.insert(*job);
            }
        }
    }

    /// Waits until somebody has answered or ended, or a moment has passed, and takes note.
    void wait() {
        std::vector<pollfd> lines;
        for (const Desk& desk : desks_)
            if (desk.worker != nullptr) lines.push_back({desk.worker->descriptor(), POLLIN, 0});
        constexpr int moment_ms = 200;
        (void)::poll(lines.data(), lines.size(), moment_ms);
        throw_if_interrupted();
        for (Desk& desk : desks_)
            if (desk.worker != nullptr) attend(desk);
        standing_.refresh();
    }

private:
    void attend(Desk& desk) {
        const std::optional<std::size_t> had = desk.worker->job();
        desk.worker->hear();
        if (had && !desk.worker->job()) taken_.erase(*had);
        if (!desk.worker->ended()) return;
        const std::string words = desk.worker->last_words();
        const std::optional<std::size_t> job = desk.worker->job();
        desk.worker.reset();
        if (!job) {
            // It could not even begin to work, and the next one could not either.
            if (++ended_idle_ > most_failures) throw EnvironmentError(words);
            return;
        }
        taken_.erase(*job);
        note_failure(*job, desk.stage, words);
    }

    void note_failure(std::size_t number, Stage stage, const std::string& why) {
        const Plan& plan = standing_.plan();
        JournalEntry entry = entry_about(plan, plan.jobs[number], stage, Event::failed);
        entry.why = why;
        journal_.append(entry);
    }

    [[nodiscard]] std::optional<std::size_t> next(Stage stage) const {
        const At waiting = stage == Stage::check ? At::waits_for_check : At::waits_for_time;
        const std::vector<JobStanding>& jobs = standing_.jobs();
        for (std::size_t i = 0; i < jobs.size(); ++i)
            if (jobs[i].at == waiting && !taken_.contains(i)) return i;
        return std::nullopt;
    }

    [[nodiscard]] std::unique_ptr<WorkerProcess> start(const Desk& desk) const {
        const Plan& plan = standing_.plan();
        std::map<std::string, std::string> environment;
        if (!desk.gpu.empty()) environment["CUDA_VISIBLE_DEVICES"] = desk.gpu;
        return std::make_unique<WorkerProcess>(
            std::vector<std::string>{(plan.means.programs / "grader-class").string(), "class", "work",
                                     folder_.directory().string(), "--run", std::to_string(plan.run),
                                     "--stage", to_string(desk.stage)},
            environment);
    }

    const ClassFolder& folder_;
    Standing& standing_;
    JournalWriter journal_;
    std::vector<Desk> desks_;
    std::set<std::size_t> taken_;
    int ended_idle_ = 0;
};

} // namespace

std::size_t checkers_beside(std::size_t cores, std::size_t gpus) {
    constexpr std::size_t of_a_timing = 3;
    return cores > of_a_timing * gpus + 1 ? cores - of_a_timing * gpus : 1;
}

void run_locally(const ClassFolder& folder, Standing& standing, const Crew& crew,
                 const std::function<bool()>& changed) {
    Office office(folder, standing, crew);
    while (changed() || !standing.finished()) {
        office.hand_out();
        office.wait();
    }
}

} // namespace grader
