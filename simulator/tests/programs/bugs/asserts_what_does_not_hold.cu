// One element violates a precondition of the kernel, and the assertion fails.

#include <cassert>
#include <vector>

__global__ void roots(const float* in, float* out) {
    const float value = in[threadIdx.x];
    assert(value >= 0.0f); // finding: assertion
    out[threadIdx.x] = sqrtf(value);
}

int main() {
    const int n = 64;
    std::vector<float> values(n, 4.0f);
    values[37] = -4.0f;
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(in, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    roots<<<1, n>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
