#include "grading/steps/counted_on_device.h"

#include <array>
#include <map>
#include <tuple>

#include "grading/channel/kernel_name.h"
#include "grading/messages/counts.h"
#include "grading/verify/case_run.h"
#include "grading/verify/case_runner.h"
#include "grading/verify/problem_module.h"

namespace grader {
namespace {

/// Names of kernels by their launch shapes.
using Shapes =
    std::map<std::tuple<std::string, std::array<unsigned, 3>, std::array<unsigned, 3>, std::uint64_t>,
             std::pair<Message, std::uint64_t>>;

/// Returns the shapes of @p launches. On a device that differs from the simulated one, for which an honest
/// program may choose other shapes and other instances of a template, returns only the kernels' names.
Shapes shapes_of(const std::vector<Launch>& launches, bool alike) {
    Shapes shapes;
    for (const Launch& launch : launches) {
        const Launch observed = alike ? launch : Launch();
        auto& [name, count] = shapes[{alike ? launch.symbol : template_name(launch.symbol), observed.grid,
                                      observed.block, observed.shared_bytes}];
        name = {messages::launch_in_shape, {{"kernel", launch.kernel}}};
        if (alike)
            for (const auto& [axis, extent] :
                 {std::pair("x", launch.block[0]), std::pair("y", launch.block[1]),
                  std::pair("z", launch.block[2])})
                name.add({axis, extent});
        count = alike ? count + launch.count : 1;
    }
    return shapes;
}

/// Returns the first shape of @p some that @p others lacks, or has less often; empty if there is none.
Message missing_in(const Shapes& others, const Shapes& some) {
    for (const auto& [shape, launched] : some) {
        const auto other = others.find(shape);
        if (other == others.end() || other->second.second != launched.second) return launched.first;
    }
    return {};
}

} // namespace

Message launch_difference(const std::vector<Launch>& simulated, const std::vector<Launch>& on_device,
                          bool alike) {
    const Shapes here = shapes_of(simulated, alike);
    const Shapes there = shapes_of(on_device, alike);
    if (const Message more = missing_in(here, there); !more.empty())
        return {messages::more_on_gpu, {{"launch", more}}};
    if (const Message less = missing_in(there, here); !less.empty())
        return {messages::less_on_gpu, {{"launch", less}}};
    return {};
}

Message device_difference(const Backend& backend, const Build& build, const std::vector<CountedCall>& calls,
                          const std::vector<std::vector<Launch>>& counted) {
    if (!backend.why_untimed().empty() || !backend.simulator().usable || backend.name() == "host") return {};
    const kernelsmith::Problem& problem = load_problem(build.lab.module);
    CaseRunner runner(backend, build, problem);
    try {
        runner.load();
        for (std::size_t i = 0; i < calls.size(); ++i) {
            const CaseOutcome outcome = runner.run(calls[i].sizes, calls[i].seed);
            const std::string at = problem.describe(calls[i].sizes);
            if (!outcome.passed) return {messages::wrong_on_gpu, {{"sizes", at}, {"why", outcome.message}}};
            Message other = launch_difference(counted.at(i), outcome.launches, backend.is_reference_device());
            if (other.empty()) continue;
            other.add({"sizes", at});
            return other;
        }
    } catch (const RunnerDied& death) {
        return {messages::failed_on_gpu, {{"why", death.message}}};
    } catch (const RunnerFault& fault) {
        return {messages::failed_on_gpu, {{"why", explain(fault, build.lab.manifest.entry)}}};
    }
    return {};
}

} // namespace grader
