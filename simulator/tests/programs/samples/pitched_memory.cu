// Rows with a pitch: allocated, set, copied in every direction in two dimensions, and used in a kernel.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int width = 75;
constexpr int height = 40;

__device__ float* row(char* image, size_t pitch, int y) {
    return reinterpret_cast<float*>(image + y * pitch);
}

/// Every pixel becomes its own value plus that of the pixel below; the last row stays.
__global__ void add_rows(char* in, size_t in_pitch, char* out, size_t out_pitch) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const float below = y + 1 < height ? row(in, in_pitch, y + 1)[x] : 0.0f;
    row(out, out_pitch, y)[x] = row(in, in_pitch, y)[x] + below;
}

int main() {
    const size_t row_bytes = width * sizeof(float);
    std::vector<float> image(width * height), found(width * height);
    for (int i = 0; i < width * height; ++i) image[i] = static_cast<float>(i % 251);

    char *in, *out, *packed;
    size_t in_pitch = 0, out_pitch = 0;
    check(cudaMallocPitch(&in, &in_pitch, row_bytes, height));
    check(cudaMallocPitch(&out, &out_pitch, 3 * row_bytes, height)); // wider than it need be
    check(cudaMalloc(&packed, row_bytes * height));
    if (in_pitch < row_bytes || in_pitch % 32 != 0) {
        std::printf("a pitch of %zu for rows of %zu bytes\n", in_pitch, row_bytes);
        return 1;
    }

    check(cudaMemcpy2D(in, in_pitch, image.data(), row_bytes, row_bytes, height, cudaMemcpyHostToDevice));
    // A window of 5 x 3 pixels at (10, 20) turns to zero.
    check(cudaMemset2D(in + 20 * in_pitch + 10 * sizeof(float), in_pitch, 0, 5 * sizeof(float), 3));
    for (int y = 20; y < 23; ++y) {
        for (int x = 10; x < 15; ++x) image[y * width + x] = 0.0f;
    }

    const dim3 block(32, 4);
    const dim3 grid((width + 31) / 32, (height + 3) / 4);
    add_rows<<<grid, block>>>(in, in_pitch, out, out_pitch);
    check(cudaGetLastError());
    check(cudaMemcpy2DAsync(packed, row_bytes, out, out_pitch, row_bytes, height, cudaMemcpyDeviceToDevice,
                            nullptr));
    check(
        cudaMemcpy2D(found.data(), row_bytes, packed, row_bytes, row_bytes, height, cudaMemcpyDeviceToHost));
    check(cudaFree(in));
    check(cudaFree(out));
    check(cudaFree(packed));

    for (int i = 0; i < width * height; ++i) {
        const float expected = image[i] + (i / width + 1 < height ? image[i + width] : 0.0f);
        if (found[i] == expected) continue;
        std::printf("pixel (%d, %d) is %g, not %g\n", i % width, i / width, found[i], expected);
        return 1;
    }
    std::printf("PASSED\n");
    return 0;
}
