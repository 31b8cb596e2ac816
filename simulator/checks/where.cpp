#include "checks/where.h"

#include <fmt/core.h>

#include "checks/reporter.h"

namespace simulator::checks {

std::string Where::call(const CallSite& site) const {
    const std::string caller = caller_ && site.caller != nullptr ? caller_(site.caller) : site.line;
    const std::string number = fmt::format("{} number {}", site.function, site.number);
    return caller.empty() ? number : fmt::format("{} ({})", number, caller);
}

std::string Where::name(const Allocation& allocation) const {
    const std::string size = bytes_text(allocation.bytes);
    switch (allocation.origin) {
        case Origin::variable:
            return fmt::format("the {} of the __device__ variable {}", size, allocation.name);
        case Origin::constant:
            return fmt::format("the {} of the __constant__ variable {}", size, allocation.name);
        case Origin::registered:
            return fmt::format("the {} of host memory that {} made known", size, call(allocation.allocated));
        case Origin::opened:
            return fmt::format("the {} of another process that {} gave", size, call(allocation.allocated));
        default: return fmt::format("the {} that {} gave", size, call(allocation.allocated));
    }
}

std::string Where::inside(const Allocation& allocation, Address address) const {
    return fmt::format("byte {} of {}", address - allocation.begin, name(allocation));
}

std::string Where::outside(const Allocation& allocation, Address address) const {
    if (address < allocation.begin)
        return fmt::format("{} in front of {}", bytes_text(allocation.begin - address), name(allocation));
    if (address == allocation.end()) return "right behind " + name(allocation);
    if (address > allocation.end())
        return fmt::format("{} behind {}", bytes_text(address - allocation.end()), name(allocation));
    return fmt::format("across the end of {}", name(allocation));
}

std::string Where::freed(const Allocation& allocation, Address address) const {
    const bool is_inside = address >= allocation.begin && address < allocation.end();
    return fmt::format("{}; {} freed them",
                       is_inside ? inside(allocation, address) : outside(allocation, address),
                       call(allocation.freed));
}

} // namespace simulator::checks
