#include "authoring/records/counters/reasons.h"

#include <algorithm>

#include <fmt/core.h>

#include "authoring/records/counters/metrics.h"
#include "course/manifest.h"
#include "course/strict_table.h"

namespace grader {
namespace {

bool among(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_compared(const std::string& counter) {
    return std::any_of(compared_metrics().begin(), compared_metrics().end(),
                       [&](const ComparedMetric& metric) { return metric.name == counter; });
}

CounterReason read_reason(StrictTable& table) {
    CounterReason reason{table.text("group"), table.texts("builds"), table.texts("kernels"),
                         table.texts("counters"), table.text("text")};
    for (const std::string& counter : reason.counters)
        if (!is_compared(counter))
            table.report_error("counters", fmt::format("'{}' is not compared", counter));
    table.report_unknown_keys();
    return reason;
}

} // namespace

bool CounterReason::covers(const std::string& build, const std::string& kernel,
                           const std::string& counter) const {
    return (builds.empty() || among(builds, build)) && (kernels.empty() || among(kernels, kernel)) &&
           among(counters, counter);
}

bool CounterReason::excuses(const std::string& build) const {
    return counters.empty() && among(builds, build);
}

std::vector<CounterReason> read_reasons(const std::filesystem::path& file, const std::string& group) {
    std::vector<CounterReason> reasons;
    if (!std::filesystem::exists(file)) return reasons;
    TomlErrors complaints(file.string());
    read_strictly(file, complaints, [&](StrictTable& whole) {
        for (StrictTable& table : whole.tables("reason"))
            if (CounterReason reason = read_reason(table); reason.group == group)
                reasons.push_back(std::move(reason));
        whole.report_unknown_keys();
    });
    if (!complaints.empty()) throw ManifestError(complaints.text());
    return reasons;
}

} // namespace grader
