// A program of which only some kernels are supported.

#include <cstdio>

// An unsupported feature.
__device__ __forceinline__ unsigned tile_part(const void* tile) {
    unsigned value = 0;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
                 : "=r"(value)
                 : "l"(__cvta_generic_to_shared(tile)));
    return value;
}

__device__ __noinline__ unsigned read_tile(const void* tile) { return tile_part(tile); }
__device__ __noinline__ unsigned add_one(unsigned value) { return value + 1; }

__global__ void uses_it(unsigned* out) {
    __shared__ unsigned tile[64];
    tile[threadIdx.x] = threadIdx.x;
    __syncwarp();
    out[threadIdx.x] = tile_part(tile);
}
__global__ void calls_it(unsigned* out) {
    __shared__ unsigned tile[64];
    tile[threadIdx.x] = threadIdx.x;
    __syncwarp();
    out[threadIdx.x] = read_tile(tile);
}
__global__ void does_not(unsigned* out) { out[threadIdx.x] = add_one(threadIdx.x); }

const char* answer(void (*kernel)(unsigned*), unsigned* out) {
    kernel<<<1, 32>>>(out);
    const char* const said = cudaGetErrorName(cudaGetLastError());
    return said;
}

int main() {
    unsigned *out = nullptr, last = 0;
    cudaMalloc(&out, 32 * sizeof(unsigned));
    std::printf("uses_it: %s\n", answer(uses_it, out));
    std::printf("calls_it: %s\n", answer(calls_it, out));
    std::printf("does_not: %s\n", answer(does_not, out));
    cudaMemcpy(&last, out + 31, sizeof last, cudaMemcpyDeviceToHost);
    cudaFree(out);
    std::printf("%u\n", last);
    return last == 32 ? 0 : 3;
}
