#include "runtime/device_options.h"

namespace simulator::runtime {

void DeviceOptions::reset(std::size_t heap_bytes) {
    // The values of an H200.
    limits = {{cudaLimitStackSize, 1024},
              {cudaLimitPrintfFifoSize, 8650752},
              {cudaLimitMallocHeapSize, heap_bytes},
              {cudaLimitDevRuntimePendingLaunchCount, 2048},
              {cudaLimitMaxL2FetchGranularity, 64},
              {cudaLimitPersistingL2CacheSize, 0}};
    cache_preference = cudaFuncCachePreferNone;
}

} // namespace simulator::runtime
