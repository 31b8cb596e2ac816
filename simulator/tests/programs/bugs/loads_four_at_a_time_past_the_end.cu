// Four elements per thread, rounded up: the last float4 reaches
// past the end of an array whose length is not a multiple of four.

__global__ void sum_quads(const float4* in, float* out, int quads) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    const float4 quad = in[i]; // finding: out_of_bounds
    out[i] = quad.x + quad.y + quad.z + quad.w;
}

int main() {
    const int n = 1022, quads = (n + 3) / 4;
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, quads * sizeof(float));
    cudaMemset(in, 0, n * sizeof(float));
    sum_quads<<<1, 256>>>(reinterpret_cast<const float4*>(in), out, quads);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
