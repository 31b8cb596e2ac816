#include "grading/verify/case_runner.h"

#include "grading/verify/fresh_runner.h"

namespace grader {
namespace {

/// Returns whether @p fault can be an infrastructure error: it occurred before the first call of the
/// function, or in an allocation for the grader. A failure during a call is never one.
bool may_be_infrastructure_error(const RunnerFault& fault) {
    return fault.is_infrastructure_error || fault.kind == "memory";
}

} // namespace

CaseRunner::CaseRunner(const Backend& backend, Build build, const kernelsmith::Problem& problem)
    : backend_(backend), build_(std::move(build)), problem_(problem) {}

void CaseRunner::stop_runner() {
    if (runner_ == nullptr) return;
    output_ = runner_->output();
    runner_.reset();
}

void CaseRunner::start() {
    stop_runner(); // first, so that the device is not held twice
    runner_ = fresh_runner(backend_, build_);
    runner_->load(build_.object, build_.lab.manifest.entry);
}

void CaseRunner::replay_history() {
    for (const auto& [sizes, seed] : history_) (void)run_case(*runner_, problem_, sizes, seed);
}

template <typename Work>
auto CaseRunner::with_fault_attribution(const kernelsmith::Layout& needed, Work work) {
    try {
        return work();
    } catch (const RunnerFault& fault) {
        if (!may_be_infrastructure_error(fault)) throw;
        stop_runner();
        require_buffers(backend_, build_.limits, needed);
    }
    try {
        start();
        replay_history();
        return work();
    } catch (const RunnerFault& fault) {
        if (!may_be_infrastructure_error(fault)) throw;
        stop_runner();
        require_buffers(backend_, build_.limits, needed);
        throw RunnerFault(fault.kind, false, fault.message);
    }
}

void CaseRunner::load() {
    // Requires no buffer, only a working device.
    with_fault_attribution({}, [this] {
        if (runner_ == nullptr) start();
    });
}

CaseOutcome CaseRunner::run(const kernelsmith::Sizes& sizes, std::uint64_t seed, const CaseOptions& options) {
    CaseOutcome outcome = with_fault_attribution(problem_.layout(sizes), [&] {
        return run_case(*runner_, problem_, sizes, seed, options);
    });
    history_.emplace_back(sizes, seed);
    return outcome;
}

std::string CaseRunner::output() const { return runner_ == nullptr ? output_ : runner_->output(); }

} // namespace grader
