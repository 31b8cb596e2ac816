// The second warp reads values that the first one writes to volatile shared memory, without a barrier in between.

__global__ void repeat_first_half(const int* in, int* out) {
    __shared__ volatile int staged[64];
    staged[threadIdx.x] = in[threadIdx.x]; // other: shared_race
    __syncwarp();
    const int other = threadIdx.x < 32 ? threadIdx.x : threadIdx.x - 32;
    out[threadIdx.x] = staged[other]; // finding: shared_race
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 64 * sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMemset(in, 0, 64 * sizeof(int));
    repeat_first_half<<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
