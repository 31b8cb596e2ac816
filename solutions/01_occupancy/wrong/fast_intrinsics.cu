// Mistake: __cosf and __logf for speed. They are made for small arguments: __cosf reduces its argument in one
// multiplication, and at 266 radians that loses more than the tolerance allows.

#include "kernelsmith/check.h"
#include "lab.h"

__global__ void transform_element(float* data, int width) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= width) return;

    const std::size_t pitch = width;
    const std::size_t i = blockIdx.y * pitch + column;
    const float value = data[i];
    data[i] = value + sqrtf((column % 2 == 0 ? __cosf(value) : __logf(value)) + 1.0f);
}

static void launch(const TransformArgs& slab) {
    const dim3 block(256);
    const dim3 grid(groups_of(256, slab.width), slab.height);
    transform_element<<<grid, block>>>(slab.data, slab.width);
    CUDA_CHECK_LAUNCH();
}

extern "C" void transform(const TransformArgs& args) { for_each_slab(args, launch); }
