// The baseline: a correct, slow program, relative to which your speedup is measured. A block takes all columns,
// one after the other, and its 512 threads take 512 rows.

#include "kernelsmith/check.h"
#include "lab.h"

__global__ void transform_rows(const float* in, float* out, int width, int striped_rows, int rows,
                               int iterations) {
    const int first_row = blockIdx.y * blockDim.y + threadIdx.y;
    const int first_column = blockIdx.x * blockDim.x + threadIdx.x;
    const std::size_t pitch = width;
    for (int row = first_row; row < rows; row += gridDim.y * blockDim.y) {
        for (int column = first_column; column < width; column += gridDim.x * blockDim.x) {
            const std::size_t i = row * pitch + column;
            const float v = in[i];
            const int formula = row < striped_rows ? column % formulas : formula_of(v);
            out[i] = transformed(v, formula, iterations);
        }
    }
}

extern "C" void transform(const TransformArgs& args) {
    const dim3 block(1, 512);
    const dim3 grid(1, 512);
    transform_rows<<<grid, block>>>(args.in, args.out, args.width, args.striped_rows,
                                    args.striped_rows + args.mixed_rows, args.iterations);
    CUDA_CHECK_LAUNCH();
}
