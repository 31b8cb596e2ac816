// Every thread counts digits in a local array with ten
// elements, but the letters of the input have no element.

#include <vector>

__global__ void count_digits(const char* text, int length, int* most_frequent) {
    int counts[10] = {};
    for (int i = threadIdx.x; i < length; i += blockDim.x) {
        ++counts[text[i] - '0']; // finding: out_of_bounds
    }
    int most = 0;
    for (int digit = 1; digit < 10; ++digit) {
        if (counts[digit] > counts[most]) most = digit;
    }
    most_frequent[threadIdx.x] = counts[most];
}

int main() {
    const int length = 256;
    std::vector<char> text(length, '7');
    text[100] = 'B';
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
