#include "grading/backend/backend.h"

#include <algorithm>
#include <cctype>

#include <fmt/core.h>

#include "base/errors.h"
#include "grading/backend/gpu.h"
#include "grading/backend/host.h"
#include "grading/backend/sim.h"
#include "grading/messages/device.h"
#include "grading/messages/machine_error.h"

namespace grader {

std::unique_ptr<Backend> make_backend(const std::string& name, const GraderPaths& paths,
                                      const std::string& device, const Isolation& isolation) {
    if (name == "gpu") return make_gpu_backend(paths, device, isolation);
    if (name == "sim") return make_sim_backend(paths, device, isolation);
    if (name == "host") return make_host_backend(paths, isolation);
    if (name != "auto") throw UsageError(fmt::format("Unknown backend {}. Available: auto, gpu, sim.", name));
    std::unique_ptr<Backend> gpu = make_gpu_backend(paths, device, isolation);
    // A broken GPU is an error to report, not a reason to grade on another device.
    const bool none = !gpu->availability().usable && !gpu->availability().broken;
    return none ? make_sim_backend(paths, device, isolation) : std::move(gpu);
}

RunLimits simulated_limits(RunLimits limits) {
    // The inputs of programs on the simulator are small; the factor covers its start, and slow hosts.
    constexpr double time_factor = 6;
    limits.wall_s *= time_factor;
    return limits;
}

void throw_if_infrastructure_error(const RunnerFault& fault, const Backend& backend) {
    if (!fault.is_infrastructure_error) return;
    throw MachineError(
        {fault.kind == "memory" ? messages::little_free_memory : messages::failed_before_the_call,
         {{"device", backend.device().name}, {"why", fault.message}}});
}

std::string device_slug(const std::string& name) {
    std::string slug;
    for (const char c : name) {
        const auto letter = static_cast<unsigned char>(c);
        if (std::isalnum(letter) != 0)
            slug += static_cast<char>(std::tolower(letter));
        else if (!slug.empty() && slug.back() != '_')
            slug += '_';
    }
    for (const std::string_view brand : {"nvidia_", "geforce_", "tesla_", "quadro_"})
        if (slug.starts_with(brand)) slug.erase(0, brand.size());
    while (slug.ends_with('_')) slug.pop_back();
    return slug;
}

} // namespace grader
