#include "runtime/properties.h"

#include <algorithm>

namespace simulator::runtime {

std::optional<int> attribute_of(const Device& device, cudaDeviceAttr attribute) {
    switch (attribute) {
#define ATTRIBUTE(name, value) \
    case name:                 \
        return static_cast<int>(value);
#include "runtime/attributes.def"
#undef ATTRIBUTE
        default: return std::nullopt;
    }
}

cudaDeviceProp properties_of(const Device& device) {
    cudaDeviceProp properties{};
    device.name.copy(properties.name, sizeof properties.name - 1);
    // The UUID only needs to differ between models.
    std::copy_n(device.id.begin(), std::min(device.id.size(), sizeof properties.uuid.bytes),
                properties.uuid.bytes);
    properties.totalGlobalMem = device.memory_bytes;
    properties.unifiedFunctionPointers = 1;
#define PROPERTY(member, attribute) \
    properties.member = static_cast<decltype(+properties.member)>(*attribute_of(device, attribute));
#include "runtime/properties.def"
#undef PROPERTY
    return properties;
}

} // namespace simulator::runtime
