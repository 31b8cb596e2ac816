// The product of two matrices through square tiles in shared memory, with two tile sizes.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

/// c (rows x columns) = a (rows x depth) * b (depth x columns). All sizes are multiples of the tile.
template <int tile>
__global__ void matrix_multiply(const float* a, const float* b, float* c, int depth, int columns) {
    __shared__ float tile_a[tile][tile];
    __shared__ float tile_b[tile][tile];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int row = blockIdx.y * tile + y;
    const int column = blockIdx.x * tile + x;

    float sum = 0.0f;
    for (int start = 0; start < depth; start += tile) {
        tile_a[y][x] = a[row * depth + start + x];
        tile_b[y][x] = b[(start + y) * columns + column];
        __syncthreads(); // the tiles are complete
#pragma unroll
        for (int k = 0; k < tile; ++k) sum += tile_a[y][k] * tile_b[k][x];
        __syncthreads(); // no thread reads them any more
    }
    c[row * columns + column] = sum;
}

std::vector<float> pattern(int count, int period) {
    std::vector<float> values(count);
    for (int i = 0; i < count; ++i)
        values[i] = static_cast<float>(i % period) / static_cast<float>(period) - 0.4f;
    return values;
}

int main() {
    const int rows = 160, depth = 192, columns = 224;
    const std::vector<float> a = pattern(rows * depth, 17);
    const std::vector<float> b = pattern(depth * columns, 29);
    std::vector<float> c(rows * columns);

    float *device_a, *device_b, *device_c;
    check(cudaMalloc(&device_a, a.size() * sizeof(float)));
    check(cudaMalloc(&device_b, b.size() * sizeof(float)));
    check(cudaMalloc(&device_c, c.size() * sizeof(float)));
    check(cudaMemcpy(device_a, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice));
    check(cudaMemcpy(device_b, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice));

    for (const int tile : {16, 32}) {
        const dim3 block(tile, tile);
        const dim3 grid(columns / tile, rows / tile);
        const auto kernel = tile == 16 ? matrix_multiply<16> : matrix_multiply<32>;
        kernel<<<grid, block>>>(device_a, device_b, device_c, depth, columns);
        check(cudaGetLastError());
        check(cudaMemcpy(c.data(), device_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost));

        for (int row = 0; row < rows; ++row) {
            for (int column = 0; column < columns; ++column) {
                double sum = 0.0;
                for (int k = 0; k < depth; ++k) sum += double{a[row * depth + k]} * b[k * columns + column];
                const float found = c[row * columns + column];
                if (!(std::fabs(found - sum) <= 1e-4)) {
                    std::printf("tile %d: element (%d, %d) is %g, not %g\n", tile, row, column, found, sum);
                    return 1;
                }
            }
        }
    }
    check(cudaFree(device_a));
    check(cudaFree(device_b));
    check(cudaFree(device_c));
    std::printf("PASSED\n");
    return 0;
}
