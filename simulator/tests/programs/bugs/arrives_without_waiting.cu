// The threads announce that they have written their part, and read another part before all have arrived.

#include <cuda/barrier>

__global__ void mirror(const int* in, int* out) {
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::barrier<cuda::thread_scope_block> written;
    __shared__ int tile[128];
    if (threadIdx.x == 0) init(&written, blockDim.x);
    __syncthreads();
    tile[threadIdx.x] = in[threadIdx.x]; // other: shared_race
    (void)written.arrive();
    out[threadIdx.x] = tile[127 - threadIdx.x]; // finding: shared_race
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 128 * sizeof(int));
    cudaMalloc(&out, 128 * sizeof(int));
    cudaMemset(in, 0, 128 * sizeof(int));
    mirror<<<1, 128>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
