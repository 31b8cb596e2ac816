// The second half is copied past the end of the buffer, which only has space for the first half.

#include <vector>

int main() {
    const std::vector<int> values(128, 7);
    int* buffer;
    cudaMalloc(&buffer, 64 * sizeof(int));
    cudaMemcpy(buffer, values.data(), 64 * sizeof(int), cudaMemcpyHostToDevice);
    // finding of the host: out_of_bounds
    cudaMemcpy(buffer + 64, values.data() + 64, 64 * sizeof(int), cudaMemcpyHostToDevice);
    cudaFree(buffer);
    return 0;
}
