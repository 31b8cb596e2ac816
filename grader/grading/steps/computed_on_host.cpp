#include "grading/steps/computed_on_host.h"

#include <algorithm>

#include "course/quantity.h"
#include "grading/messages/counts.h"

namespace grader {
namespace {

/// Upper bound of the bytes that an atomic changes.
constexpr double atomic_bytes = 16;
/// Maximum share of the call's data that may be copied: tables and parameters are less, but a result that was
/// computed on the host is all of it.
constexpr double share_that_may_be_copied = 0.1;

double written_by_kernels(const CountedRun& run) {
    const auto count = [](const ObservedLaunch& launch, const char* name) {
        const auto found = launch.counts.find(name);
        return found == launch.counts.end() ? 0 : found->second;
    };
    double bytes = 0;
    for (const ObservedLaunch& launch : run.observed)
        bytes += count(launch, "kernelsmith__bytes_distinct_mem_global_op_st.sum") +
                 atomic_bytes * count(launch, "kernelsmith__threads_mem_global_op_atomic.sum");
    return bytes;
}

/// Returns whether the lab itself bounds copies with a gate.
bool bounds_copies(const Manifest& manifest) {
    return std::any_of(manifest.gates.begin(), manifest.gates.end(), [](const Gate& gate) {
        const auto& numerator = find_quantity(gate.counter)->numerator;
        return std::find(numerator.begin(), numerator.end(), call_counter::copied_bytes) != numerator.end();
    });
}

} // namespace

std::optional<Message> computed_on_host(const Manifest& manifest, const CountedRun& run) {
    // The share of an output that an input determines need not be exact to the byte.
    constexpr double nearly = 0.99;
    if (const double written = written_by_kernels(run); written < nearly * run.output_bytes)
        return Message(messages::kernels_wrote_too_little,
                       {{"written", written}, {"needed", run.output_bytes}});
    const double copied = run.of_call.at(call_counter::copied_bytes);
    if (!bounds_copies(manifest) && copied > share_that_may_be_copied * run.data_bytes)
        return Message(messages::too_much_copied, {{"copied", copied}, {"data", run.data_bytes}});
    return std::nullopt;
}

} // namespace grader
