// The softmax of each row of a matrix in bfloat16: a warp takes a row, keeps maximum and sum in single precision, and
// rounds only what it stores.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_bf16.h>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int columns = 200;

// Of pairs of elements, lane by lane; two shuffles of a pair give the largest of the row.
__device__ float largest_of_row(const __nv_bfloat162* row) {
    __nv_bfloat162 largest = row[threadIdx.x];
    for (int i = threadIdx.x + 32; i < columns / 2; i += 32) largest = __hmax2(largest, row[i]);
    for (int lanes = 16; lanes > 0; lanes /= 2)
        largest = __hmax2(largest, __shfl_xor_sync(0xffffffff, largest, lanes));
    return __bfloat162float(__hmax(largest.x, largest.y));
}

__global__ void softmax(const __nv_bfloat16* in, __nv_bfloat16* out, int rows) {
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    const auto* from = reinterpret_cast<const __nv_bfloat162*>(in + row * columns);
    auto* to = reinterpret_cast<__nv_bfloat162*>(out + row * columns);
    const float largest = largest_of_row(from);
    float sum = 0;
    for (int i = threadIdx.x; i < columns / 2; i += 32) {
        const float2 pair = __bfloat1622float2(from[i]);
        sum += expf(pair.x - largest) + expf(pair.y - largest);
    }
    for (int lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_xor_sync(0xffffffff, sum, lanes);
    for (int i = threadIdx.x; i < columns / 2; i += 32) {
        const float2 pair = __bfloat1622float2(from[i]);
        to[i] = __floats2bfloat162_rn(expf(pair.x - largest) / sum, expf(pair.y - largest) / sum);
    }
}

int main() {
    const int rows = 37;
    std::vector<__nv_bfloat16> in(rows * columns), out(rows * columns);
    for (int i = 0; i < rows * columns; ++i)
        in[i] = __float2bfloat16(static_cast<float>(i * 2654435761u % 1000u) / 100 - 5);

    __nv_bfloat16 *device_in, *device_out;
    const size_t bytes = in.size() * sizeof(__nv_bfloat16);
    check(cudaMalloc(&device_in, bytes));
    check(cudaMalloc(&device_out, bytes));
    check(cudaMemcpy(device_in, in.data(), bytes, cudaMemcpyHostToDevice));
    softmax<<<(rows + 3) / 4, dim3(32, 4)>>>(device_in, device_out, rows);
    check(cudaGetLastError());
    check(cudaMemcpy(out.data(), device_out, bytes, cudaMemcpyDeviceToHost));
    check(cudaFree(device_in));
    check(cudaFree(device_out));

    for (int row = 0; row < rows; ++row) {
        double largest = -INFINITY;
        double sum = 0;
        const __nv_bfloat16* of_row = in.data() + row * columns;
        for (int i = 0; i < columns; ++i) largest = std::max<double>(largest, __bfloat162float(of_row[i]));
        for (int i = 0; i < columns; ++i) sum += std::exp(__bfloat162float(of_row[i]) - largest);
        for (int i = 0; i < columns; ++i) {
            const double expected = std::exp(__bfloat162float(of_row[i]) - largest) / sum;
            const double is = __bfloat162float(out[row * columns + i]);
            // Half a unit in the last of 8 bits, and a little for single precision.
            if (std::fabs(is - expected) > expected * 0.00391) {
                std::printf("row %d, column %d: %g, not %g\n", row, i, is, expected);
                return 1;
            }
        }
    }
    std::printf("PASSED\n");
    return 0;
}
