// A plate's temperature, cell by cell the mean of its neighbours until it hardly changes: all steps in one launch, with
// a barrier of the whole grid between them (cooperative groups).

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int width = 48;
constexpr int height = 32;
constexpr float enough = 0.5f; // the sum of all changes at which it ends

/// *steps: how many there were, and in which of the two planes the result is.
__global__ void settle(float* from, float* to, float* changes, int most_steps, int* steps) {
    const cg::grid_group grid = cg::this_grid();
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    for (int n = 0; n < most_steps; ++n) {
        float change = 0;
        for (int i = grid.thread_rank(); i < width * height; i += grid.size()) {
            const int x = i % width, y = i / width;
            const bool edge = x == 0 || y == 0 || x == width - 1 || y == height - 1;
            to[i] = edge ? from[i] : 0.25f * (from[i - 1] + from[i + 1] + from[i - width] + from[i + width]);
            change += fabsf(to[i] - from[i]);
        }
        change = cg::reduce(warp, change, cg::plus<float>());
        if (warp.thread_rank() == 0) atomicAdd(&changes[n], change);
        grid.sync(); // the plane and the sum of its changes are complete
        float* const written = to;
        to = from;
        from = written;
        if (grid.thread_rank() == 0) *steps = n + 1;
        if (changes[n] < enough) return;
    }
}

int main() {
    const int most_steps = 400;
    std::vector<float> plate(width * height, 0), next;
    for (int x = 0; x < width; ++x) plate[x] = 100;

    int device = 0, cooperative = 0, processors = 0, per_processor = 0;
    check(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device));
    check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, settle, 128, 0));
    if (!cooperative) {
        std::printf("SKIPPED: no cooperative launches\n");
        return 0;
    }
    const int blocks = std::min(4, processors * per_processor);

    float *a, *b, *changes;
    int* steps;
    check(cudaMalloc(&a, plate.size() * sizeof(float)));
    check(cudaMalloc(&b, plate.size() * sizeof(float)));
    check(cudaMalloc(&changes, most_steps * sizeof(float)));
    check(cudaMalloc(&steps, sizeof(int)));
    check(cudaMemcpy(a, plate.data(), plate.size() * sizeof(float), cudaMemcpyHostToDevice));
    check(cudaMemset(changes, 0, most_steps * sizeof(float)));
    int most = most_steps;
    void* arguments[] = {&a, &b, &changes, &most, &steps};
    check(cudaLaunchCooperativeKernel(settle, blocks, 128, arguments));
    int taken;
    std::vector<float> settled(plate.size());
    check(cudaMemcpy(&taken, steps, sizeof(int), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(settled.data(), taken % 2 == 0 ? a : b, plate.size() * sizeof(float),
                     cudaMemcpyDeviceToHost));
    for (void* memory : {(void*)a, (void*)b, (void*)changes, (void*)steps}) check(cudaFree(memory));

    double change = enough;
    int expected = 0;
    next = plate;
    while (expected < taken) {
        change = 0;
        for (int y = 1; y < height - 1; ++y)
            for (int x = 1; x < width - 1; ++x) {
                const int i = y * width + x;
                next[i] = 0.25f * (plate[i - 1] + plate[i + 1] + plate[i - width] + plate[i + width]);
                change += std::fabs(next[i] - plate[i]);
            }
        std::swap(plate, next);
        ++expected;
    }
    // It ended at the right step: nothing was left to change, or the steps were used up.
    bool right = taken == most_steps || std::fabs(change - enough) < 0.1;
    for (std::size_t i = 0; i < plate.size(); ++i) right = right && settled[i] == plate[i];
    std::printf(right ? "PASSED\n" : "FAILED after %d steps\n", taken);
    return right ? 0 : 1;
}
