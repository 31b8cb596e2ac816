// The last block is only partly used: its spare threads load and store nothing but do arrive at the barrier.

__global__ void reverse_blocks(const float* in, float* out, int n) {
    __shared__ float staged[128];
    const int first = blockIdx.x * 128;
    const int count = min(128, n - first);
    if (threadIdx.x < count) staged[threadIdx.x] = in[first + threadIdx.x];
    __syncthreads();
    if (threadIdx.x < count) out[first + threadIdx.x] = staged[count - 1 - threadIdx.x];
}

int main() {
    const int n = 333;
    float values[n], found[n];
    for (int i = 0; i < n; ++i) values[i] = static_cast<float>(i);
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(in, values, n * sizeof(float), cudaMemcpyHostToDevice);
    reverse_blocks<<<3, 128>>>(in, out, n);
    cudaMemcpy(found, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    for (int i = 0; i < n; ++i) {
        const int first = i / 128 * 128;
        const int count = n - first < 128 ? n - first : 128;
        if (found[i] != values[first + count - 1 - (i - first)]) return 1;
    }
    return 0;
}
