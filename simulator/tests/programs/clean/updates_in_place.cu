// Every thread reads and writes its own elements and no others.

__global__ void relax(float* data, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        data[i] = 0.5f * data[i];
        data[i] += 1.0f;
    }
}

int main() {
    const int n = 1000;
    float values[n];
    for (int i = 0; i < n; ++i) values[i] = static_cast<float>(2 * i);
    float* data;
    cudaMalloc(&data, n * sizeof(float));
    cudaMemcpy(data, values, n * sizeof(float), cudaMemcpyHostToDevice);
    relax<<<3, 128>>>(data, n);
    cudaMemcpy(values, data, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(data);
    for (int i = 0; i < n; ++i) {
        if (values[i] != static_cast<float>(i + 1)) return 1;
    }
    return 0;
}
