// A dot product in one launch: every block leaves its sum and draws a ticket, and the block with the last
// ticket adds the sums. The fence between the two makes the sum visible before the ticket.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int block_size = 256;

__device__ unsigned tickets_drawn;

__device__ float sum_of_block(float value) {
    __shared__ float values[block_size];
    values[threadIdx.x] = value;
    for (int half = block_size / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) values[threadIdx.x] += values[threadIdx.x + half];
    }
    __syncthreads();
    const float sum = values[0];
    __syncthreads(); // the array may be used again
    return sum;
}

__global__ void dot_product(const float* a, const float* b, int count, float* of_blocks, float* result) {
    float sum = 0.0f;
    for (int i = blockIdx.x * block_size + threadIdx.x; i < count; i += gridDim.x * block_size)
        sum += a[i] * b[i];
    sum = sum_of_block(sum);

    __shared__ bool last;
    if (threadIdx.x == 0) {
        of_blocks[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(&tickets_drawn, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;

    __threadfence();
    sum = 0.0f;
    for (int block = threadIdx.x; block < gridDim.x; block += block_size) sum += of_blocks[block];
    sum = sum_of_block(sum);
    if (threadIdx.x == 0) {
        *result = sum;
        tickets_drawn = 0; // ready for the next launch
    }
}

int main() {
    const int count = 200'000, blocks = 40;
    std::vector<float> a(count), b(count);
    double expected = 0.0;
    for (int i = 0; i < count; ++i) {
        a[i] = static_cast<float>(i % 100) / 100.0f;
        b[i] = static_cast<float>((i * 7) % 50) / 50.0f - 0.3f;
        expected += double{a[i]} * b[i];
    }

    float *device_a, *device_b, *of_blocks, *result;
    check(cudaMalloc(&device_a, count * sizeof(float)));
    check(cudaMalloc(&device_b, count * sizeof(float)));
    check(cudaMalloc(&of_blocks, blocks * sizeof(float)));
    check(cudaMalloc(&result, sizeof(float)));
    check(cudaMemcpy(device_a, a.data(), count * sizeof(float), cudaMemcpyHostToDevice));
    check(cudaMemcpy(device_b, b.data(), count * sizeof(float), cudaMemcpyHostToDevice));

    for (int launch = 0; launch < 2; ++launch) {
        dot_product<<<blocks, block_size>>>(device_a, device_b, count, of_blocks, result);
        check(cudaGetLastError());
        float found = 0.0f;
        check(cudaMemcpy(&found, result, sizeof(float), cudaMemcpyDeviceToHost));
        if (!(std::fabs(found - expected) <= 1e-4 * std::fabs(expected))) {
            std::printf("launch %d: the product is %g, not %g\n", launch, found, expected);
            return 1;
        }
    }
    check(cudaFree(device_a));
    check(cudaFree(device_b));
    check(cudaFree(of_blocks));
    check(cudaFree(result));
    std::printf("PASSED\n");
    return 0;
}
