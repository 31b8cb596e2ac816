// Features of device code: recursion, functions through
// pointers in a table, templates, structs by value, lambdas.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

struct Polynomial {
    double constant;
    float linear;
    short quadratic;
    char name;

    __host__ __device__ double at(int x) const { return constant + linear * x + quadratic * x * x; }
};

template <int power> __host__ __device__ long long raised(long long x) {
    if constexpr (power == 0) {
        return 1;
    } else {
        return x * raised<power - 1>(x);
    }
}

/// The ways to climb @p steps stairs, one, two or three at a time.
__host__ __device__ __noinline__ int climbs(int steps) {
    if (steps <= 1) return steps == 1 || steps == 0;
    return climbs(steps - 1) + climbs(steps - 2) + climbs(steps - 3);
}

__host__ __device__ bool is_odd(int number);
__host__ __device__ __noinline__ bool is_even(int number) { return number == 0 || is_odd(number - 1); }
__host__ __device__ __noinline__ bool is_odd(int number) { return number != 0 && is_even(number - 1); }

using Operation = int (*)(int, int);
__host__ __device__ __noinline__ int sum(int a, int b) { return a + b; }
__host__ __device__ __noinline__ int difference(int a, int b) { return a - b; }
__host__ __device__ __noinline__ int product(int a, int b) { return a * b; }
__host__ __device__ __noinline__ int quotient(int a, int b) { return a / b; }

__device__ const Operation device_operations[] = {sum, difference, product, quotient};
const Operation host_operations[] = {sum, difference, product, quotient};

template <typename Function> __host__ __device__ int sum_over(int count, Function function) {
    int total = 0;
    for (int i = 0; i < count; ++i) total += function(i);
    return total;
}

struct Row {
    double polynomial;
    long long cube;
    int climbs;
    int applied;
    int summed;
    bool even;
};

__host__ __device__ Row row_of(int i, Polynomial polynomial, const Operation* operations) {
    Row row;
    row.polynomial = polynomial.at(i);
    row.cube = raised<3>(i);
    row.climbs = climbs(i % 11);
    row.applied = operations[i % 4](i, 3 + i % 5);
    row.summed = sum_over(i % 13, [i](int k) { return i * k + 1; });
    row.even = is_even(i % 20);
    return row;
}

__global__ void fill_rows(Row* rows, int count, Polynomial polynomial) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) rows[i] = row_of(i, polynomial, device_operations);
}

bool same(const Row& a, const Row& b) {
    return a.polynomial == b.polynomial && a.cube == b.cube && a.climbs == b.climbs &&
           a.applied == b.applied && a.summed == b.summed && a.even == b.even;
}

int main() {
    const int count = 1000;
    const Polynomial polynomial{0.5, 1.25f, -3, 'p'};
    std::vector<Row> rows(count);
    Row* device;
    check(cudaMalloc(&device, count * sizeof(Row)));
    fill_rows<<<(count + 63) / 64, 64>>>(device, count, polynomial);
    check(cudaGetLastError());
    check(cudaMemcpy(rows.data(), device, count * sizeof(Row), cudaMemcpyDeviceToHost));
    check(cudaFree(device));

    for (int i = 0; i < count; ++i) {
        const Row expected = row_of(i, polynomial, host_operations);
        if (same(rows[i], expected)) continue;
        std::printf("row %d is (%g, %lld, %d, %d, %d, %d), not (%g, %lld, %d, %d, %d, %d)\n", i,
                    rows[i].polynomial, rows[i].cube, rows[i].climbs, rows[i].applied, rows[i].summed,
                    rows[i].even, expected.polynomial, expected.cube, expected.climbs, expected.applied,
                    expected.summed, expected.even);
        return 1;
    }
    std::printf("PASSED\n");
    return 0;
}
