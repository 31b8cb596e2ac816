// A tile is fetched asynchronously, and used before the pipeline has completed the copy.

#include <cooperative_groups.h>
#include <cuda/pipeline>

__global__ void mirror(const int* in, int* out) {
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
    __shared__ int tile[128];
    const auto block = cooperative_groups::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &state);
    pipeline.producer_acquire();
    cuda::memcpy_async(block, tile, in, sizeof(tile), pipeline); // other: shared_race
    pipeline.producer_commit();
    out[threadIdx.x] = tile[127 - threadIdx.x]; // finding: shared_race
    pipeline.consumer_wait();
    pipeline.consumer_release();
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
