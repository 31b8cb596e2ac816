// Variables of the module: constants and device variables with and without initial values, copied to and from
// by symbol, and reached through their address.

#include <cstdio>
#include <cstdlib>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

__constant__ float factors[4] = {1.0f, 2.0f, 3.0f, 4.0f};
__constant__ int offset;
__device__ int launches = 100;
__device__ double results[64];
static __device__ unsigned char flags[3] = {7, 8, 9};
__device__ const int primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
__device__ const int* third_prime = &primes[2];

namespace inner {
__device__ long long total;
}

__global__ void compute() {
    const int i = threadIdx.x;
    results[i] = factors[i % 4] * static_cast<double>(i) + offset + primes[i % 8] + *third_prime;
    atomicAdd(reinterpret_cast<unsigned long long*>(&inner::total), static_cast<unsigned long long>(i));
    if (i == 0) {
        ++launches;
        flags[1] += flags[2];
    }
}

__global__ void negate(double* values) { values[threadIdx.x] = -values[threadIdx.x]; }

int main() {
    float factor = 0.0f;
    check(cudaMemcpyFromSymbol(&factor, factors, sizeof(float), 2 * sizeof(float)));
    const float new_factors[2] = {30.0f, 40.0f};
    check(cudaMemcpyToSymbol(factors, new_factors, sizeof(new_factors), 2 * sizeof(float)));
    const int new_offset = 1000;
    check(cudaMemcpyToSymbol(offset, &new_offset, sizeof(int)));

    compute<<<1, 64>>>();
    check(cudaGetLastError());
    void* address = nullptr;
    size_t size = 0;
    check(cudaGetSymbolAddress(&address, results));
    check(cudaGetSymbolSize(&size, results));
    negate<<<1, 64>>>(static_cast<double*>(address));
    check(cudaGetLastError());

    int count = 0;
    long long total = 0;
    unsigned char copied_flags[3];
    double found[64];
    check(cudaMemcpyFromSymbol(&count, launches, sizeof(count)));
    check(cudaMemcpyFromSymbol(&total, inner::total, sizeof(total)));
    check(cudaMemcpyFromSymbol(copied_flags, flags, sizeof(copied_flags)));
    check(cudaMemcpy(found, address, sizeof(found), cudaMemcpyDeviceToHost));

    bool right = factor == 3.0f && size == sizeof(found) && count == 101 && total == 63 * 64 / 2 &&
                 copied_flags[0] == 7 && copied_flags[1] == 17 && copied_flags[2] == 9;
    if (!right) {
        std::printf("factor %g, size %zu, count %d, total %lld, flags %d %d %d\n", factor, size, count, total,
                    copied_flags[0], copied_flags[1], copied_flags[2]);
    }
    const float all_factors[4] = {1.0f, 2.0f, 30.0f, 40.0f};
    const int all_primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
    for (int i = 0; i < 64; ++i) {
        const double expected =
            -(all_factors[i % 4] * static_cast<double>(i) + new_offset + all_primes[i % 8] + 5);
        if (found[i] == expected) continue;
        std::printf("result %d is %g, not %g\n", i, found[i], expected);
        right = false;
    }
    if (!right) return 1;
    std::printf("PASSED\n");
    return 0;
}
