// One of the indices in a table is not a valid index: -1 means "none", and the kernel follows it.

#include <vector>

__global__ void gather(const double* values, const int* index, double* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = values[index[i]]; // finding: out_of_bounds
}

int main() {
    const int n = 300;
    std::vector<int> index(n);
    for (int i = 0; i < n; ++i) index[i] = i == 123 ? -1 : n - 1 - i;
    double *values, *out;
    int* device_index;
    cudaMalloc(&values, n * sizeof(double));
    cudaMalloc(&out, n * sizeof(double));
    cudaMalloc(&device_index, n * sizeof(int));
    cudaMemset(values, 0, n * sizeof(double));
    cudaMemcpy(device_index, index.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    gather<<<3, 128>>>(values, device_index, out, n);
    cudaDeviceSynchronize();
    cudaFree(values);
    cudaFree(out);
    cudaFree(device_index);
    return 0;
}
