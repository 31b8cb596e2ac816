#include "grading/steps/computed_on_host.h"

#include <algorithm>

#include "course/quantity.h"
#include "grading/messages/counts.h"

namespace grader {
namespace {

/// An atomic changes so many bytes at most.
constexpr double atomic_bytes = 16;
/// A table or a few numbers are less of what the call works on; a result from the host is all of it.
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

/// Whether the lab itself says how much may be copied.
bool bounds_copies(const Manifest& manifest) {
    return std::any_of(manifest.gates.begin(), manifest.gates.end(), [](const Gate& gate) {
        const auto& numerator = find_quantity(gate.counter)->numerator;
        return std::find(numerator.begin(), numerator.end(), call_counter::copied_bytes) != numerator.end();
    });
}

} // namespace

std::optional<Message> computed_on_host(const Manifest& manifest, const CountedRun& run) {
    // How much of an output an input makes need not be known to the last byte.
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
