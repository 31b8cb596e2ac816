#include "grading/measure/data_floor.h"

#include <algorithm>

namespace grader {

double data_floor_ms(const DeviceFacts& device, const kernelsmith::Work& work) {
    // Cold caches still hold some lines, and the last writes may stay in L2.
    constexpr double slack = 0.97;
    constexpr double bytes_per_ms = 1e6; // 1e6 bytes per ms are 1 GB/s
    if (device.peak_gb_s <= 0) return 0;
    const double bytes = std::max(0.0, work.bytes - static_cast<double>(device.l2_bytes));
    return slack * bytes / (device.peak_gb_s * bytes_per_ms);
}

} // namespace grader
