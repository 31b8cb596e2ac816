#include <cub/version.cuh>

#include "end:"
#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = CUB_VERSION > 0 ? 256 : 0;

__global__ void count_byte(HistogramArgs args) {
    const long long i = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
    if (i < args.count) atomicAdd(&args.bins[args.in[i]], 1u);
}

extern "C" void histogram(const HistogramArgs& args) {
    CUDA_CHECK(cudaMemsetAsync(args.bins, 0, BINS * sizeof(unsigned int)));
    if (args.count == 0) return;
    count_byte<<<groups_of(block, args.count), block>>>(args);
    CUDA_CHECK_LAUNCH();
}
