#include "client/accepted_launches.h"

#include <algorithm>
#include <cstring>

namespace simulator::client {

using protocol::LaunchMessage;

namespace {

// A program launches a kernel with few configurations, usually one.
constexpr std::size_t max_launches_per_kernel = 16;

/// Returns whether two launches differ in nothing but their arguments.
bool has_same_configuration(const LaunchMessage& a, const LaunchMessage& b) {
    return a.stream == b.stream && a.dynamic_shared == b.dynamic_shared && a.grid == b.grid &&
           a.block == b.block && a.cooperative == b.cooperative && a.in_clusters == b.in_clusters;
}

} // namespace

bool AcceptedLaunches::pack(const LaunchMessage& launch, void* const* arguments, protocol::Writer& out) {
    const std::lock_guard lock(mutex_);
    const auto found = kernels_.find(launch.function);
    if (found == kernels_.end()) {
        return false;
    }
    const Kernel& kernel = found->second;
    const auto same = [&](const LaunchMessage& one) { return has_same_configuration(one, launch); };
    if (kernel.epoch != epoch_ || std::ranges::none_of(kernel.launches, same) ||
        (arguments == nullptr && !kernel.parameters.empty())) {
        return false;
    }
    out.put(launch);
    std::byte* const packed = out.append_space(kernel.bytes);
    for (std::size_t n = 0; n < kernel.parameters.size(); ++n) {
        std::memcpy(packed + kernel.parameters[n].offset, arguments[n], kernel.parameters[n].bytes);
    }
    return true;
}

void AcceptedLaunches::add(const LaunchMessage& launch, protocol::Reader answer, std::uint64_t epoch) {
    const std::lock_guard lock(mutex_);
    Kernel& kernel = kernels_[launch.function];
    if (kernel.epoch != epoch) {
        kernel = {.bytes = answer.get<std::uint32_t>(), .epoch = epoch};
        kernel.parameters.resize(answer.get<std::uint32_t>());
        for (Parameter& parameter : kernel.parameters) {
            parameter.offset = answer.get<std::uint32_t>();
            parameter.bytes = answer.get<std::uint32_t>();
        }
    }
    if (kernel.launches.size() == max_launches_per_kernel) {
        kernel.launches.clear();
    }
    kernel.launches.push_back(launch);
}

} // namespace simulator::client
