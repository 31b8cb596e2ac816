// The length of the copy is given in elements instead of bytes, so three quarters of the input are not copied.

#include <vector>

__global__ void square(const float* in, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float value = in[i]; // finding: uninitialized
    out[i] = value * value;
}

int main() {
    const int n = 800;
    const std::vector<float> values(n, 1.5f);
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(in, values.data(), n, cudaMemcpyHostToDevice);
    square<<<4, 256>>>(in, out, n);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
