// Pi from random points in a square. Every thread has its own stream of a counter-based generator, so the
// host can draw the same points and must find the same number of them inside the circle.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

/// A permuted congruential generator of 32 bits; its sequence number picks the increment.
struct Generator {
    std::uint64_t state;
    std::uint64_t increment;

    __host__ __device__ Generator(std::uint64_t seed, std::uint64_t sequence)
        : state(seed + 2 * sequence + 1), increment(2 * sequence + 1) {
        next();
        next();
    }

    __host__ __device__ std::uint32_t next() {
        const std::uint64_t old = state;
        state = old * 6364136223846793005ull + increment;
        const auto mixed = static_cast<std::uint32_t>(((old >> 18) ^ old) >> 27);
        const auto turn = static_cast<std::uint32_t>(old >> 59);
        return mixed >> turn | mixed << (-turn & 31);
    }
};

__host__ __device__ unsigned points_inside(std::uint64_t seed, int sequence, int points) {
    Generator generator(seed, sequence);
    unsigned inside = 0;
    for (int i = 0; i < points; ++i) {
        const std::uint64_t x = generator.next();
        const std::uint64_t y = generator.next();
        inside += x * x / 2 + y * y / 2 < std::uint64_t{1} << 63;
    }
    return inside;
}

__global__ void count_inside(std::uint64_t seed, int points, unsigned long long* total) {
    const int sequence = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned inside = __reduce_add_sync(0xffffffff, points_inside(seed, sequence, points));
    if (threadIdx.x % 32 == 0) atomicAdd(total, static_cast<unsigned long long>(inside));
}

int main() {
    const int blocks = 32, threads = 128, points = 200;
    const std::uint64_t seed = 0x853c49e6748fea9bull;

    unsigned long long* device_total;
    check(cudaMalloc(&device_total, sizeof(*device_total)));
    check(cudaMemset(device_total, 0, sizeof(*device_total)));
    count_inside<<<blocks, threads>>>(seed, points, device_total);
    check(cudaGetLastError());
    unsigned long long total = 0;
    check(cudaMemcpy(&total, device_total, sizeof(total), cudaMemcpyDeviceToHost));
    check(cudaFree(device_total));

    unsigned long long expected = 0;
    for (int sequence = 0; sequence < blocks * threads; ++sequence)
        expected += points_inside(seed, sequence, points);
    const double pi = 4.0 * static_cast<double>(total) / (static_cast<double>(blocks) * threads * points);
    if (total != expected || std::fabs(pi - 3.14159265) > 0.01) {
        std::printf("%llu points lie inside, not %llu; pi is %g\n", total, expected, pi);
        return 1;
    }
    std::printf("pi is about %.4f\nPASSED\n", pi);
    return 0;
}
