#include "authoring/records/counters/throughputs.h"

#include <algorithm>

namespace grader {

std::vector<std::string> throughput_metrics() {
    return {Throughputs::duration_ns, Throughputs::sm, Throughputs::l1, Throughputs::l2, Throughputs::dram};
}

std::vector<KernelCounts> throughputs_by_kernel(const std::vector<ObservedLaunch>& launches) {
    std::vector<KernelCounts> kernels;
    for (const ObservedLaunch& launch : launches) {
        const std::string name = plain_kernel_name(launch.kernel);
        auto known = std::ranges::find(kernels, name, &KernelCounts::kernel);
        if (known == kernels.end()) known = kernels.insert(kernels.end(), {name, 0, {}});
        ++known->launches;
        const double duration = launch.counts.at(Throughputs::duration_ns);
        double& all = known->counts[Throughputs::duration_ns];
        for (const char* metric : {Throughputs::sm, Throughputs::l1, Throughputs::l2, Throughputs::dram}) {
            double& mean = known->counts[metric];
            mean = (mean * all + launch.counts.at(metric) * duration) / (all + duration);
        }
        all += duration;
    }
    return kernels;
}

std::string limit_of(const Counts& throughputs) {
    constexpr double min_busy_percent = 60;
    std::string limit = "latency";
    double most = min_busy_percent;
    for (const auto& [name, metric] :
         {std::pair{"sm", Throughputs::sm}, std::pair{"l1", Throughputs::l1},
          std::pair{"memory", Throughputs::l2}, std::pair{"memory", Throughputs::dram}})
        if (const double percent = throughputs.at(metric); percent > most) {
            limit = name;
            most = percent;
        }
    return limit;
}

std::string limit_named(const std::string& limiter) {
    if (limiter == "issue" || limiter.starts_with("unit_")) return "sm";
    if (limiter == "l1_and_shared" || limiter == "from_l2" || limiter == "to_l2") return "l1";
    if (limiter == "l2" || limiter == "atomics" || limiter == "dram") return "memory";
    return "latency";
}

} // namespace grader
