// Each warp condenses a row of a matrix, with what CUB has for warps: its mean, its largest element and where that
// is, and running sums in groups of eight lanes.

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cub/thread/thread_operators.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int width = 32;
constexpr int group = 8;
constexpr int warps = 4; // of a block

struct Row {
    float mean;
    float largest;
    int where;
    int even; // elements of even value, counted only among the first `count`
};

__global__ void condense(const int* matrix, Row* rows, int* running, int height, int count) {
    using Place = cub::KeyValuePair<int, float>;
    __shared__ cub::WarpReduce<float>::TempStorage for_sum[warps];
    __shared__ cub::WarpReduce<Place>::TempStorage for_place[warps];
    __shared__ cub::WarpReduce<int>::TempStorage for_count[warps];
    __shared__ cub::WarpScan<int, group>::TempStorage for_groups[warps * width / group];
    const int warp = threadIdx.x / width;
    const int lane = threadIdx.x % width;
    const int y = blockIdx.x * warps + warp;
    if (y >= height) return;

    const int value = matrix[y * width + lane];
    const float sum = cub::WarpReduce<float>(for_sum[warp]).Sum(float(value));
    const Place largest =
        cub::WarpReduce<Place>(for_place[warp]).Reduce(Place(lane, float(value)), cub::ArgMax());
    const int even = cub::WarpReduce<int>(for_count[warp]).Sum(value % 2 == 0, count);
    if (lane == 0) rows[y] = {sum / width, largest.value, largest.key, even};

    int scanned;
    cub::WarpScan<int, group>(for_groups[threadIdx.x / group]).InclusiveSum(value, scanned);
    running[y * width + lane] = scanned;
}

int main() {
    const int height = 41;
    const int counted = 20;
    std::vector<int> matrix(height * width), running(matrix.size());
    for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i] = int(i * 7919 % 1009);
    std::vector<Row> rows(height);

    int *device_matrix, *device_running;
    Row* device_rows;
    check(cudaMalloc(&device_matrix, matrix.size() * sizeof(int)));
    check(cudaMalloc(&device_running, matrix.size() * sizeof(int)));
    check(cudaMalloc(&device_rows, height * sizeof(Row)));
    check(cudaMemcpy(device_matrix, matrix.data(), matrix.size() * sizeof(int), cudaMemcpyHostToDevice));
    condense<<<(height + warps - 1) / warps, warps * width>>>(device_matrix, device_rows, device_running,
                                                              height, counted);
    check(cudaGetLastError());
    check(cudaMemcpy(running.data(), device_running, matrix.size() * sizeof(int), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(rows.data(), device_rows, height * sizeof(Row), cudaMemcpyDeviceToHost));
    check(cudaFree(device_matrix));
    check(cudaFree(device_running));
    check(cudaFree(device_rows));

    for (int y = 0; y < height; ++y) {
        int sum = 0, in_group = 0, even = 0, where = 0;
        for (int x = 0; x < width; ++x) {
            const int value = matrix[y * width + x];
            sum += value;
            in_group = x % group == 0 ? value : in_group + value;
            if (x < counted && value % 2 == 0) ++even;
            if (value > matrix[y * width + where]) where = x;
            if (running[y * width + x] != in_group) {
                std::printf("running sum %d of row %d is %d, not %d\n", x, y, running[y * width + x],
                            in_group);
                return 1;
            }
        }
        const Row& row = rows[y];
        if (row.mean != float(sum) / width || row.largest != float(matrix[y * width + where]) ||
            row.where != where || row.even != even) {
            std::printf("row %d: %g, %g at %d, %d even\n", y, row.mean, row.largest, row.where, row.even);
            return 1;
        }
    }
    std::printf("PASSED\n");
    return 0;
}
