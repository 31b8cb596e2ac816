// The buffer is freed one step too early: the next copy writes to freed memory.

#include <vector>

__global__ void double_all(int* values) { values[threadIdx.x] *= 2; }

int main() {
    std::vector<int> values(64, 7);
    int* buffer;
    cudaMalloc(&buffer, 64 * sizeof(int));
    cudaMemcpy(buffer, values.data(), 64 * sizeof(int), cudaMemcpyHostToDevice);
    double_all<<<1, 64>>>(buffer);
    cudaFree(buffer);
    cudaMemcpy(values.data(), buffer, 64 * sizeof(int),
               cudaMemcpyDeviceToHost); // finding of the host: use_after_free
    return 0;
}
