// Lanes exchange values through shared memory. They belong to one warp, but that alone does not order them:
// __syncwarp is missing between the store and the load.

__global__ void reverse_warp(const int* in, int* out) {
    __shared__ int staged[32];
    staged[threadIdx.x] = in[threadIdx.x];       // other: shared_race
    out[threadIdx.x] = staged[31 - threadIdx.x]; // finding: shared_race
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 32 * sizeof(int));
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMemset(in, 0, 32 * sizeof(int));
    reverse_warp<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
