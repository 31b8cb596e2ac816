#include "authoring/rules/counter_rules.h"

#include <algorithm>

#include <fmt/core.h>

#include "authoring/records/counters/record.h"

namespace grader {

namespace fs = std::filesystem;

bool stops_early(const LabProgram& entry) {
    return entry.expect.failing_step == "runs" || entry.expect.failing_step == "correct";
}

GeneratedBlock counters_block(const Course& course, const std::string& group,
                              const CounterComparison& comparison) {
    return {course.root() / "docs" / "counters_on_a_gpu.md", "counters " + group, counters_table(comparison)};
}

namespace {

/// Removes the builds from @p recorded that @p counted lacks.
void keep_those_of(std::vector<BuildCounts>& recorded, const std::vector<BuildCounts>& counted) {
    std::erase_if(recorded, [&](const BuildCounts& build) {
        return std::ranges::none_of(counted,
                                    [&](const BuildCounts& other) { return other.name == build.name; });
    });
}

} // namespace

Findings counts_agree_with_a_gpu(LabOnDevice& on_device, const Course& course, const std::string& slug) {
    std::vector<BuildCounts> simulated;
    for (const LabProgram& entry : lab_programs(on_device.lab)) {
        if (!fs::exists(entry.source)) continue; // the rules on files report it
        const std::vector<ObservedLaunch>& seen = on_device.counted(entry.source);
        if (seen.empty() && stops_early(entry)) continue;
        simulated.push_back({entry.name, by_kernel(seen)});
    }
    const fs::path file = counters_file(course.root(), slug);
    const CountersRecord record = read_counters(file);
    const auto recorded = record.groups.find(on_device.lab.id);
    std::vector<BuildCounts> on_gpu =
        recorded == record.groups.end() ? std::vector<BuildCounts>() : recorded->second;
    const ComparisonScope compared =
        on_device.sample.whole() ? ComparisonScope::all : ComparisonScope::sample;
    if (compared == ComparisonScope::sample) keep_those_of(on_gpu, simulated);
    const CounterComparison comparison =
        compare_counters(simulated, on_gpu,
                         read_reasons(file.parent_path() / "reasons.toml", on_device.lab.id), compared);
    Findings findings;
    for (const std::string& fault : comparison.faults) findings.push_back({file, 0, fault});
    if (compared == ComparisonScope::sample) return findings; // the table contains all programs, not a sample
    const GeneratedBlock table = counters_block(course, on_device.lab.id, comparison);
    if (state_of(table) != BlockState::current)
        findings.push_back(
            {table.file, 0,
             fmt::format("the table \"{}\" is out of date; update it: grader counters {} --fix", table.name,
                         on_device.lab.id)});
    return findings;
}

} // namespace grader
