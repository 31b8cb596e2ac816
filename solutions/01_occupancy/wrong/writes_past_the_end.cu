// Mistake: the load is checked against the right edge, the store is not. The threads past the edge overwrite
// the start of the next row; those of the last row write past the end of the matrix.

#include "kernelsmith/check.h"
#include "lab.h"

__global__ void transform_element(float* data, int width) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const std::size_t pitch = width;
    const std::size_t i = blockIdx.y * pitch + column;
    const float value = column < width ? data[i] : 1.0f;
    data[i] = transformed(value, column);
}

static void launch(const TransformArgs& band) {
    const dim3 block(256);
    const dim3 grid(groups_of(256, band.width), band.height);
    transform_element<<<grid, block>>>(band.data, band.width);
    CUDA_CHECK_LAUNCH();
}

extern "C" void transform(const TransformArgs& args) { for_each_band(args, launch); }
