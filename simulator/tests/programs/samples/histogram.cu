// The histogram of bytes: each block counts in shared memory and adds its counts to the grid's; and the same
// with atomic additions in global memory alone.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int bins = 256;

__global__ void histogram_shared(const uchar4* data, int quads, unsigned* histogram) {
    __shared__ unsigned counts[bins];
    for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) counts[bin] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        const uchar4 quad = data[i];
        atomicAdd(&counts[quad.x], 1u);
        atomicAdd(&counts[quad.y], 1u);
        atomicAdd(&counts[quad.z], 1u);
        atomicAdd(&counts[quad.w], 1u);
    }
    __syncthreads();
    for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) {
        if (counts[bin] > 0) atomicAdd(&histogram[bin], counts[bin]);
    }
}

__global__ void histogram_global(const unsigned char* data, int count, unsigned* histogram) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(&histogram[data[i]], 1u);
}

int main() {
    const int count = 200'000;
    std::vector<unsigned char> data(count);
    std::vector<unsigned> expected(bins), found(bins);
    unsigned state = 12345;
    for (unsigned char& value : data) {
        state = state * 1664525u + 1013904223u;
        value = static_cast<unsigned char>(((state >> 24) * (state >> 16 & 0xff)) >>
                                           8); // small values are frequent
        ++expected[value];
    }

    unsigned char* device_data;
    unsigned* device_histogram;
    check(cudaMalloc(&device_data, count));
    check(cudaMalloc(&device_histogram, bins * sizeof(unsigned)));
    check(cudaMemcpy(device_data, data.data(), count, cudaMemcpyHostToDevice));

    for (const bool shared : {true, false}) {
        check(cudaMemset(device_histogram, 0, bins * sizeof(unsigned)));
        if (shared) {
            histogram_shared<<<24, 192>>>(reinterpret_cast<const uchar4*>(device_data), count / 4,
                                          device_histogram);
        } else {
            histogram_global<<<(count + 255) / 256, 256>>>(device_data, count, device_histogram);
        }
        check(cudaGetLastError());
        check(cudaMemcpy(found.data(), device_histogram, bins * sizeof(unsigned), cudaMemcpyDeviceToHost));
        for (int bin = 0; bin < bins; ++bin) {
            if (found[bin] == expected[bin]) continue;
            std::printf("%s: bin %d holds %u, not %u\n", shared ? "shared" : "global", bin, found[bin],
                        expected[bin]);
            return 1;
        }
    }
    check(cudaFree(device_data));
    check(cudaFree(device_histogram));
    std::printf("PASSED\n");
    return 0;
}
