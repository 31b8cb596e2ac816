#include "kernelsmith/check.h"
#include "lab.h"

__global__ void transform_element(float* data, int width) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= width) return;
    volatile float* element = &data[std::size_t(blockIdx.y) * width + column];
    float value = 0;
    int seen = 0;
    do value = *element;
    while (value > 0 && ++seen < 4);
    *element = transformed(value, column);
}

extern "C" void transform(const TransformArgs& args) {
    for_each_band(args, [](const TransformArgs& band) {
        transform_element<<<dim3(groups_of(256, band.width), band.height), 256>>>(band.data, band.width);
        CUDA_CHECK_LAUNCH();
    });
}
