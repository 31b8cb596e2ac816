// Groups of any size that compute together: tiles of a warp reduce and scan, lanes with the same label find each
// other, and those in a branch work as a separate group.

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int block_size = 128;
constexpr int width = 8; // threads per tile
constexpr int labels = 3;

/// Results of a thread from its groups.
struct Learned {
    int sum;        // of its tile
    int largest;    // of its tile
    int up_to_here; // sum of its tile's values up to its own
    int before;     // largest among those before it in its tile, or 0
    int alike;      // sum of the values with its label in its tile
    int rank;       // among those with its label in its tile
    int place;      // index of its value among the positive ones of all blocks; -1 for others
};

/// Reserves an index for each positive value, with one atomic operation per group of threads that do so together.
__device__ int reserve(int* used) {
    const auto here = cg::coalesced_threads();
    int begin = 0;
    if (here.thread_rank() == 0) begin = atomicAdd(used, here.size());
    return here.shfl(begin, 0) + here.thread_rank();
}

__global__ void learn(const int* values, Learned* learned, int* positive, int* used) {
    __shared__ int staged[block_size];
    const auto block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<width>(block);
    cg::memcpy_async(block, staged, values + blockIdx.x * block_size, sizeof(staged));
    cg::wait(block);

    const int value = staged[block.thread_rank()];
    Learned& mine = learned[blockIdx.x * block_size + block.thread_rank()];
    mine.sum = cg::reduce(tile, value, cg::plus<int>());
    mine.largest = cg::reduce(tile, value, cg::greater<int>());
    mine.up_to_here = cg::inclusive_scan(tile, value);
    mine.before = cg::exclusive_scan(tile, value > 0 ? value : 0, cg::greater<int>());

    const auto alike = cg::labeled_partition(tile, abs(value) % labels);
    mine.alike = cg::reduce(alike, value, cg::plus<int>());
    mine.rank = alike.thread_rank();

    mine.place = -1;
    if (value > 0) {
        mine.place = reserve(used);
        positive[mine.place] = value;
    }
}

int main() {
    const int blocks = 3;
    const int count = blocks * block_size;
    std::vector<int> values(count);
    for (int i = 0; i < count; ++i) values[i] = i * 7919 % 201 - 100;

    int *device_values, *positive, *used;
    Learned* device_learned;
    check(cudaMalloc(&device_values, count * sizeof(int)));
    check(cudaMalloc(&positive, count * sizeof(int)));
    check(cudaMalloc(&used, sizeof(int)));
    check(cudaMalloc(&device_learned, count * sizeof(Learned)));
    check(cudaMemcpy(device_values, values.data(), count * sizeof(int), cudaMemcpyHostToDevice));
    check(cudaMemset(used, 0, sizeof(int)));
    learn<<<blocks, block_size>>>(device_values, device_learned, positive, used);
    check(cudaGetLastError());
    std::vector<Learned> learned(count);
    int found;
    check(cudaMemcpy(learned.data(), device_learned, count * sizeof(Learned), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(&found, used, sizeof(int), cudaMemcpyDeviceToHost));
    std::vector<int> kept(found);
    check(cudaMemcpy(kept.data(), positive, found * sizeof(int), cudaMemcpyDeviceToHost));
    for (void* memory : {(void*)device_values, (void*)positive, (void*)used, (void*)device_learned})
        check(cudaFree(memory));

    int positive_values = 0;
    for (int i = 0; i < count; ++i) {
        Learned expected = {0, -1000, 0, 0, 0, 0, -1};
        for (int k = i / width * width; k < i / width * width + width; ++k) {
            const bool same = abs(values[k]) % labels == abs(values[i]) % labels;
            expected.sum += values[k];
            expected.largest = std::max(expected.largest, values[k]);
            if (k <= i) expected.up_to_here += values[k];
            if (k < i) expected.before = std::max(expected.before, values[k]);
            if (same) expected.alike += values[k];
            if (same && k < i) ++expected.rank;
        }
        const Learned& got = learned[i];
        bool right = got.sum == expected.sum && got.largest == expected.largest &&
                     got.up_to_here == expected.up_to_here && got.before == expected.before &&
                     got.alike == expected.alike && got.rank == expected.rank;
        if (values[i] > 0) {
            ++positive_values;
            right = right && got.place >= 0 && got.place < found && kept[got.place] == values[i];
        } else {
            right = right && got.place == -1;
        }
        if (!right) {
            std::printf("thread %d has learned something wrong\n", i);
            return 1;
        }
    }
    std::printf(found == positive_values ? "PASSED\n" : "FAILED\n");
    return found == positive_values ? 0 : 1;
}
