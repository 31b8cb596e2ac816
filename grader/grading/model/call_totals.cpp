#include "grading/model/call_totals.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>

#include "grading/channel/kernel_name.h"
#include "grading/model/time_limit.h"

namespace grader {
namespace {

constexpr std::array arithmetic_counters = {
    "smsp__sass_thread_inst_executed_op_integer_pred_on.sum",
    "smsp__sass_thread_inst_executed_op_bit_pred_on.sum",
    "smsp__sass_thread_inst_executed_op_fp16_pred_on.sum",
    "smsp__sass_thread_inst_executed_op_fp32_pred_on.sum",
    "smsp__sass_thread_inst_executed_op_fp64_pred_on.sum",
    "smsp__sass_thread_inst_executed_op_conversion_pred_on.sum",
};
constexpr std::array dram_counters = {"dram__bytes_read.sum", "dram__bytes_write.sum"};

// Returns the sum of @p counters over the timed case, extrapolated from the modelled part of the GPU.
double total_of(const ModelledCall& call, std::span<const char* const> counters) {
    double sum = 0;
    for (std::size_t n = 0; n < call.launches.size(); ++n) {
        const Counts& counts = call.launches[n].counts;
        for (const char* const counter : counters)
            if (const auto found = counts.find(counter); found != counts.end())
                sum += found->second * call.rounds[n].work;
    }
    return sum * call.whole;
}

} // namespace

std::vector<CallTerm> terms_of(const ModelledCall& call) {
    std::map<std::string, double> sums;
    for (std::size_t n = 0; n < call.launches.size(); ++n) {
        const std::optional<ModelledTime>& time = call.launches[n].time;
        if (!time) continue;
        const LaunchRounds& rounds = call.rounds[n];
        for (const auto& [name, ms] : time->terms)
            sums[name] += call.whole * ms * (name == "launch" ? rounds.launches : rounds.work);
    }
    sums["call"] = call.time.call_overhead_ms;
    sums["copies"] = call.time.copies_ms;
    sums["moves"] = call.time.device_copies_ms;
    sums["host_waits"] = call.time.host_wait_ms;
    sums["host_work"] = call.time.host_work_ms;
    std::vector<CallTerm> terms;
    for (const auto& [name, ms] : sums)
        if (ms > 0) terms.push_back({name, ms});
    std::ranges::stable_sort(terms, std::ranges::greater{}, &CallTerm::ms);
    return terms;
}

CallLimiter limiter_of(const ModelledCall& call) {
    constexpr double min_limiting_share = 0.5;
    const double all = call.time.ms;
    std::vector<TimeShare> shares = {{"copies", call.time.copies_ms / all},
                                     {"moves", call.time.device_copies_ms / all},
                                     {"host_waits", call.time.host_wait_ms / all},
                                     {"host_work", call.time.host_work_ms / all},
                                     {"call", call.time.call_overhead_ms / all}};
    double kernels = 1;
    for (const TimeShare& one : shares) kernels -= one.share;
    shares.push_back({"kernels", kernels});
    const TimeShare& largest = *std::ranges::max_element(shares, {}, &TimeShare::share);
    if (largest.share > min_limiting_share && largest.part != "kernels")
        return {largest.part, limit_of_call(shares)};
    const ObservedLaunch& longest = *longest_launch(call.launches);
    return {longest.time->limiter, limit_of_launch(kernel_name(longest.kernel), *longest.time)};
}

// The parts of a GPU do the same work at the same time. Data that they share is loaded from DRAM once for all
// of them.

double operations_of(const ModelledCall& call) { return total_of(call, arithmetic_counters) * call.parts; }

double dram_bytes_of(const ModelledCall& call) { return total_of(call, dram_counters) * call.memory_parts; }

} // namespace grader
