// Kernels and variables of each kind for the programs of the fuzzer client_messages. Their names are not
// mangled, so that the fuzzer can use them.

#include <cstdio>
#include <cstdlib>

extern "C" {

__device__ int variable[16] = {1, 2, 3};
__constant__ float factors[8] = {0.5f};

__global__ void store(int* to, int value, int count) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) to[i] = value + variable[i % 16];
}

__global__ void exchange(float* data, cudaTextureObject_t texture) {
    extern __shared__ float given[];
    __shared__ float own[32];
    own[threadIdx.x % 32] = factors[threadIdx.x % 8];
    given[threadIdx.x % 4] = tex2D<float>(texture, threadIdx.x, blockIdx.x);
    __syncthreads();
    atomicAdd(data, own[0] + given[0] + tex1Dfetch<float>(texture, static_cast<int>(threadIdx.x)));
}

__global__ void print_from_heap(int bytes) {
    char* const text = static_cast<char*>(malloc(static_cast<size_t>(bytes)));
    if (text != nullptr) text[0] = 'x';
    printf("%p %d\n", static_cast<void*>(text), bytes);
    free(text);
}
}
