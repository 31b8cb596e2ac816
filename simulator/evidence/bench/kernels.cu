// Kernels of the benchmark: two matrix products, one limited by its loads and one with tiles in shared
// memory, and a divergent kernel.

constexpr int tile = 32;

extern "C" __global__ void matmul_naive(const float* a, const float* b, float* c, int n) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n) return;
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

extern "C" __global__ void matmul_tiled(const float* a, const float* b, float* c, int n) {
    __shared__ float tile_a[tile][tile];
    __shared__ float tile_b[tile][tile];
    const int row = blockIdx.y * tile + threadIdx.y;
    const int column = blockIdx.x * tile + threadIdx.x;
    float sum = 0;
    for (int begin = 0; begin < n; begin += tile) {
        tile_a[threadIdx.y][threadIdx.x] = a[row * n + begin + threadIdx.x];
        tile_b[threadIdx.y][threadIdx.x] = b[(begin + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < tile; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

// Collatz steps: lanes leave the loop at different times.
extern "C" __global__ void divergent(const float*, const float*, float* c, int n) {
    const int thread = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y +
                       threadIdx.y * blockDim.x + threadIdx.x;
    if (thread >= n * n) return;
    unsigned value = static_cast<unsigned>(thread) + 1;
    int steps = 0;
    while (value != 1) {
        value = value % 2 == 0 ? value / 2 : 3 * value + 1;
        ++steps;
    }
    c[thread] = static_cast<float>(steps);
}
