// Lane 0 has not initialized its value, and all lanes use it.

__global__ void scale(const float* in, float* out, int first) {
    float factor;
    if (threadIdx.x >= first) factor = in[0];
    factor = __shfl_sync(0xffffffff, factor, 0);
    out[threadIdx.x] = factor * in[threadIdx.x]; // finding: uninitialized
}

int main() {
    float *in, *out;
    cudaMalloc(&in, 32 * sizeof(float));
    cudaMalloc(&out, 32 * sizeof(float));
    cudaMemset(in, 0, 32 * sizeof(float));
    scale<<<1, 32>>>(in, out, 4);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
