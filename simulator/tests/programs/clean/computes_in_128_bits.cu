// 128-bit integers: nvcc generates several instructions with a carry for each operation, sums and
// differences mixed. The host computes the same.

#include <cstdio>
#include <vector>

using Unsigned = unsigned __int128;
using Signed = __int128;

constexpr int operations = 16;

__host__ __device__ void compute(Unsigned a, Unsigned b, Unsigned* results) {
    const Signed x = static_cast<Signed>(a);
    const Signed y = static_cast<Signed>(b);
    const int shift = static_cast<int>(b & 127);
    int n = 0;
    results[n++] = a + b;
    results[n++] = a - b;
    results[n++] = a * b;
    results[n++] = b == 0 ? 0 : a / b;
    results[n++] = b == 0 ? 0 : a % b;
    results[n++] = y == 0 || y == -1 ? 0 : static_cast<Unsigned>(x / y);
    results[n++] = y == 0 || y == -1 ? 0 : static_cast<Unsigned>(x % y);
    results[n++] = a << shift;
    results[n++] = a >> shift;
    results[n++] = static_cast<Unsigned>(x >> shift);
    results[n++] = a < b;
    results[n++] = x < y;
    results[n++] = -a;
    results[n++] = static_cast<unsigned long long>(a / (static_cast<unsigned long long>(b) | 1));
    results[n++] = static_cast<Unsigned>(x * static_cast<long long>(b));
    results[n++] = static_cast<Unsigned>(x / 1000000007);
}

__global__ void compute_all(const Unsigned* values, int count, Unsigned* results) {
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < count * count) compute(values[n / count], values[n % count], results + n * operations);
}

int main() {
    std::vector<Unsigned> values;
    const unsigned long long words[] = {0,    1, 3, 7000, 0xffffffff, 0x8000000000000000, 0xfedcba9876543210,
                                        ~0ull};
    for (const unsigned long long high : words)
        for (const unsigned long long low : words) values.push_back(Unsigned{high} << 64 | low);
    const int count = static_cast<int>(values.size());
    std::vector<Unsigned> results(values.size() * values.size() * operations);

    Unsigned *given, *computed;
    cudaMalloc(&given, values.size() * sizeof(Unsigned));
    cudaMalloc(&computed, results.size() * sizeof(Unsigned));
    cudaMemcpy(given, values.data(), values.size() * sizeof(Unsigned), cudaMemcpyHostToDevice);
    compute_all<<<(count * count + 127) / 128, 128>>>(given, count, computed);
    cudaMemcpy(results.data(), computed, results.size() * sizeof(Unsigned), cudaMemcpyDeviceToHost);
    cudaFree(given);
    cudaFree(computed);

    for (int n = 0; n < count * count; ++n) {
        Unsigned expected[operations];
        compute(values[n / count], values[n % count], expected);
        for (int k = 0; k < operations; ++k)
            if (results[n * operations + k] != expected[k]) {
                std::printf("operation %d of pair %d is wrong\n", k, n);
                return 1;
            }
    }
    return 0;
}
