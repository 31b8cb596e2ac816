/// @file
/// Measures the GPU and prints the parameters of the timing model as TOML:
///
///     nvcc -O3 -std=c++20 -gencode arch=compute_90,code=sm_90 -cudart shared simulator/evidence/calibrate/*.c* \
///         -o calibrate
///     ./calibrate > docs/results/times/h200/calibrated.toml

#include <cstdio>

#include "gpu.h"
#include "timing.h"

int main() {
    using namespace calibrate;
    const Gpu gpu = find_gpu();
    int driver = 0;
    int runtime = 0;
    check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
    check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
    std::printf("# Measured by simulator/evidence/calibrate on %s, driver for CUDA %d.%d, CUDA %d.%d.\n",
                gpu.properties.name, driver / 1000, driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10);
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
    print_loaded_rows();
    leave_gpu(gpu);
    return 0;
}
