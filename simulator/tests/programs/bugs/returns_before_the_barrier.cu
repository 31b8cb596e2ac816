// The threads without an element return at once, and the barrier that follows waits for the whole block.

__global__ void scale(const float* in, float* out, int n) {
    __shared__ float staged[256];
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    staged[threadIdx.x] = in[i];
    __syncthreads(); // finding: divergent_barrier
    out[i] = 2.0f * staged[threadIdx.x];
}

int main() {
    const int n = 1000;
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemset(in, 0, n * sizeof(float));
    scale<<<4, 256>>>(in, out, n);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
