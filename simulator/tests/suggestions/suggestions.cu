// Kernels that are slow for one reason each. A kernel's name is the suggestion that would help most.

#include <cstdio>

namespace {

constexpr int threads = 256;
constexpr int blocks = 1056;

__global__ void sectors(const float* in, float* out) {
    const int i = blockIdx.x * threads + threadIdx.x;
    out[i] = in[i * 16]; // helped
}

__global__ void bank_conflicts(float* out) {
    __shared__ float tile[32][33];
    for (int row = threadIdx.x / 32; row < 32; row += 8) tile[row][threadIdx.x % 32] = row;
    __syncthreads();
    float sum = 0;
    for (int round = 0; round < 64; ++round)
        sum += (&tile[0][0])[(threadIdx.x % 32) * 32 + (round + threadIdx.x / 32) % 32]; // helped
    out[blockIdx.x * threads + threadIdx.x] = sum;
}

__global__ void divergence(float* out) {
    float value = threadIdx.x;
    for (int round = 0; round < 1 + static_cast<int>(threadIdx.x % 32) * 16; ++round) // helped
        value = value * 0.5F + 1;
    out[blockIdx.x * threads + threadIdx.x] = value;
}

__global__ void atomics_in_shared(unsigned* counters, const unsigned* keys) {
    const unsigned key = keys[blockIdx.x * threads + threadIdx.x];
    atomicAdd(&counters[key % 8], key); // helped
}

__global__ void own_counters(unsigned* out) {
    __shared__ unsigned counters[2];
    if (threadIdx.x < 2) counters[threadIdx.x] = 0;
    __syncthreads();
    for (unsigned round = 0; round < 64; ++round)
        atomicAdd(&counters[round % 2], threadIdx.x + round); // helped
    __syncthreads();
    if (threadIdx.x < 2) out[blockIdx.x * 2 + threadIdx.x] = counters[threadIdx.x];
}

__global__ void loads_in_flight(const double2* in, float* out) {
    double sum = 0;
#pragma unroll 1
    for (int round = 0; round < 16; ++round) {
        const double2 both = in[(round * gridDim.x + blockIdx.x) * threads + threadIdx.x]; // helped
        sum += both.x + both.y;
    }
    out[blockIdx.x * threads + threadIdx.x] = static_cast<float>(sum);
}

__global__ void shared_tile(const float* in, float* out) {
    const int i = blockIdx.x * threads + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 512; ++k) sum += in[k * 512 + threadIdx.x]; // helped
    out[i] = sum;
}

} // namespace

int main() {
    constexpr std::size_t bytes = 64U << 20;
    void* a = nullptr;
    void* b = nullptr;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMemset(a, 0, bytes);
    cudaMemset(b, 0, bytes);
    const auto* in = static_cast<const float*>(a);
    auto* out = static_cast<float*>(b);
    sectors<<<blocks, threads>>>(in, out);
    bank_conflicts<<<blocks, threads>>>(out);
    divergence<<<blocks, threads>>>(out);
    atomics_in_shared<<<blocks, threads>>>(static_cast<unsigned*>(b), static_cast<const unsigned*>(a));
    own_counters<<<blocks, threads>>>(static_cast<unsigned*>(b));
    loads_in_flight<<<blocks / 8, threads>>>(static_cast<const double2*>(a), out);
    shared_tile<<<blocks, threads>>>(in, out);
    const cudaError_t status = cudaDeviceSynchronize();
    if (status != cudaSuccess) std::printf("%s\n", cudaGetErrorString(status));
    return status == cudaSuccess ? 0 : 1;
}
