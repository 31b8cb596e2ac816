#include "kernelsmith/check.h"
#include "lab.h"

__device__ uint4 table[32];

/// Loads sixteen bytes per lane; the values are dead.
__device__ void load_table() {
    [[maybe_unused]] unsigned x, y, z, w;
    asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x), "=r"(y), "=r"(z), "=r"(w)
                 : "l"(&table[threadIdx.x % 32]));
}

__global__ void adjust_byte(AdjustArgs args) {
    const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    for (int k = 0; k < 12; ++k) load_table();
    if (i < args.count) args.out[i] = adjusted(args.in[i], args.gain, args.offset);
}

extern "C" void adjust(const AdjustArgs& args) {
    if (args.count == 0) return;
    adjust_byte<<<groups_of(256, args.count), 256>>>(args);
    CUDA_CHECK_LAUNCH();
}
