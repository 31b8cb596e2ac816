// A stencil over many steps in one block, with split barriers: a thread arrives when its cell is
// written, does work that depends on no other thread, and only then waits for the others (cuda::barrier).

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda/barrier>
#include <cuda/std/array>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int cells = 192;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

__host__ __device__ unsigned step(unsigned left, unsigned here, unsigned right) {
    return (left + 2 * here + right) % 10'007;
}

/// Runs @p steps steps and gives each cell's value and the sum of all that it was.
__global__ void diffuse(unsigned* values, unsigned* sums, int steps) {
    __shared__ cuda::std::array<cuda::std::array<unsigned, cells>, 2> state;
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ Barrier written;
    const int i = threadIdx.x;
    if (i == 0) init(&written, cells);
    state[0][i] = values[i];
    __syncthreads();

    unsigned sum = 0;
    for (int n = 0; n < steps; ++n) {
        const auto& from = state[n % 2];
        auto& to = state[(n + 1) % 2];
        to[i] = step(from[(i + cells - 1) % cells], from[i], from[(i + 1) % cells]);
        Barrier::arrival_token token = written.arrive();
        sum += to[i]; // the thread's own: no need to wait
        written.wait(std::move(token));
    }
    values[i] = state[steps % 2][i];
    sums[i] = sum;
}

/// The first half of the threads prepares numbers for the second half, which adds them up: two barriers tell each
/// other whose turn it is.
__global__ void produce_and_consume(const unsigned* numbers, unsigned* total, int rounds) {
    __shared__ unsigned buffer[cells / 2];
    __shared__ Barrier full, empty;
    if (threadIdx.x == 0) {
        init(&full, cells);
        init(&empty, cells);
    }
    __syncthreads();
    const int i = threadIdx.x % (cells / 2);
    if (threadIdx.x < cells / 2) {
        for (int n = 0; n < rounds; ++n) {
            empty.arrive_and_wait();
            buffer[i] = numbers[i] * (n + 1);
            (void)full.arrive();
        }
    } else {
        unsigned sum = 0;
        (void)empty.arrive(); // empty from the start
        for (int n = 0; n < rounds; ++n) {
            full.arrive_and_wait();
            sum += buffer[cells / 2 - 1 - i];
            if (n + 1 < rounds) (void)empty.arrive();
        }
        atomicAdd(total, sum);
    }
}

int main() {
    const int steps = 25;
    const int rounds = 7;
    std::vector<unsigned> values(cells), sums(cells, 0), next(cells);
    for (int i = 0; i < cells; ++i) values[i] = i * i % 1009;
    unsigned expected_total = 0;
    for (int i = 0; i < cells / 2; ++i)
        for (int n = 0; n < rounds; ++n) expected_total += values[i] * (n + 1);

    unsigned *device_values, *device_sums, *device_total;
    check(cudaMalloc(&device_values, cells * sizeof(unsigned)));
    check(cudaMalloc(&device_sums, cells * sizeof(unsigned)));
    check(cudaMalloc(&device_total, sizeof(unsigned)));
    check(cudaMemcpy(device_values, values.data(), cells * sizeof(unsigned), cudaMemcpyHostToDevice));
    check(cudaMemset(device_total, 0, sizeof(unsigned)));
    produce_and_consume<<<1, cells>>>(device_values, device_total, rounds);
    check(cudaGetLastError());
    diffuse<<<1, cells>>>(device_values, device_sums, steps);
    check(cudaGetLastError());
    std::vector<unsigned> got(cells), got_sums(cells);
    unsigned total;
    check(cudaMemcpy(got.data(), device_values, cells * sizeof(unsigned), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(got_sums.data(), device_sums, cells * sizeof(unsigned), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(&total, device_total, sizeof(unsigned), cudaMemcpyDeviceToHost));
    for (unsigned* memory : {device_values, device_sums, device_total}) check(cudaFree(memory));

    for (int n = 0; n < steps; ++n) {
        for (int i = 0; i < cells; ++i) {
            next[i] = step(values[(i + cells - 1) % cells], values[i], values[(i + 1) % cells]);
            sums[i] += next[i];
        }
        values.swap(next);
    }
    if (got != values || got_sums != sums || total != expected_total) {
        std::printf("FAILED: total %u, expected %u\n", total, expected_total);
        return 1;
    }
    std::printf("PASSED\n");
    return 0;
}
