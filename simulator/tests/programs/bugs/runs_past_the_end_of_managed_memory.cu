// The host has filled the whole array; the kernel writes one element more. The bounds of managed memory are checked
// like those of any other memory.

__global__ void smooth(const float* in, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.5f * (in[i] + in[i + 1]); // finding: out_of_bounds
}

int main() {
    const int n = 2048;
    float *in, *out;
    cudaMallocManaged(&in, n * sizeof(float));
    cudaMallocManaged(&out, n * sizeof(float));
    for (int i = 0; i < n; ++i) in[i] = i;
    smooth<<<n / 256, 256>>>(in, out, n);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
