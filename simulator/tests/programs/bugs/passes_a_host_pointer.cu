// The kernel is given the host's array instead of the copy on the device.

#include <vector>

__global__ void sum_pairs(const int* in, int* out) {
    out[threadIdx.x] = in[2 * threadIdx.x] + in[2 * threadIdx.x + 1]; // finding: host_pointer
}

int main() {
    const int n = 128;
    std::vector<int> values(n, 1);
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n / 2 * sizeof(int));
    cudaMemcpy(in, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    sum_pairs<<<1, n / 2>>>(values.data(), out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
