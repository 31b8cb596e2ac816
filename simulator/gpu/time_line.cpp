#include "gpu/time_line.h"

#include <fmt/core.h>

namespace simulator {

std::string time_line(const Device& device, const DeviceTime& time) {
    return fmt::format(
        "{:<12}\t{:>3} {:>3} {:.3f} {:>6.0f} {:>4.1f} {:>4.1f} {:>4.1f} {:>4.1f} {:>5.2f} {:>4.1f} "
        "{:>5.2f} {:>4.1f} {:>6.1f} {:.3f} {:.2f} {}",
        device.id, device.multiprocessors, schedulers_per_sm * lanes_per_scheduler, device.clock_mhz * 1e-3,
        device.dram_gb_s, time.call_us, time.host_launch_us, time.host_first_copy_us, time.host_wait_us,
        time.to_host_gb_s, time.small_to_device_us, time.to_device_gb_s, time.memset_us, time.memset_gb_s,
        time.host_work_ns_per_byte, time.speedup_error, time.measured ? "measured" : "estimated");
}

} // namespace simulator
