// Mistake: the formula depends on the thread's index in the block, not on the column. In a block of 32 columns
// and 8 rows, threadIdx.y, which is the row, decides between odd and even.

#include "kernelsmith/check.h"
#include "lab.h"

__global__ void transform_tile(float* data, int width, int height) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= width || row >= height) return;

    const std::size_t pitch = width;
    const std::size_t i = row * pitch + column;
    data[i] = transformed(data[i], threadIdx.y);
}

static void launch(const TransformArgs& band) {
    const dim3 block(32, 8);
    const dim3 grid(groups_of(32, band.width), groups_of(8, band.height));
    transform_tile<<<grid, block>>>(band.data, band.width, band.height);
    CUDA_CHECK_LAUNCH();
}

extern "C" void transform(const TransformArgs& args) { for_each_band(args, launch); }
