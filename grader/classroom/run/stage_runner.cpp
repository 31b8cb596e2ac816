#include "classroom/run/stage_runner.h"

#include <chrono>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "base/errors.h"
#include "base/shell_word.h"
#include "grading/backend/sim.h"
#include "grading/measure/device_lock.h"
#include "grading/sentences/sentence.h"
#include "grading/steps/grade_lab.h"

namespace grader {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

std::unique_ptr<Backend> backend_for(const GradingConfig& config, Stage stage) {
    const GraderPaths places{config.programs, config.programs.parent_path() / "grades"};
    const Isolation isolation =
        make_isolation(parse_isolation_request(config.isolation).value_or(IsolationRequest::strict),
                       config.programs);
    // Run on the simulator exactly the build that a GPU will time.
    if (config.backend == "gpu" && stage == Stage::check)
        return make_sim_backend(places, "", isolation, {"gpu", config.capability});
    return make_backend(config.backend, places, config.thresholds, isolation);
}

void require_listed_gpu(const GradingConfig& config, const DeviceFacts& device) {
    if (config.devices.contains(device.slug)) return;
    throw EnvironmentError(fmt::format(
        "this machine has an {}, and the class is timed on {}: times of different GPUs cannot be compared",
        device.name, fmt::join(config.devices, ", ")));
}

} // namespace

StageRunner::StageRunner(const Course& course, const GradingConfig& config, Stage stage,
                         std::function<void(const std::string&)> progress)
    : course_(course), config_(config), stage_(stage), progress_(std::move(progress)),
      backend_(backend_for(config, stage)) {
    if (!backend_->availability().usable)
        throw EnvironmentError("Nothing can be graded here: " + sentence(backend_->availability().reason) +
                               ".\nTry: grader doctor");
    if (stage == Stage::time) require_listed_gpu(config, backend_->device());
}

StageResult StageRunner::run_job(const Job& job, const LabGrade* checked) {
    const auto start = Clock::now();
    const Lab& lab = course_.lab(job.lab);
    GradeRequest request;
    request.source = job.file;
    request.command = command_for(job, lab);
    request.seed = job.seed;
    request.replayed = config_.seed.has_value();
    request.progress = progress_;
    request.prescreen = config_.prescreen;
    request.thresholds = [&] { return config_.thresholds_for(lab, backend_->device().thresholds); };
    request.checked = checked;
    StageResult result;
    if (stage_ == Stage::check) {
        request.phase = config_.timed() ? GradePhase::checks : GradePhase::whole;
        request.device_follows = config_.timed();
        request.baseline = modelled_baseline(lab);
        result.grade = grade_lab(*backend_, lab, request);
        result.timing_pending = config_.timed() && needs_timing(lab, result.grade);
    } else {
        request.phase = GradePhase::timing;
        // Compiling needs no GPU, so it is done before the lock. The grade reports the compiler's errors.
        (void)compile(backend_->compile_job(job.file, lab, {}));
        if (lab.manifest.has_timed_cases()) (void)compile(backend_->compile_job(lab.baseline(), lab, {}));
        const DeviceLock lock(lock_name(backend_->device()), [&] {
            progress_("waiting for another grade that is being measured on this GPU");
        });
        const auto locked = Clock::now();
        result.grade = grade_lab(*backend_, lab, request);
        result.device_seconds = seconds_since(locked);
    }
    if (!result.timing_pending) {
        // Remove the build: this submission is not built again, unless all are graded afresh, and there are
        // too many builds to keep.
        std::error_code problem;
        std::filesystem::remove_all(backend_->compile_job(job.file, lab, {}).cache_entry, problem);
    }
    result.seconds = seconds_since(start);
    return result;
}

const ModelledBaseline* StageRunner::modelled_baseline(const Lab& lab) {
    if (config_.timed() || backend_->why_untimed().empty() || !why_not_modelled(*backend_, lab).empty())
        return nullptr;
    return &baselines_.try_emplace(lab.id, *backend_, lab).first->second;
}

std::string StageRunner::command_for(const Job& job, const Lab& lab) const {
    // Reproduce a failure of the prescreening on the simulator, where it was found.
    const bool prescreened = stage_ == Stage::check && config_.backend == "gpu";
    return fmt::format("{} {} --file {}{}{}", config_.program_text, lab.id.substr(0, 2),
                       shell_word(job.submitted_path.string()),
                       prescreened ? " --backend sim" : config_.backend_text, config_.options_text);
}

} // namespace grader
