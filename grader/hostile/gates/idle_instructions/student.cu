#include "kernelsmith/check.h"
#include "lab.h"

__global__ void transform_elements(const float* in, float* out, std::size_t striped, std::size_t count,
                                   int iterations) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count) return;
    unsigned idle = threadIdx.x;
    for (int k = 0; k < 600; ++k) asm volatile("add.u32 %0, %0, 1;" : "+r"(idle));
    const float v = in[i];
    out[i] = transformed(v, i < striped ? i % formulas : formula_of(v), iterations);
    if (idle == 7) out[i] = 0;
}

extern "C" void transform(const TransformArgs& args) {
    const std::size_t striped = elements_of(args, args.striped_rows);
    const std::size_t count = striped + elements_of(args, args.mixed_rows);
    if (count == 0) return;
    transform_elements<<<groups_of(256, count), 256>>>(args.in, args.out, striped, count, args.iterations);
    CUDA_CHECK_LAUNCH();
}
