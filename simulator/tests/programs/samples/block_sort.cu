// Records in tiles of a block, with the parts of CUB that a block's threads do together: each block loads a tile,
// sorts it by key, numbers its values, and sums it up.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int block_size = 128;
constexpr int items = 4;
constexpr int tile = block_size * items;

/// Out: the tile in order, the sums of all values before each place, and the largest key of each block.
__global__ void sort_tiles(const unsigned* keys, unsigned* sorted, unsigned* before, unsigned* largest,
                           int count) {
    using Load = cub::BlockLoad<unsigned, block_size, items, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
    using Sort = cub::BlockRadixSort<unsigned, block_size, items>;
    using Scan = cub::BlockScan<unsigned, block_size>;
    using Reduce = cub::BlockReduce<unsigned, block_size>;
    using Store = cub::BlockStore<unsigned, block_size, items, cub::BLOCK_STORE_TRANSPOSE>;
    __shared__ union {
        Load::TempStorage load;
        Sort::TempStorage sort;
        Scan::TempStorage scan;
        Reduce::TempStorage reduce;
        Store::TempStorage store;
    } shared;
    const int begin = blockIdx.x * tile;
    const int valid = min(tile, count - begin);

    unsigned mine[items];
    Load(shared.load).Load(keys + begin, mine, valid, ~0u);
    __syncthreads();
    Sort(shared.sort).Sort(mine);
    __syncthreads();
    unsigned real[items], sums[items]; // BlockStore will leave `mine` in another order
    for (int i = 0; i < items; ++i) real[i] = threadIdx.x * items + i < valid ? mine[i] : 0;
    Store(shared.store).Store(sorted + begin, mine, valid);
    __syncthreads();

    Scan(shared.scan).ExclusiveSum(real, sums);
    __syncthreads();
    Store(shared.store).Store(before + begin, sums, valid);
    __syncthreads();

    const unsigned maximum =
        Reduce(shared.reduce).Reduce(real, [](unsigned a, unsigned b) { return max(a, b); });
    if (threadIdx.x == 0) largest[blockIdx.x] = maximum;
}

int main() {
    const int count = 5 * tile - 77; // the last tile is not full
    const int blocks = (count + tile - 1) / tile;
    std::vector<unsigned> keys(count);
    for (int i = 0; i < count; ++i) keys[i] = i * 2654435761u % 100'003;

    unsigned *device_keys, *device_sorted, *device_before, *device_largest;
    check(cudaMalloc(&device_keys, count * sizeof(unsigned)));
    check(cudaMalloc(&device_sorted, count * sizeof(unsigned)));
    check(cudaMalloc(&device_before, count * sizeof(unsigned)));
    check(cudaMalloc(&device_largest, blocks * sizeof(unsigned)));
    check(cudaMemcpy(device_keys, keys.data(), count * sizeof(unsigned), cudaMemcpyHostToDevice));
    sort_tiles<<<blocks, block_size>>>(device_keys, device_sorted, device_before, device_largest, count);
    check(cudaGetLastError());
    std::vector<unsigned> sorted(count), before(count), largest(blocks);
    check(cudaMemcpy(sorted.data(), device_sorted, count * sizeof(unsigned), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(before.data(), device_before, count * sizeof(unsigned), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(largest.data(), device_largest, blocks * sizeof(unsigned), cudaMemcpyDeviceToHost));
    for (unsigned* memory : {device_keys, device_sorted, device_before, device_largest})
        check(cudaFree(memory));

    for (int block = 0; block < blocks; ++block) {
        const auto begin = keys.begin() + block * tile;
        const auto end = keys.begin() + std::min(count, (block + 1) * tile);
        std::sort(begin, end);
        std::vector<unsigned> sums(end - begin);
        std::exclusive_scan(begin, end, sums.begin(), 0u);
        if (!std::equal(begin, end, sorted.begin() + block * tile) ||
            !std::equal(sums.begin(), sums.end(), before.begin() + block * tile) ||
            largest[block] != end[-1]) {
            std::printf("tile %d is wrong\n", block);
            return 1;
        }
    }
    std::printf("PASSED\n");
    return 0;
}
