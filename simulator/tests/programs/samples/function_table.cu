// Functions chosen at run time: a table on the device that data choose from, a pointer in each object, and one that the
// host has fetched and hands to a kernel.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

using Operation = int (*)(int, int);

__device__ int sum(int a, int b) { return a + b; }
__device__ int difference(int a, int b) { return a - b; }
__device__ int product(int a, int b) { return a * b; }
__device__ int larger(int a, int b) { return a > b ? a : b; }

__device__ Operation operations[] = {sum, difference, product, larger};
__constant__ Operation chosen = larger;

int expected(int which, int a, int b) {
    switch (which) {
        case 0: return a + b;
        case 1: return a - b;
        case 2: return a * b;
        default: return a > b ? a : b;
    }
}

/// A step of a small machine.
struct Step {
    Operation operation;
    int operand;
};

__global__ void by_table(const int* which, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = operations[which[i]](i, 7);
}

__global__ void by_argument(Operation operation, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = operation(i, 7);
}

__global__ void by_objects(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Step* const steps = new Step[3]{{operations[i % 4], 3}, {operations[(i + 1) % 4], 5}, {chosen, 10}};
    int value = i;
    for (int k = 0; k < 3; ++k) value = steps[k].operation(value, steps[k].operand);
    out[i] = value;
    delete[] steps;
}

int main() {
    const int n = 200;
    const int blocks = 4;
    std::vector<int> which(n);
    for (int i = 0; i < n; ++i) which[i] = (i * 5 + i / 7) % 4;
    int* device_which = nullptr;
    int* out = nullptr;
    check(cudaMalloc(&device_which, n * sizeof(int)));
    check(cudaMalloc(&out, n * sizeof(int)));
    check(cudaMemcpy(device_which, which.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    std::vector<int> results(n);
    int wrong = 0;
    by_table<<<blocks, 64>>>(device_which, out, n);
    check(cudaMemcpy(results.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; ++i) wrong += results[i] != expected(which[i], i, 7);
    Operation operation = nullptr;
    check(cudaMemcpyFromSymbol(&operation, operations, sizeof(operation), 2 * sizeof(operation)));
    by_argument<<<blocks, 64>>>(operation, out, n);
    check(cudaMemcpy(results.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; ++i) wrong += results[i] != expected(2, i, 7);
    by_objects<<<blocks, 64>>>(out, n);
    check(cudaMemcpy(results.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; ++i)
        wrong += results[i] != expected(3, expected((i + 1) % 4, expected(i % 4, i, 3), 5), 10);
    check(cudaFree(device_which));
    check(cudaFree(out));
    std::printf("%d wrong\n", wrong);
    return wrong == 0 ? 0 : 1;
}
