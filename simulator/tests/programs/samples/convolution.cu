// An image blurred by a separable filter, rows first and then columns; the weights are in constant memory,
// and a block stages its tile with the margin in shared memory.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int radius = 8;
constexpr int taps = 2 * radius + 1;
constexpr int tile_width = 64;
constexpr int tile_height = 16;

__constant__ float weights[taps];

/// Outside of its edges the image is black.
__global__ void convolve_rows(const float* in, float* out, int width) {
    __shared__ float row[tile_width + 2 * radius];
    const int left = blockIdx.x * tile_width - radius;
    const int y = blockIdx.y;
    for (int i = threadIdx.x; i < tile_width + 2 * radius; i += tile_width) {
        const int x = left + i;
        row[i] = x >= 0 && x < width ? in[y * width + x] : 0.0f;
    }
    __syncthreads();
    const int x = blockIdx.x * tile_width + threadIdx.x;
    if (x >= width) return;
    float sum = 0.0f;
#pragma unroll
    for (int tap = 0; tap < taps; ++tap) sum += weights[tap] * row[threadIdx.x + tap];
    out[y * width + x] = sum;
}

__global__ void convolve_columns(const float* in, float* out, int width, int height) {
    __shared__ float columns[tile_height + 2 * radius][32];
    const int x = blockIdx.x * 32 + threadIdx.x;
    const int top = blockIdx.y * tile_height - radius;
    for (int i = threadIdx.y; i < tile_height + 2 * radius; i += tile_height) {
        const int y = top + i;
        columns[i][threadIdx.x] = x < width && y >= 0 && y < height ? in[y * width + x] : 0.0f;
    }
    __syncthreads();
    const int y = blockIdx.y * tile_height + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0.0f;
#pragma unroll
    for (int tap = 0; tap < taps; ++tap) sum += weights[tap] * columns[threadIdx.y + tap][threadIdx.x];
    out[y * width + x] = sum;
}

/// One pass on the host: steps of @p stride from pixel to pixel, @p length pixels along the pass.
void convolve(const std::vector<double>& in, std::vector<double>& out, const std::vector<float>& filter,
              int stride, int length) {
    for (int i = 0; i < static_cast<int>(in.size()); ++i) {
        const int position = i / stride % length;
        double sum = 0.0;
        for (int tap = 0; tap < taps; ++tap) {
            const int other = position + tap - radius;
            if (other >= 0 && other < length) sum += filter[tap] * in[i + (tap - radius) * stride];
        }
        out[i] = sum;
    }
}

int main() {
    const int width = 250, height = 130;
    const size_t bytes = width * height * sizeof(float);
    std::vector<float> image(width * height), blurred(width * height), filter(taps);
    for (int i = 0; i < width * height; ++i) image[i] = static_cast<float>((i * 7919) % 256);
    for (int tap = 0; tap < taps; ++tap) {
        filter[tap] = std::exp(-0.05f * static_cast<float>((tap - radius) * (tap - radius))) / 7.0f;
    }

    float *device_image, *device_rows, *device_blurred;
    check(cudaMalloc(&device_image, bytes));
    check(cudaMalloc(&device_rows, bytes));
    check(cudaMalloc(&device_blurred, bytes));
    check(cudaMemcpy(device_image, image.data(), bytes, cudaMemcpyHostToDevice));
    check(cudaMemcpyToSymbol(weights, filter.data(), taps * sizeof(float)));

    convolve_rows<<<dim3((width + tile_width - 1) / tile_width, height), tile_width>>>(device_image,
                                                                                       device_rows, width);
    const dim3 grid((width + 31) / 32, (height + tile_height - 1) / tile_height);
    convolve_columns<<<grid, dim3(32, tile_height)>>>(device_rows, device_blurred, width, height);
    check(cudaGetLastError());
    check(cudaMemcpy(blurred.data(), device_blurred, bytes, cudaMemcpyDeviceToHost));
    check(cudaFree(device_image));
    check(cudaFree(device_rows));
    check(cudaFree(device_blurred));

    const std::vector<double> original(image.begin(), image.end());
    std::vector<double> rows(width * height), expected(width * height);
    convolve(original, rows, filter, 1, width);
    convolve(rows, expected, filter, width, height);
    for (int i = 0; i < width * height; ++i) {
        if (!(std::fabs(blurred[i] - expected[i]) <= 1e-3)) {
            std::printf("pixel (%d, %d) is %g, not %g\n", i % width, i / width, blurred[i], expected[i]);
            return 1;
        }
    }
    std::printf("PASSED\n");
    return 0;
}
