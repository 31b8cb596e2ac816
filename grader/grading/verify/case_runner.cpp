#include "grading/verify/case_runner.h"

#include "grading/verify/fresh_runner.h"

namespace grader {
namespace {

/// Whether @p fault can be the machine's: it came before the function was ever called, or when the grader
/// asked for memory of its own. What goes wrong in a call is never of this kind.
bool may_be_machines(const RunnerFault& fault) { return fault.machine || fault.kind == "memory"; }

} // namespace

CaseRunner::CaseRunner(const Backend& backend, Build build, const kernelsmith::Problem& problem)
    : backend_(backend), build_(std::move(build)), problem_(problem) {}

void CaseRunner::retire() {
    if (runner_ == nullptr) return;
    output_ = runner_->output();
    runner_.reset();
}

void CaseRunner::start() {
    retire(); // first, so that the device is not held twice
    runner_ = fresh_runner(backend_, build_);
    runner_->load(build_.object, build_.lab.manifest.entry);
}

void CaseRunner::repeat_history() {
    for (const auto& [sizes, seed] : history_) (void)run_case(*runner_, problem_, sizes, seed);
}

template <typename Work> auto CaseRunner::in_fair_conditions(const kernelsmith::Layout& needed, Work work) {
    try {
        return work();
    } catch (const RunnerFault& fault) {
        if (!may_be_machines(fault)) throw;
        retire();
        require_buffers(backend_, build_.limits, needed);
    }
    try {
        start();
        repeat_history();
        return work();
    } catch (const RunnerFault& fault) {
        if (!may_be_machines(fault)) throw;
        retire();
        require_buffers(backend_, build_.limits, needed);
        throw RunnerFault(fault.kind, false, fault.message);
    }
}

void CaseRunner::load() {
    // Without a single buffer: a device that works.
    in_fair_conditions({}, [this] {
        if (runner_ == nullptr) start();
    });
}

CaseOutcome CaseRunner::run(const kernelsmith::Sizes& sizes, std::uint64_t seed, const Inquiry& inquiry) {
    CaseOutcome outcome = in_fair_conditions(problem_.layout(sizes), [&] {
        return run_case(*runner_, problem_, sizes, seed, inquiry);
    });
    history_.emplace_back(sizes, seed);
    return outcome;
}

std::string CaseRunner::output() const { return runner_ == nullptr ? output_ : runner_->output(); }

} // namespace grader
