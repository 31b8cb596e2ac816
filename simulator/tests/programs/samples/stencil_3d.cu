// Heat in a box: every step replaces a cell by a mean of itself and its six neighbours. A block owns a column
// of cells, keeps the planes below and above in registers and the plane it works on in shared memory.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int tile_x = 32;
constexpr int tile_y = 8;
constexpr float share = 0.1f; // what a cell takes over from one neighbour

/// The sides of the box keep their temperature.
__global__ void diffuse(const float* in, float* out, int nx, int ny, int nz) {
    __shared__ float plane[tile_y + 2][tile_x + 2];
    const int x = blockIdx.x * tile_x + threadIdx.x;
    const int y = blockIdx.y * tile_y + threadIdx.y;
    const int sx = threadIdx.x + 1;
    const int sy = threadIdx.y + 1;
    const bool exists = x < nx && y < ny;
    const bool inside = exists && x > 0 && x < nx - 1 && y > 0 && y < ny - 1;
    const int layer = nx * ny;
    const int cell = y * nx + x;

    float below = 0.0f;
    float here = exists ? in[cell] : 0.0f;
    float above = exists ? in[cell + layer] : 0.0f;
    if (exists) out[cell] = here;
    for (int z = 1; z < nz - 1; ++z) {
        below = here;
        here = above;
        above = exists ? in[cell + (z + 1) * layer] : 0.0f;

        __syncthreads();
        plane[sy][sx] = here;
        if (threadIdx.x == 0 && inside) plane[sy][0] = in[cell + z * layer - 1];
        if (threadIdx.x == tile_x - 1 && inside) plane[sy][tile_x + 1] = in[cell + z * layer + 1];
        if (threadIdx.y == 0 && inside) plane[0][sx] = in[cell + z * layer - nx];
        if (threadIdx.y == tile_y - 1 && inside) plane[tile_y + 1][sx] = in[cell + z * layer + nx];
        __syncthreads();

        float next = here;
        if (inside) {
            const float around =
                plane[sy][sx - 1] + plane[sy][sx + 1] + plane[sy - 1][sx] + plane[sy + 1][sx];
            next += share * (around + below + above - 6.0f * here);
        }
        if (exists) out[cell + z * layer] = next;
    }
    if (exists) out[cell + (nz - 1) * layer] = above;
}

void diffuse_on_host(const std::vector<double>& in, std::vector<double>& out, int nx, int ny, int nz) {
    out = in;
    const int layer = nx * ny;
    for (int z = 1; z < nz - 1; ++z) {
        for (int y = 1; y < ny - 1; ++y) {
            for (int x = 1; x < nx - 1; ++x) {
                const int i = z * layer + y * nx + x;
                const double around =
                    in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - layer] + in[i + layer];
                out[i] += share * (around - 6.0 * in[i]);
            }
        }
    }
}

int main() {
    const int nx = 70, ny = 45, nz = 24, steps = 4;
    const int cells = nx * ny * nz;
    std::vector<float> box(cells), found(cells);
    for (int i = 0; i < cells; ++i) box[i] = static_cast<float>((i * 31) % 101);

    const size_t bytes = cells * sizeof(float);
    float *now, *next;
    check(cudaMalloc(&now, bytes));
    check(cudaMalloc(&next, bytes));
    check(cudaMemcpy(now, box.data(), bytes, cudaMemcpyHostToDevice));
    const dim3 block(tile_x, tile_y);
    const dim3 grid((nx + tile_x - 1) / tile_x, (ny + tile_y - 1) / tile_y);
    for (int s = 0; s < steps; ++s) {
        diffuse<<<grid, block>>>(now, next, nx, ny, nz);
        check(cudaGetLastError());
        std::swap(now, next);
    }
    check(cudaMemcpy(found.data(), now, bytes, cudaMemcpyDeviceToHost));
    check(cudaFree(now));
    check(cudaFree(next));

    std::vector<double> expected(box.begin(), box.end()), other(cells);
    for (int s = 0; s < steps; ++s) {
        diffuse_on_host(expected, other, nx, ny, nz);
        std::swap(expected, other);
    }
    for (int i = 0; i < cells; ++i) {
        if (!(std::fabs(found[i] - expected[i]) <= 1e-3)) {
            std::printf("cell (%d, %d, %d) is %g, not %g\n", i % nx, i / nx % ny, i / (nx * ny), found[i],
                        expected[i]);
            return 1;
        }
    }
    std::printf("PASSED\n");
    return 0;
}
