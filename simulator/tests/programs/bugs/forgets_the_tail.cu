// The grid is rounded up to whole blocks, but the threads past the last element are not excluded.

__global__ void scale(float* data, float factor) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] *= factor; // finding: out_of_bounds
}

int main() {
    const int n = 1000;
    float* data;
    cudaMalloc(&data, n * sizeof(float));
    cudaMemset(data, 0, n * sizeof(float));
    scale<<<(n + 255) / 256, 256>>>(data, 2.0f);
    cudaDeviceSynchronize();
    cudaFree(data);
    return 0;
}
