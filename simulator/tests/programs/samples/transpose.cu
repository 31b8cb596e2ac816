// A matrix transposed straight, through shared memory, and through shared memory with a padded tile.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int tile = 32;
constexpr int rows_at_once = 8;

__global__ void transpose_directly(const float* in, float* out, int width, int height) {
    const int x = blockIdx.x * tile + threadIdx.x;
    for (int dy = threadIdx.y; dy < tile; dy += rows_at_once) {
        const int y = blockIdx.y * tile + dy;
        if (x < width && y < height) out[x * height + y] = in[y * width + x];
    }
}

/// A padding of one keeps the threads that read a column of the tile on different banks.
template <int padding> __global__ void transpose_tile(const float* in, float* out, int width, int height) {
    __shared__ float staged[tile][tile + padding];
    const int left = blockIdx.x * tile;
    const int top = blockIdx.y * tile;
    for (int dy = threadIdx.y; dy < tile; dy += rows_at_once) {
        const int x = left + threadIdx.x;
        const int y = top + dy;
        if (x < width && y < height) staged[dy][threadIdx.x] = in[y * width + x];
    }
    __syncthreads();
    for (int dx = threadIdx.y; dx < tile; dx += rows_at_once) {
        const int x = left + dx;
        const int y = top + threadIdx.x;
        if (x < width && y < height) out[x * height + y] = staged[threadIdx.x][dx];
    }
}

int main() {
    const int width = 400, height = 270;
    const size_t bytes = width * height * sizeof(float);
    std::vector<float> in(width * height), out(width * height);
    for (int i = 0; i < width * height; ++i) in[i] = static_cast<float>(i);

    float *device_in, *device_out;
    check(cudaMalloc(&device_in, bytes));
    check(cudaMalloc(&device_out, bytes));
    check(cudaMemcpy(device_in, in.data(), bytes, cudaMemcpyHostToDevice));

    const dim3 block(tile, rows_at_once);
    const dim3 grid((width + tile - 1) / tile, (height + tile - 1) / tile);
    const auto kernels = {transpose_directly, transpose_tile<0>, transpose_tile<1>};
    int number = 0;
    for (const auto kernel : kernels) {
        check(cudaMemset(device_out, 0xff, bytes));
        kernel<<<grid, block>>>(device_in, device_out, width, height);
        check(cudaGetLastError());
        check(cudaMemcpy(out.data(), device_out, bytes, cudaMemcpyDeviceToHost));
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                if (out[x * height + y] == in[y * width + x]) continue;
                std::printf("kernel %d: element (%d, %d) is %g, not %g\n", number, x, y, out[x * height + y],
                            in[y * width + x]);
                return 1;
            }
        }
        ++number;
    }
    check(cudaFree(device_in));
    check(cudaFree(device_out));
    std::printf("PASSED\n");
    return 0;
}
