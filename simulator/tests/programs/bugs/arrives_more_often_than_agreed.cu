// A barrier is initialized for the threads of one warp, and a thread of another warp arrives in addition to them.

#include <cuda/barrier>

__global__ void count(int* out) {
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::barrier<cuda::thread_scope_block> ready;
    if (threadIdx.x == 0) init(&ready, 32);
    __syncthreads();
    if (threadIdx.x < 32) (void)ready.arrive();
    if (threadIdx.x == 32) (void)ready.arrive(34); // finding: trap
    out[threadIdx.x] = 1;
}

int main() {
    int* out;
    cudaMalloc(&out, 64 * sizeof(int));
    count<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
