#include "grade/counted_on_device.h"

#include <array>
#include <map>
#include <tuple>

#include <fmt/core.h>

#include "verify/case_run.h"
#include "verify/case_runner.h"
#include "verify/problem_module.h"

namespace grader {
namespace {

/// A kernel in one shape, and what it is called.
using Shapes =
    std::map<std::tuple<std::string, std::array<unsigned, 3>, std::array<unsigned, 3>, std::uint64_t>,
             std::pair<std::string, std::uint64_t>>;

Shapes shapes_of(const std::vector<Launch>& launches, bool alike) {
    Shapes shapes;
    for (const Launch& launch : launches) {
        auto& [name, count] = shapes[{launch.symbol, alike ? launch.grid : decltype(launch.grid){},
                                      launch.block, static_cast<std::uint64_t>(launch.shared_bytes)}];
        name = launch.kernel;
        count = alike ? count + launch.count : 1;
    }
    return shapes;
}

/// The first shape of @p some that @p others have not, or not so often; empty: there is none.
std::string missing_in(const Shapes& others, const Shapes& some) {
    for (const auto& [shape, launched] : some) {
        const auto other = others.find(shape);
        if (other != others.end() && other->second.second == launched.second) continue;
        const auto& [symbol, grid, block, shared] = shape;
        return fmt::format("{} with {} x {} x {} threads a block", launched.first, block[0], block[1],
                           block[2]);
    }
    return {};
}

} // namespace

std::string what_differs_on_device(const Backend& backend, const Lab& lab,
                                   const std::filesystem::path& object, const std::vector<CountedCall>& calls,
                                   const CountedRun& counted) {
    if (!backend.why_untimed().empty() || !backend.simulator().usable || backend.name() == "host") return {};
    CaseRunner runner(backend, lab, load_problem(lab.module), object);
    try {
        runner.load();
        for (std::size_t i = 0; i < calls.size(); ++i) {
            const CaseOutcome outcome = runner.run(calls[i].sizes, calls[i].seed);
            const std::string at = describe(calls[i].sizes);
            if (!outcome.passed)
                return fmt::format("On the device its result is wrong ({}): {}", at, outcome.message);
            const bool alike = backend.is_the_model();
            const Shapes there = shapes_of(outcome.launches, alike);
            const Shapes here = shapes_of(counted.by_call.at(i), alike);
            if (const std::string more = missing_in(here, there); !more.empty())
                return fmt::format(
                    "The device was to run {}, and the simulator was not, or not as often ({}).", more, at);
            if (const std::string less = missing_in(there, here); !less.empty())
                return fmt::format(
                    "The simulator was to run {}, and the device was not, or not as often ({}).", less, at);
        }
    } catch (const RunnerDied& death) {
        return fmt::format("On the device, {}", death.what());
    } catch (const RunnerFault& fault) {
        return fmt::format("On the device, {}", explain(fault, lab.manifest.entry));
    }
    return {};
}

} // namespace grader
