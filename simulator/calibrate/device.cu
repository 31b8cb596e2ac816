/// @file
/// The properties of the GPU, in the format of `simulator/gpu/devices`.

#include <cstdio>

#include "gpu.h"
#include "timing.h"

namespace calibrate {
namespace {

int attribute(cudaDeviceAttr name) {
    int value = 0;
    check(cudaDeviceGetAttribute(&value, name, 0), "cudaDeviceGetAttribute");
    return value;
}

} // namespace

void print_device(const cudaDeviceProp& gpu) {
    constexpr int khz_per_mhz = 1000;
    const int clock_mhz = attribute(cudaDevAttrClockRate) / khz_per_mhz;
    const int memory_clock_mhz = attribute(cudaDevAttrMemoryClockRate) / khz_per_mhz;
    // DRAM transfers twice per cycle.
    const double dram_gb_s = 2.0 * memory_clock_mhz * gpu.memoryBusWidth / 8 * 1e-3;
    std::printf("name = \"%s\"\ncapability = [%d, %d]\n", gpu.name, gpu.major, gpu.minor);
    const auto print = [](const char* name, std::size_t value) { std::printf("%s = %zu\n", name, value); };
    print("multiprocessors", gpu.multiProcessorCount);
    print("clock_mhz", clock_mhz);
    print("memory_bytes", gpu.totalGlobalMem);
    print("memory_clock_mhz", memory_clock_mhz);
    print("memory_bus_bits", gpu.memoryBusWidth);
    std::printf("dram_gb_s = %.1f\n", dram_gb_s);
    print("l2_bytes", gpu.l2CacheSize);
    print("constant_bytes", gpu.totalConstMem);
    // L1 has a part of this memory as well, of a size that CUDA does not report.
    print("l1_shared_bytes", gpu.sharedMemPerMultiprocessor);
    print("shared_per_sm", gpu.sharedMemPerMultiprocessor);
    print("shared_per_block", gpu.sharedMemPerBlock);
    print("shared_per_block_optin", gpu.sharedMemPerBlockOptin);
    print("shared_reserved_per_block", gpu.reservedSharedMemPerBlock);
    print("registers_per_sm", gpu.regsPerMultiprocessor);
    print("registers_per_block", gpu.regsPerBlock);
    print("threads_per_sm", gpu.maxThreadsPerMultiProcessor);
    print("threads_per_block", gpu.maxThreadsPerBlock);
    print("blocks_per_sm", gpu.maxBlocksPerMultiProcessor);
}

} // namespace calibrate
