#include "grading/steps/counted_on_device.h"

#include <array>
#include <map>
#include <tuple>

#include <fmt/core.h>

#include "grading/verify/case_run.h"
#include "grading/verify/case_runner.h"
#include "grading/verify/problem_module.h"

namespace grader {
namespace {

/// A kernel in one shape, and what it is called.
using Shapes =
    std::map<std::tuple<std::string, std::array<unsigned, 3>, std::array<unsigned, 3>, std::uint64_t>,
             std::pair<std::string, std::uint64_t>>;

/// The shapes of @p launches. On another device than the simulated one, where an honest program may choose otherwise, only
/// which kernels there are.
Shapes shapes_of(const std::vector<Launch>& launches, bool alike) {
    Shapes shapes;
    for (const Launch& launch : launches) {
        const Launch seen = alike ? launch : Launch();
        auto& [name, count] = shapes[{launch.symbol, seen.grid, seen.block, seen.shared_bytes}];
        name = alike ? fmt::format("{} with {} x {} x {} threads a block", launch.kernel, launch.block[0],
                                   launch.block[1], launch.block[2])
                     : launch.kernel;
        count = alike ? count + launch.count : 1;
    }
    return shapes;
}

/// The first shape of @p some that @p others have not, or not so often; empty: there is none.
std::string missing_in(const Shapes& others, const Shapes& some) {
    for (const auto& [shape, launched] : some) {
        const auto other = others.find(shape);
        if (other == others.end() || other->second.second != launched.second) return launched.first;
    }
    return {};
}

} // namespace

std::string difference(const std::vector<Launch>& simulated, const std::vector<Launch>& on_device,
                       bool alike) {
    const Shapes here = shapes_of(simulated, alike);
    const Shapes there = shapes_of(on_device, alike);
    if (const std::string more = missing_in(here, there); !more.empty())
        return fmt::format("On the GPU it launches {}, and on the simulator it does not, or not as often",
                           more);
    if (const std::string less = missing_in(there, here); !less.empty())
        return fmt::format("On the simulator it launches {}, and on the GPU it does not, or not as often",
                           less);
    return {};
}

std::string what_differs_on_device(const Backend& backend, const Lab& lab,
                                   const std::filesystem::path& object, const std::vector<CountedCall>& calls,
                                   const std::vector<std::vector<Launch>>& counted) {
    if (!backend.why_untimed().empty() || !backend.simulator().usable || backend.name() == "host") return {};
    const kernelsmith::Problem& problem = load_problem(lab.module);
    CaseRunner runner(backend, lab, problem, object);
    try {
        runner.load();
        for (std::size_t i = 0; i < calls.size(); ++i) {
            const CaseOutcome outcome = runner.run(calls[i].sizes, calls[i].seed);
            const std::string at = problem.describe(calls[i].sizes);
            if (!outcome.passed)
                return fmt::format("On the GPU its result is wrong ({}): {}", at, outcome.message);
            const std::string other = difference(counted.at(i), outcome.launches, backend.is_the_model());
            if (!other.empty()) return fmt::format("{} ({}).", other, at);
        }
    } catch (const RunnerDied& death) {
        return fmt::format("On the GPU, {}", death.what());
    } catch (const RunnerFault& fault) {
        return fmt::format("On the GPU, {}", explain(fault, lab.manifest.entry));
    }
    return {};
}

} // namespace grader
