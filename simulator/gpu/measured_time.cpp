#include "gpu/measured_time.h"

#include <algorithm>
#include <iterator>

#include "gpu/device_file.h"
#include "gpu/device_texts.h"
#include "gpu/time_file.h"

namespace simulator {
namespace {

/// A value of the model that calibrate measures under another key.
struct Alias {
    std::string_view key;
    std::string_view measured;
};

constexpr Alias aliases[] = {
    {"model.l2_write_gb_s", "l2.write_gb_s"},
    {"model.atomic_sectors_per_ns", "l2.atomic_random_per_ns"},
};

/// Returns whether calibrate measures a value of the model, possibly under another key.
bool is_measurable(std::string_view key) {
    const auto is_key = [&](const Alias& alias) { return alias.key == key; };
    return !key.starts_with("model.") || std::ranges::any_of(aliases, is_key) ||
           key == "model.host_work_ns_per_byte";
}

} // namespace

MeasuredGpu measured_as_modelled(std::string_view name) {
    TimeValues values = read_time_values(name, time_texts());
    std::erase_if(values, [](const auto& value) { return !is_measurable(value.first); });
    return {device_named(name), std::move(values)};
}

MeasuredGpu measured_gpu(std::string_view device, std::string_view times) {
    MeasuredGpu gpu{read_device("this GPU", device), parse_times("this GPU", times).values};
    for (const Alias& alias : aliases)
        if (const auto measured = gpu.values.find(alias.measured); measured != gpu.values.end())
            gpu.values.emplace(alias.key, measured->second);
    return gpu;
}

DeviceTime time_from_base(const MeasuredGpu& gpu, std::string_view base) {
    return derive_device_time(gpu.device, gpu.values, base, time_texts());
}

} // namespace simulator
