// Mistake: the elements of a block are dealt out anew by way of shared memory, so that each warp has one
// formula and memory is still read in full sectors. But a warp reads places that other warps fill, and
// nothing makes it wait for them: two barriers are missing.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int warps = 4; // a block has as many as there are formulas

__global__ void transform_elements(const float* in, float* out, std::size_t count, int iterations) {
    __shared__ float stage[warps * 32];
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    stage[threadIdx.x] = i < count ? in[i] : 1.0f;

    const int formula = threadIdx.x / 32;
    float* mine = stage + threadIdx.x % 32 * warps + formula;
    *mine = transformed(*mine, formula, iterations);

    if (i < count) out[i] = stage[threadIdx.x];
}

extern "C" void transform(const TransformArgs& args) {
    const std::size_t count = elements_of(args);
    if (count == 0) return;
    transform_elements<<<groups_of(warps * 32, count), warps * 32>>>(args.in, args.out, count,
                                                                     args.iterations);
    CUDA_CHECK_LAUNCH();
}
