#include "runtime/explain_address.h"

#include "checks/address_describer.h"
#include "program/call_site.h"

namespace simulator::runtime {

namespace {

checks::AddressDescriber words_for(const DeviceMemory& memory) {
    return {memory, [](const void* caller) { return describe(host_code_place(caller)); }};
}

} // namespace

kernelsmith::Message explain_address(const DeviceMemory& memory, Address address) {
    const checks::AddressDescriber where = words_for(memory);
    if (const Allocation* holder = memory.find(address)) {
        return where.inside(*holder, address);
    }
    const Allocation* near = memory.nearest(address);
    if (near == nullptr) {
        return {};
    }
    return near->live ? where.outside(*near, address) : where.freed(*near, address);
}

kernelsmith::Message name_of(const DeviceMemory& memory, const Allocation& allocation) {
    return words_for(memory).name(allocation);
}

} // namespace simulator::runtime
