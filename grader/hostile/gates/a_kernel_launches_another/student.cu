#include "kernelsmith/check.h"
#include "lab.h"

__global__ void transform_elements(TransformArgs args, std::size_t striped, std::size_t count) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const float v = args.in[i];
    args.out[i] = transformed(v, i < striped ? i % formulas : formula_of(v), args.iterations);
}

__global__ void launch(TransformArgs args, std::size_t striped, std::size_t count) {
    transform_elements<<<unsigned((count + 255) / 256), 256>>>(args, striped, count);
}

extern "C" void transform(const TransformArgs& args) {
    const std::size_t striped = elements_of(args, args.striped_rows);
    const std::size_t count = striped + elements_of(args, args.mixed_rows);
    if (count == 0) return;
    launch<<<1, 1>>>(args, striped, count);
    CUDA_CHECK_LAUNCH();
}
