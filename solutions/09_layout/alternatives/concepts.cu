// Lab 09 with C++20 concepts: a layout is a type that traverses a tile in its own order and calls a lambda for
// each element. The kernel is a template of two layouts and has no branch on the direction. Choose this if a
// third layout is planned.

#include <concepts>

#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 128; // threads
constexpr int tile_records = block * 4;

/// Index of the tile's word for element @p i of the block's records.
__host__ __device__ constexpr int place(int i) { return i + i / 32; }

/// The range of records of a block.
struct Tile {
    std::int64_t first;
    int records;
};

struct Records {
    template <typename Visit>
    static __device__ void for_each(const LayoutArgs& args, const Tile& tile, Visit visit) {
        for (int i = threadIdx.x; i < tile.records * args.fields; i += block)
            visit(i, tile.first * args.fields + i);
    }
};

struct Arrays {
    template <typename Visit>
    static __device__ void for_each(const LayoutArgs& args, const Tile& tile, Visit visit) {
        for (int field = 0; field < args.fields; ++field)
            for (int r = threadIdx.x; r < tile.records; r += block)
                visit(r * args.fields + field, field * args.count + tile.first + r);
    }
};

/// A type that calls `visit(i, at)` for the thread's elements: i is the index in the order of the records, `at`
/// the index in its own layout.
template <typename T>
concept Layout = requires(const LayoutArgs& args, const Tile& tile, void (*visit)(int, std::int64_t)) {
    { T::for_each(args, tile, visit) } -> std::same_as<void>;
};

template <Layout From, Layout To> __global__ void __launch_bounds__(block) change_tile(LayoutArgs args) {
    extern __shared__ float words[];
    const std::int64_t first = std::int64_t{blockIdx.x} * tile_records;
    const Tile tile = {first, static_cast<int>(min(std::int64_t{tile_records}, args.count - first))};
    From::for_each(args, tile, [&](int i, std::int64_t at) {
        __pipeline_memcpy_async(&words[place(i)], args.in + at, sizeof(float));
    });
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    To::for_each(args, tile, [&](int i, std::int64_t at) { args.out[at] = words[place(i)]; });
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const std::size_t tile_bytes = place(tile_records * args.fields) * sizeof(float);
    const auto kernel = args.to_arrays ? change_tile<Records, Arrays> : change_tile<Arrays, Records>;
    kernel<<<groups_of(tile_records, args.count), block, tile_bytes>>>(args);
    CUDA_CHECK_LAUNCH();
}
