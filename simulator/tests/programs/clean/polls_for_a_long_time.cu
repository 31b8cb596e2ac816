// Loops that repeatedly read memory which no thread changes,
// and that nevertheless end: by a count, or by the clock.

#include <vector>

__global__ void largest(const unsigned* values, int n, unsigned* result) {
    for (int i = 0; i < n; ++i) atomicMax(result, values[i]);
}

__global__ void add_up(const volatile unsigned* values, int n, unsigned* result) {
    unsigned sum = 0;
    for (int i = 0; i < n; ++i) sum += values[i % 64];
    *result = sum;
}

__global__ void add_up_atomically(unsigned* values, int n, unsigned* result) {
    unsigned sum = 0;
    for (int i = 0; i < n; ++i) sum += atomicAdd(values + i % 64, 0u);
    *result = sum;
}

__global__ void wait_at_most(const volatile int* stop, long long cycles, unsigned* result) {
    const long long start = clock64();
    while (clock64() - start < cycles)
        if (*stop != 0) break;
    *result = 1;
}

int main() {
    const int n = 50'000;
    std::vector<unsigned> descending(n);
    for (int i = 0; i < n; ++i) descending[i] = n - i;
    unsigned *values, *results, found[4];
    int* stop;
    cudaMalloc(&values, n * sizeof(unsigned));
    cudaMalloc(&stop, sizeof(int));
    cudaMalloc(&results, sizeof found);
    cudaMemcpy(values, descending.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    cudaMemset(stop, 0, sizeof(int));
    cudaMemset(results, 0, sizeof found);
    largest<<<1, 1>>>(values, n, results);
    add_up<<<1, 1>>>(values, 64 * 3000, results + 1);
    add_up_atomically<<<1, 1>>>(values, 64 * 1500, results + 2);
    wait_at_most<<<1, 1>>>(stop, 1'000'000, results + 3);
    cudaMemcpy(found, results, sizeof found, cudaMemcpyDeviceToHost);
    cudaFree(values);
    cudaFree(stop);
    cudaFree(results);
    unsigned sum = 0;
    for (int i = 0; i < 64; ++i) sum += descending[i];
    return found[0] == n && found[1] == 3000 * sum && found[2] == 1500 * sum && found[3] == 1 ? 0 : 1;
}
