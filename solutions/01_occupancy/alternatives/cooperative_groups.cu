// Lab 01 with cooperative groups: a tile of 32 threads takes 256 consecutive elements, eight loads per thread, all
// of them issued before the first value is used. Choose this if the unit of work is a warp: the tile returns the
// ranks of its threads, and no line divides a thread's index by 32.

#include <cooperative_groups.h>

#include "kernelsmith/check.h"
#include "lab.h"

namespace cg = cooperative_groups;

constexpr int block_threads = 256;
constexpr int tile_threads = 32;
constexpr int loads = 8; // loads in flight per thread
constexpr int run = tile_threads * loads;

/// Treats the matrix as one array. Its width is even, so an element's index is odd exactly if its column is odd.
__global__ void transform_runs(float* data, std::size_t count) {
    const auto tile = cg::tiled_partition<tile_threads>(cg::this_thread_block());
    const std::size_t number = std::size_t{blockIdx.x} * tile.meta_group_size() + tile.meta_group_rank();
    const std::size_t first = number * run;
    const int rank = tile.thread_rank(); // has the parity of the thread's element indices

    if (first + run <= count) {
        float* from = data + first + rank;
        float value[loads];
#pragma unroll
        for (int i = 0; i < loads; ++i) value[i] = from[i * tile_threads];
#pragma unroll
        for (int i = 0; i < loads; ++i) from[i * tile_threads] = transformed(value[i], rank);
    } else {
        for (std::size_t i = first + rank; i < count; i += tile_threads) data[i] = transformed(data[i], rank);
    }
}

extern "C" void transform(const TransformArgs& args) {
    const std::size_t count = static_cast<std::size_t>(args.width) * args.height;
    if (count == 0) return; // CUDA refuses a grid without blocks
    constexpr std::size_t of_block = block_threads * loads;
    const auto blocks = static_cast<unsigned>((count - 1) / of_block + 1);
    transform_runs<<<blocks, block_threads>>>(args.data, count);
    CUDA_CHECK_LAUNCH();
}
