#include "kernelsmith/check.h"
#include "lab.h"

__device__ float4 table;

// Sixteen bytes per lane, all from one sector; the values are dead.
__device__ void load_table() {
    float x, y, z, w;
    asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(x), "=f"(y), "=f"(z), "=f"(w)
                 : "l"(&table));
}

__global__ void transform_element(float* data, int width, int row_of_table) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y;
    if (column >= width) return;
    float& value = data[std::size_t(row) * width + column];
    if (row % row_of_table == 0 && threadIdx.x / 32 % 2 == 0) load_table();
    value = transformed(value, column);
}

extern "C" void transform(const TransformArgs& args) {
    for_each_band(args, [](const TransformArgs& band) {
        transform_element<<<dim3(groups_of(256, band.width), band.height), 256>>>(band.data, band.width, 2);
        CUDA_CHECK_LAUNCH();
    });
}
