#include "kernelsmith/check.h"
#include "lab.h"

/// A load that no compiler removes, and that may hit in L1.
__device__ float load(const float* element) {
    float value;
    asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(value) : "l"(element));
    return value;
}

__global__ void transform_element(float* data, int width) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= width) return;
    float& element = data[std::size_t(blockIdx.y) * width + column];
    const float a = load(&element), b = load(&element), c = load(&element);
    element = transformed(b == c ? a : 0, column);
}

extern "C" void transform(const TransformArgs& args) {
    for_each_band(args, [](const TransformArgs& band) {
        transform_element<<<dim3(groups_of(256, band.width), band.height), 256>>>(band.data, band.width);
        CUDA_CHECK_LAUNCH();
    });
}
