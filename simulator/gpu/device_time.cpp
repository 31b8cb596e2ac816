#include "gpu/device_time.h"

#include <algorithm>

#include "gpu/device_texts.h"
#include "gpu/time_file.h"

namespace simulator {

DeviceTime part_of(DeviceTime time, double parts, double memory_parts) {
    for (double DeviceTime::*shared :
         {&DeviceTime::l2_gb_s, &DeviceTime::l2_write_gb_s, &DeviceTime::l2_lines_per_ns,
          &DeviceTime::l2_partial_per_ns, &DeviceTime::l2_fill_per_ns, &DeviceTime::atomic_sectors_per_ns,
          &DeviceTime::blocks_per_us})
        time.*shared /= parts;
    for (double DeviceTime::*shared :
         {&DeviceTime::dram_read_gb_s, &DeviceTime::dram_write_gb_s, &DeviceTime::dram_copy_gb_s})
        time.*shared /= memory_parts;
    time.dram_page_ps *= memory_parts;
    time.parts = parts;
    return time;
}

std::vector<std::string> device_time_names() {
    std::vector<std::string> names;
    for (const DeviceText& text : time_texts()) names.emplace_back(text.id);
    return names;
}

std::optional<DeviceTime> device_time_named(std::string_view device) {
    const auto texts = time_texts();
    if (std::ranges::find(texts, device, &DeviceText::id) == texts.end()) return std::nullopt;
    return read_device_time(device, texts);
}

} // namespace simulator
