// The shared array is volatile and the barrier between the steps is missing.

__global__ void reduce(const float* in, float* out) {
    __shared__ volatile float partial[256];
    partial[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    for (int half = 128; half > 0; half /= 2)
        if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half]; // finding: shared_race
    if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}

int main() {
    const int n = 1024;
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, 4 * sizeof(float));
    cudaMemset(in, 0, n * sizeof(float));
    reduce<<<4, 256>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
