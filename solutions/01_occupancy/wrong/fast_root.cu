// Mistake: v * rsqrtf(v) instead of sqrtf(v), for speed. rsqrtf is one fast instruction, but its result is only
// approximate, and the product is rounded again: many elements are off by a unit in the last place.
// The kernel is not faster for it, because it waits for memory.

#include "kernelsmith/check.h"
#include "lab.h"

__global__ void transform_element(float* data, int width) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= width) return;

    const std::size_t pitch = width;
    const std::size_t i = blockIdx.y * pitch + column;
    const float value = data[i];
    data[i] = value * rsqrtf(value) + static_cast<float>(column % 2);
}

static void launch(const TransformArgs& band) {
    const dim3 block(256);
    const dim3 grid(groups_of(256, band.width), band.height);
    transform_element<<<grid, block>>>(band.data, band.width);
    CUDA_CHECK_LAUNCH();
}

extern "C" void transform(const TransformArgs& args) { for_each_band(args, launch); }
