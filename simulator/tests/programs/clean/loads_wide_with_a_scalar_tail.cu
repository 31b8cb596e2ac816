// Four elements per thread as one aligned float4, and the remaining elements one by one.

__global__ void scale(const float* in, float* out, int n, float factor) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread < n / 4) {
        float4 quad = reinterpret_cast<const float4*>(in)[thread];
        quad.x *= factor;
        quad.y *= factor;
        quad.z *= factor;
        quad.w *= factor;
        reinterpret_cast<float4*>(out)[thread] = quad;
    }
    const int rest = n / 4 * 4 + thread;
    if (rest < n) out[rest] = factor * in[rest];
}

int main() {
    const int n = 1003;
    float values[n], found[n];
    for (int i = 0; i < n; ++i) values[i] = static_cast<float>(i);
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(in, values, n * sizeof(float), cudaMemcpyHostToDevice);
    scale<<<2, 128>>>(in, out, n, 3.0f);
    cudaMemcpy(found, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    for (int i = 0; i < n; ++i) {
        if (found[i] != 3.0f * values[i]) return 1;
    }
    return 0;
}
