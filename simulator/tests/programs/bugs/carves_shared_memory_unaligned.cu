// A float2 array is carved out of shared memory after an odd number of floats, where a float2 is misaligned.

__global__ void stage(const float2* in, float2* out, int margin) {
    extern __shared__ float memory[];
    float2* pairs = reinterpret_cast<float2*>(memory + margin);
    pairs[threadIdx.x] = in[threadIdx.x]; // finding: misaligned
    __syncthreads();
    out[threadIdx.x] = pairs[127 - threadIdx.x]; // other: misaligned
}

int main() {
    const int n = 128, margin = 3;
    float2 *in, *out;
    cudaMalloc(&in, n * sizeof(float2));
    cudaMalloc(&out, n * sizeof(float2));
    cudaMemset(in, 0, n * sizeof(float2));
    stage<<<1, n, margin * sizeof(float) + n * sizeof(float2)>>>(in, out, margin);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
