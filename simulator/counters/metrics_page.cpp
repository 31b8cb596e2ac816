#include <fmt/core.h>

#include "counters/metrics.h"

namespace simulator {
namespace {

constexpr std::string_view introduction =
    R"(# Counters of the simulator

Each launch has these counters, and so has each source line of a program compiled with `-lineinfo`, but for those
that only a launch has. Where Nsight Compute counts the same, the counter has its name; the others begin with
`kernelsmith__`. A short name, where there is one, is what a lab's gates use.

This page is made from the table in `simulator/counters/metric_table.cpp`.

)";

} // namespace

std::string metrics_page() {
    std::string page{introduction};
    page += "| Counter | Short name | Unit | Meaning | Lines | In Nsight Compute | What differs from the "
            "hardware |\n"
            "| --- | --- | --- | --- | --- | --- | --- |\n";
    for (const Metric& metric : metrics())
        page += fmt::format("| `{}` | {} | {} | {} | {} | {} | {} |\n", metric.name,
                            metric.alias.empty() ? "" : fmt::format("`{}`", metric.alias), metric.unit,
                            metric.meaning, metric.of_launch ? "" : "yes",
                            metric.in_nsight() ? "yes" : "ours", metric.differs);
    return page;
}

} // namespace simulator
