// Half a warp reads the value of lane 20, which belongs to the other half.

__global__ void share(const int* in, int* out) {
    const int lane = threadIdx.x;
    if (lane < 16) {
        const int shared = __shfl_sync(0xffff, in[lane], 20); // finding: inactive_lane
        out[lane] = shared + 1;
    }
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 32 * sizeof(int));
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMemset(in, 0, 32 * sizeof(int));
    share<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
