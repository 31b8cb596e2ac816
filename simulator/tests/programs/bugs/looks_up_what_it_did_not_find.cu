// Every thread searches for a key and reads its value, even if the key was not found.

#include <vector>

__global__ void look_up(const int* keys, const float* values, int n, const int* wanted, float* out) {
    int place;
    for (int i = 0; i < n; ++i) {
        if (keys[i] == wanted[threadIdx.x]) place = i;
    }
    out[threadIdx.x] = values[place]; // finding: uninitialized
}

int main() {
    const int n = 24, threads = 32; // eight threads want what is not there
    std::vector<int> numbers(threads);
    for (int i = 0; i < threads; ++i) numbers[i] = i;
    int *keys, *wanted;
    float *values, *out;
    cudaMalloc(&keys, n * sizeof(int));
    cudaMalloc(&wanted, threads * sizeof(int));
    cudaMalloc(&values, n * sizeof(float));
    cudaMalloc(&out, threads * sizeof(float));
    cudaMemcpy(keys, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(wanted, numbers.data(), threads * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(values, 0, n * sizeof(float));
    look_up<<<1, threads>>>(keys, values, n, wanted, out);
    cudaDeviceSynchronize();
    cudaFree(keys);
    cudaFree(wanted);
    cudaFree(values);
    cudaFree(out);
    return 0;
}
