#include "gpu/device.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gpu/device_file.h"
#include "gpu/device_texts.h"

namespace simulator {

std::vector<std::string> device_names() {
    std::vector<std::string> names;
    for (const DeviceText& text : device_texts()) names.emplace_back(text.id);
    return names;
}

Device device_named(std::string_view name) {
    const auto texts = device_texts();
    const auto found =
        std::find_if(texts.begin(), texts.end(), [&](const DeviceText& text) { return text.id == name; });
    if (found == texts.end())
        throw std::invalid_argument(
            fmt::format("Unknown device \"{}\". Known devices: {}.", name, fmt::join(device_names(), ", ")));
    return read_device(found->id, found->toml);
}

Device part_of(Device device, double parts, double memory_parts) {
    const double sms = parts >= 1 ? std::round(device.multiprocessors / parts) : 0;
    constexpr double tolerance = 0.01; // of a number with few digits
    if (sms < 1 || std::abs(device.multiprocessors / parts - sms) > tolerance)
        throw std::invalid_argument(
            fmt::format("{} SMs cannot be divided into {} equal parts.", device.multiprocessors, parts));
    if (!(memory_parts >= 1 && memory_parts <= parts))
        throw std::invalid_argument(
            fmt::format("The memory of one of {} parts cannot be one of {}.", parts, memory_parts));
    device.multiprocessors = static_cast<std::uint32_t>(sms);
    device.l2_bytes = static_cast<std::uint64_t>(static_cast<double>(device.l2_bytes) / memory_parts);
    device.parts = parts;
    device.memory_parts = memory_parts;
    return device;
}

} // namespace simulator
