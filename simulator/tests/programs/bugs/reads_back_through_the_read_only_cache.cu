// Each thread reads its own result again through __ldg, whose cache may still have the old value.

__global__ void twice(float* data, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    data[i] = 2 * data[i];
    data[i] = 1 + __ldg(&data[i]); // finding: stale_read
}

int main() {
    const int n = 100;
    float* data;
    cudaMalloc(&data, n * sizeof(float));
    cudaMemset(data, 0, n * sizeof(float));
    twice<<<1, 128>>>(data, n);
    cudaDeviceSynchronize();
    cudaFree(data);
    return 0;
}
