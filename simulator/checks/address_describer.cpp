#include "checks/address_describer.h"

#include "finding_messages/memory_messages.h"

namespace simulator::checks {

namespace memory_messages = kernelsmith::memory_messages;

Message AddressDescriber::call(const CallSite& site) const {
    const std::string caller = caller_ && site.caller != nullptr ? caller_(site.caller) : site.line;
    return {memory_messages::call,
            {{"function", site.function}, {"number", site.number}, {"caller", caller}}};
}

Message AddressDescriber::name(const Allocation& allocation) const {
    const auto variable = [&](MessageKind kind) {
        return Message(kind, {{"bytes", allocation.bytes}, {"name", allocation.name}});
    };
    const auto of_call = [&](MessageKind kind) {
        return Message(kind, {{"bytes", allocation.bytes}, {"call", call(allocation.allocated)}});
    };
    switch (allocation.origin) {
        case AllocationOrigin::variable: return variable(memory_messages::device_variable);
        case AllocationOrigin::constant: return variable(memory_messages::constant_variable);
        case AllocationOrigin::registered: return of_call(memory_messages::registered_memory);
        case AllocationOrigin::opened: return of_call(memory_messages::opened_memory);
        default: return of_call(memory_messages::allocation);
    }
}

Message AddressDescriber::inside(const Allocation& allocation, Address address) const {
    return {memory_messages::byte_of, {{"offset", address - allocation.begin}, {"memory", name(allocation)}}};
}

Message AddressDescriber::outside(const Allocation& allocation, Address address) const {
    if (address < allocation.begin)
        return {memory_messages::before_start,
                {{"bytes", allocation.begin - address}, {"memory", name(allocation)}}};
    if (address == allocation.end()) return {memory_messages::right_after, {{"memory", name(allocation)}}};
    if (address > allocation.end())
        return {memory_messages::bytes_after,
                {{"bytes", address - allocation.end()}, {"memory", name(allocation)}}};
    return {memory_messages::across_end, {{"memory", name(allocation)}}};
}

Message AddressDescriber::freed(const Allocation& allocation, Address address) const {
    const bool is_inside = address >= allocation.begin && address < allocation.end();
    return {memory_messages::freed,
            {{"place", is_inside ? inside(allocation, address) : outside(allocation, address)},
             {"call", call(allocation.freed)}}};
}

} // namespace simulator::checks
