/// @file
/// Measures the GPU of this machine, and prints it for the timing model:
///
///     calibrate > times.toml              rates and latencies, as in simulator/gpu/times
///     calibrate --device > device.toml    properties, as in simulator/gpu/devices

#include <cstdio>
#include <cstring>

#include "gpu.h"
#include "timing.h"

int main(int count, char** arguments) {
    using namespace calibrate;
    if (count == 2 && std::strcmp(arguments[1], "--device") == 0) {
        cudaDeviceProp properties = {};
        check(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
        print_device(properties);
        return 0;
    }
    if (count != 1) {
        std::fputs("usage: calibrate [--device]\n", stderr);
        return 2;
    }
    const Gpu gpu = find_gpu();
    int driver = 0;
    int runtime = 0;
    check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
    check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
    std::printf("# Measured by calibrate on %s, driver for CUDA %d.%d, CUDA %d.%d.\n", gpu.properties.name,
                driver / 1000, driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10);
    measure_clock(gpu);
    measure_latencies(gpu);
    measure_rates(gpu);
    measure_l1(gpu);
    measure_shared_atomics(gpu);
    const double l2_gb_s = measure_l2(gpu);
    measure_atomics(gpu);
    measure_loaded(gpu, "l2", gpu.l2_set_bytes, l2_gb_s);
    const double dram_gb_s = measure_dram(gpu);
    measure_loaded(gpu, "dram", gpu.buffer_bytes, dram_gb_s);
    measure_launches(gpu);
    measure_copies(gpu);
    measure_host();
    print_loaded_rows();
    leave_gpu(gpu);
    return 0;
}
