#include "count.cuh"
#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 256;
constexpr int bytes_per_tile = block * 16;

__global__ void count_tiles(HistogramArgs args, long long tiles) {
    __shared__ Count::TempStorage place;
    __shared__ unsigned int counts[BINS];
    Count count(place);
    count.InitHistogram(counts);
    __syncthreads();
    for (long long tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        unsigned char bytes[16];
        for (int i = 0; i < 16; ++i) bytes[i] = args.in[tile * bytes_per_tile + i * block + threadIdx.x];
        count.Composite(bytes, counts);
        __syncthreads();
    }
    const long long rest = tiles * bytes_per_tile + blockIdx.x * block + threadIdx.x;
    for (long long i = rest; i < args.count; i += gridDim.x * block) atomicAdd(&counts[args.in[i]], 1u);
    __syncthreads();
    atomicAdd(&args.bins[threadIdx.x], counts[threadIdx.x]);
}

extern "C" void histogram(const HistogramArgs& args) {
    CUDA_CHECK(cudaMemsetAsync(args.bins, 0, BINS * sizeof(unsigned int)));
    if (args.count == 0) return;
    count_tiles<<<132, block>>>(args, args.count / bytes_per_tile);
    CUDA_CHECK_LAUNCH();
}
