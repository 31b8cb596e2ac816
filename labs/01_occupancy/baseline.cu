// The baseline: a correct, slow program, relative to which your speedup is measured. A block takes one column, and its
// 512 threads take 512 rows of it. Task 1 is about what is wrong with that.

#include "kernelsmith/check.h"
#include "lab.h"

__global__ void transform_column(float* data, int width, int height) {
    const int column = blockIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= height) return;

    const std::size_t pitch = width;
    const std::size_t i = row * pitch + column;
    data[i] = transformed(data[i], column);
}

extern "C" void transform(const TransformArgs& args) {
    for_each_band(args, [](const TransformArgs& band) {
        const dim3 block(1, 512);
        const dim3 grid(band.width, groups_of(512, band.height));
        transform_column<<<grid, block>>>(band.data, band.width, band.height);
        CUDA_CHECK_LAUNCH();
    });
}
