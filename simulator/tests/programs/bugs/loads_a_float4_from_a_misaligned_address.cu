// A float4 must be aligned to 16 bytes; the array's second element is not.

__global__ void sum_quads(const float* in, float* out, int quads) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    const float4 quad = reinterpret_cast<const float4*>(in)[i]; // finding: misaligned
    out[i] = quad.x + quad.y + quad.z + quad.w;
}

int main() {
    const int n = 1024;
    float *in, *out;
    cudaMalloc(&in, (n + 1) * sizeof(float));
    cudaMalloc(&out, n / 4 * sizeof(float));
    cudaMemset(in, 0, (n + 1) * sizeof(float));
    sum_quads<<<1, 256>>>(in + 1, out, n / 4);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
