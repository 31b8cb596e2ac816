// The slow program: correct, and what your speedup is measured against. A block takes all columns, one after
// the other, and its 512 threads take 512 rows of them.

#include "kernelsmith/check.h"
#include "lab.h"

__global__ void transform_rows(const float* in, float* out, int width, int height, int iterations) {
    const int first_row = blockIdx.y * blockDim.y + threadIdx.y;
    const int first_column = blockIdx.x * blockDim.x + threadIdx.x;
    const std::size_t pitch = width;
    for (int row = first_row; row < height; row += gridDim.y * blockDim.y) {
        for (int column = first_column; column < width; column += gridDim.x * blockDim.x) {
            const std::size_t i = row * pitch + column;
            out[i] = transformed(in[i], column, iterations);
        }
    }
}

extern "C" void transform(const TransformArgs& args) {
    const dim3 block(1, 512);
    const dim3 grid(1, 512);
    transform_rows<<<grid, block>>>(args.in, args.out, args.width, args.height, args.iterations);
    CUDA_CHECK_LAUNCH();
}
