#include "grading/verify/fresh_runner.h"

#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "grading/messages/device.h"
#include "grading/messages/machine_error.h"

namespace grader {
namespace {

/// Runs @p work on a runner that holds nothing of a student's, so that whatever goes wrong is the machine's.
template <typename Work> auto on_the_machine(const Backend& backend, Work work) {
    try {
        return work();
    } catch (const TimeUsedUp&) {
        throw;
    } catch (const RunnerDied& death) {
        throw MachineError({messages::runner_ended_early, {{"why", death.message}}});
    } catch (const RunnerFault& fault) {
        throw_if_machine(fault, backend);
        throw;
    }
}

} // namespace

std::unique_ptr<RunnerClient> fresh_runner(const Backend& backend, const Lab& lab,
                                           const std::filesystem::path& object, SharedPool pool,
                                           std::shared_ptr<Keeper> keeper) {
    std::unique_ptr<RunnerClient> runner = begin_runner(backend, lab, object, pool, std::move(keeper));
    await_runner(backend, *runner);
    return runner;
}

std::unique_ptr<RunnerClient> begin_runner(const Backend& backend, const Lab& lab,
                                           const std::filesystem::path& object, SharedPool pool,
                                           std::shared_ptr<Keeper> keeper) {
    return on_the_machine(backend, [&] {
        auto runner = std::make_unique<RunnerClient>(backend.runner(), backend.limits(lab), pool, object,
                                                     std::move(keeper));
        runner->open();
        return runner;
    });
}

void await_runner(const Backend& backend, RunnerClient& runner) {
    on_the_machine(backend, [&] { (void)runner.hello(); });
}

void require_buffers(const Backend& backend, const Lab& lab, const kernelsmith::Layout& layout) {
    const std::unique_ptr<RunnerClient> runner = fresh_runner(backend, lab);
    on_the_machine(backend,
                   [&] { runner->allocate(layout, std::vector<std::uint64_t>(layout.buffers.size())); });
}

} // namespace grader
