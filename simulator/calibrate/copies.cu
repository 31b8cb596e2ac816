/// @file
/// Copies between host and GPU, and within the GPU.

#include <cstring>

#include "gpu.h"
#include "output.h"
#include "timing.h"

namespace calibrate {

void measure_copies(const Gpu& gpu) {
    begin_table("time.copy");
    constexpr std::size_t bytes = 256u << 20;
    constexpr auto amount = static_cast<double>(bytes);
    void* pinned = nullptr;
    check(cudaMallocHost(&pinned, bytes), "cudaMallocHost");
    std::memset(pinned, 1, bytes);
    // Touch every page, because the pages of a program that has computed something are mapped.
    std::vector<char> pageable(bytes, 1);
    const auto copy = [](void* to, const void* from, std::size_t size) {
        check(cudaMemcpy(to, from, size, cudaMemcpyDefault), "cudaMemcpy");
    };
    const auto rate = [&](void* to, const void* from) {
        return gb_s(amount, host_microseconds([&] { copy(to, from, bytes); }));
    };
    print_value("to_device_gb_s", rate(gpu.first, pinned), "pinned memory");
    print_value("to_host_gb_s", rate(pinned, gpu.first), "pinned memory");
    print_value("pageable_to_device_gb_s", rate(gpu.first, pageable.data()));
    print_value("pageable_to_host_gb_s", rate(pageable.data(), gpu.first));

    int number = 0;
    print_value("small_us", host_microseconds([&] { copy(&number, gpu.first, sizeof number); }, 501),
                "4 bytes to the host, on the host's clock");
    print_value("small_to_device_us",
                host_microseconds([&] { copy(gpu.first, &number, sizeof number); }, 501),
                "4 bytes to the GPU, on the host's clock");

    const auto all = static_cast<double>(gpu.buffer_bytes);
    const double set_time =
        gpu_microseconds([&] { check(cudaMemsetAsync(gpu.first, 0, gpu.buffer_bytes), "cudaMemsetAsync"); });
    print_value("memset_gb_s", gb_s(all, set_time));
    const double copy_time = gpu_microseconds([&] {
        check(cudaMemcpyAsync(gpu.second, gpu.first, gpu.buffer_bytes, cudaMemcpyDeviceToDevice),
              "cudaMemcpyAsync");
    });
    print_value("device_to_device_gb_s", gb_s(2 * all, copy_time), "bytes read and bytes written");
    check(cudaFreeHost(pinned), "cudaFreeHost");
}

} // namespace calibrate
