// Every thread counts digits in a local array, which it never initializes to 0.

#include <vector>

__global__ void count_digits(const char* text, int length, int* most_frequent) {
    int counts[10];
    for (int i = threadIdx.x; i < length; i += blockDim.x) {
        ++counts[text[i] - '0']; // finding: uninitialized
    }
    int most = 0;
    for (int digit = 1; digit < 10; ++digit) {
        if (counts[digit] > counts[most]) most = digit; // finding: uninitialized
    }
    most_frequent[threadIdx.x] = most;
}

int main() {
    const int length = 256;
    std::vector<char> text(length, '7');
    char* device;
    int* most_frequent;
    cudaMalloc(&device, length);
    cudaMalloc(&most_frequent, 64 * sizeof(int));
    cudaMemcpy(device, text.data(), length, cudaMemcpyHostToDevice);
    count_digits<<<1, 64>>>(device, length, most_frequent);
    cudaDeviceSynchronize();
    cudaFree(device);
    cudaFree(most_frequent);
    return 0;
}
