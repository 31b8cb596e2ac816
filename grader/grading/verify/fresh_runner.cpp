#include "grading/verify/fresh_runner.h"

#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "grading/messages/device.h"
#include "grading/messages/machine_error.h"

namespace grader {
namespace {

/// Calls @p work on a runner without a student's code, so that any failure is an infrastructure error.
template <typename Work> auto as_infrastructure_error(const Backend& backend, Work work) {
    try {
        return work();
    } catch (const TimeBudgetExceeded&) {
        throw;
    } catch (const RunnerDied& death) {
        throw MachineError({messages::runner_ended_early, {{"why", death.message}}});
    } catch (const RunnerFault& fault) {
        throw_if_infrastructure_error(fault, backend);
        throw;
    }
}

/// Starts a runner and makes it open its device. @p object is the build that it may load; empty: none.
std::unique_ptr<RunnerClient> start_runner(const Backend& backend, const RunLimits& limits,
                                           const std::filesystem::path& object, SharedPool pool,
                                           std::shared_ptr<Keeper> keeper) {
    return as_infrastructure_error(backend, [&] {
        auto runner = std::make_unique<RunnerClient>(backend.runner(), backend.limits(limits), pool, object,
                                                     std::move(keeper));
        runner->open();
        return runner;
    });
}

} // namespace

std::unique_ptr<RunnerClient> fresh_runner(const Backend& backend, const Build& build, SharedPool pool) {
    std::unique_ptr<RunnerClient> runner = begin_runner(backend, build, pool);
    await_runner(backend, *runner);
    return runner;
}

std::unique_ptr<RunnerClient> fresh_runner(const Backend& backend, const RunLimits& limits) {
    std::unique_ptr<RunnerClient> runner = start_runner(backend, limits, {}, {}, nullptr);
    await_runner(backend, *runner);
    return runner;
}

std::unique_ptr<RunnerClient> begin_runner(const Backend& backend, const Build& build, SharedPool pool,
                                           std::shared_ptr<Keeper> keeper) {
    return start_runner(backend, build.limits, build.object, pool, std::move(keeper));
}

void await_runner(const Backend& backend, RunnerClient& runner) {
    as_infrastructure_error(backend, [&] { (void)runner.hello(); });
}

void require_buffers(const Backend& backend, const RunLimits& limits, const kernelsmith::Layout& layout) {
    const std::unique_ptr<RunnerClient> runner = fresh_runner(backend, limits);
    as_infrastructure_error(backend, [&] {
        runner->allocate(layout, std::vector<std::uint64_t>(layout.buffers.size()));
    });
}

} // namespace grader
