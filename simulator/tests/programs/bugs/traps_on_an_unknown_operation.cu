// The kernel traps when it encounters an unknown operation.

#include <vector>

__global__ void apply(const int* operations, int* values) {
    switch (operations[threadIdx.x]) {
        case 0: values[threadIdx.x] += 1; break;
        case 1: values[threadIdx.x] *= 2; break;
        default: __trap(); // finding: trap
    }
}

int main() {
    const int n = 32;
    std::vector<int> operations(n, 1);
    operations[5] = 7;
    int *device, *values;
    cudaMalloc(&device, n * sizeof(int));
    cudaMalloc(&values, n * sizeof(int));
    cudaMemcpy(device, operations.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(values, 0, n * sizeof(int));
    apply<<<1, n>>>(device, values);
    cudaDeviceSynchronize();
    cudaFree(device);
    cudaFree(values);
    return 0;
}
