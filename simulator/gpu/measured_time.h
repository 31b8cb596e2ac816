#pragma once

/// @file
/// Times of a GPU that calibrate has measured. Values that it cannot measure are derived from a modelled GPU
/// (derived_time.h).

#include <string_view>

#include "gpu/device.h"
#include "gpu/device_time.h"
#include "gpu/time_values.h"

namespace simulator {

/// A GPU and the values of its times that calibrate measures.
struct MeasuredGpu {
    Device device;     ///< its properties
    TimeValues values; ///< measured values, by the keys of the model
};

/// Returns the modelled GPU of a name as calibrate would measure it. Throws std::invalid_argument.
MeasuredGpu measured_as_modelled(std::string_view name);
/// Returns the GPU that calibrate described: @p device and @p times are its outputs. Throws
/// std::invalid_argument.
MeasuredGpu measured_gpu(std::string_view device, std::string_view times);

/// Returns the times of @p gpu; what is not measured is derived from the modelled GPU @p base.
DeviceTime time_from_base(const MeasuredGpu& gpu, std::string_view base);

} // namespace simulator
