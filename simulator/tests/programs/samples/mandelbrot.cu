// How many steps each point of the plane takes to leave the Mandelbrot set's disc. Neighbours take different
// numbers of them, so the lanes of a warp part.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int width = 256;
constexpr int height = 160;
constexpr int limit = 256;

template <typename Real> __host__ __device__ int steps_to_leave(Real cx, Real cy) {
    Real x = 0, y = 0;
    int steps = 0;
    while (steps < limit && x * x + y * y < Real{4}) {
        const Real next = x * x - y * y + cx;
        y = Real{2} * x * y + cy;
        x = next;
        ++steps;
    }
    return steps;
}

template <typename Real> __host__ __device__ int steps_of_pixel(int column, int row) {
    return steps_to_leave(Real{-2.2} + Real{3.2} * column / width, Real{-1.0} + Real{2.0} * row / height);
}

template <typename Real> __global__ void mandelbrot(int* steps) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column < width && row < height) steps[row * width + column] = steps_of_pixel<Real>(column, row);
}

template <typename Real> bool draws_the_set(const char* type) {
    int* device;
    check(cudaMalloc(&device, width * height * sizeof(int)));
    const dim3 block(16, 8);
    const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    mandelbrot<Real><<<grid, block>>>(device);
    check(cudaGetLastError());
    std::vector<int> steps(width * height);
    check(cudaMemcpy(steps.data(), device, steps.size() * sizeof(int), cudaMemcpyDeviceToHost));
    check(cudaFree(device));

    // The host rounds a product before it is added, the GPU does not; at the set's edge the steps tell.
    int different = 0;
    for (int row = 0; row < height; ++row) {
        for (int column = 0; column < width; ++column) {
            different += steps[row * width + column] != steps_of_pixel<Real>(column, row);
        }
    }
    const bool right = different < width * height / 100;
    if (!right) std::printf("%s: %d of %d pixels differ\n", type, different, width * height);
    return right;
}

int main() {
    if (!draws_the_set<float>("float") || !draws_the_set<double>("double")) return 1;
    std::printf("PASSED\n");
    return 0;
}
