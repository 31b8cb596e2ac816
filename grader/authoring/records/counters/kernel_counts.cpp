#include "authoring/records/counters/kernel_counts.h"

#include <algorithm>
#include <regex>

#include "authoring/records/counters/metrics.h"
#include "grading/channel/kernel_name.h"

namespace grader {

std::string plain_kernel_name(const std::string& signature) {
    static const std::regex yes(R"(\btrue\b)"); // Nsight Compute prints 1 instead
    static const std::regex no(R"(\bfalse\b)");
    static const std::regex cast(R"(\(\w+( \w+)*\)(?=-?\d))"); // scale<(int)4>
    // Nsight Compute omits the outermost one.
    static const std::regex namespaces(R"((\(anonymous namespace\)|<unnamed>|\b\w+)::)");
    std::string name = std::regex_replace(kernel_name(signature), namespaces, "");
    name = std::regex_replace(name, yes, "1");
    name = std::regex_replace(name, no, "0");
    name = std::regex_replace(name, cast, "");
    std::erase(name, ' ');
    return name;
}

std::vector<KernelCounts> by_kernel(const std::vector<ObservedLaunch>& launches) {
    std::vector<KernelCounts> kernels;
    for (const ObservedLaunch& launch : launches) {
        const std::string name = plain_kernel_name(launch.kernel);
        auto known = std::find_if(kernels.begin(), kernels.end(),
                                  [&](const KernelCounts& counted) { return counted.kernel == name; });
        if (known == kernels.end()) known = kernels.insert(kernels.end(), {name, 0, {}});
        ++known->launches;
        for (const ComparedMetric& metric : compared_metrics())
            if (const auto count = launch.counts.find(metric.name);
                count != launch.counts.end() && count->second != 0) {
                double& all = known->counts[metric.name];
                all = metric.fact ? count->second : all + count->second;
            }
    }
    return kernels;
}

} // namespace grader
