// Lab 09 with cooperative groups: each warp is a group with a private tile. A group waits for its own lanes
// only, so the block needs no barrier, and a warp that waits for memory delays no other warp. Choose this if
// the tiles of a block are independent.

#include <cooperative_groups.h>
#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "lab.h"

namespace cg = cooperative_groups;

constexpr int block = 128;        // threads
constexpr int tile_records = 128; // per warp: four per lane

/// Index of the tile's word for element @p i of the warp's records.
__host__ __device__ constexpr int place(int i) { return i + i / 32; }

__global__ void __launch_bounds__(block) change_tiles(LayoutArgs args) {
    extern __shared__ float tiles[];
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int lane = static_cast<int>(warp.thread_rank());
    const int fields = args.fields;
    float* const tile = tiles + warp.meta_group_rank() * place(tile_records * fields);
    const std::int64_t number = std::int64_t{blockIdx.x} * warp.meta_group_size() + warp.meta_group_rank();
    const std::int64_t first = number * tile_records;
    const std::int64_t left = args.count - first;
    if (left <= 0) return; // the whole warp has no record
    const int records = static_cast<int>(min(std::int64_t{tile_records}, left));
    const int elements = records * fields;

    if (args.to_arrays) {
        const float* in = args.in + first * fields;
        for (int i = lane; i < elements; i += 32)
            __pipeline_memcpy_async(&tile[place(i)], in + i, sizeof *in);
    } else {
        for (int field = 0; field < fields; ++field) {
            const float* in = args.in + field * args.count + first;
            for (int r = lane; r < records; r += 32)
                __pipeline_memcpy_async(&tile[place(r * fields + field)], in + r, sizeof *in);
        }
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    warp.sync(); // the other lanes' elements have arrived, too
    if (args.to_arrays) {
        for (int field = 0; field < fields; ++field) {
            float* out = args.out + field * args.count + first;
            for (int r = lane; r < records; r += 32) out[r] = tile[place(r * fields + field)];
        }
    } else {
        float* out = args.out + first * fields;
        for (int i = lane; i < elements; i += 32) out[i] = tile[place(i)];
    }
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    constexpr int warps = block / 32;
    const std::size_t bytes = warps * place(tile_records * args.fields) * sizeof(float);
    change_tiles<<<groups_of(warps * tile_records, args.count), block, bytes>>>(args);
    CUDA_CHECK_LAUNCH();
}
