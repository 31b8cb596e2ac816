// Lab 09, a variant: a matrix of any shape, transposed. Both sides are long here, unlike the records of the lab.
//
// Each row of the table changes one thing:
//
//   lanes along rows      coalesced reads; the writes of neighbouring lanes are a row of the output apart
//   lanes along columns   the reverse: reads that are a row of the input apart, coalesced writes
//   tile of 32 x 32       through shared memory, with 8 x 32 threads; all elements of a column are in one bank
//   padded                33 words per row of the tile: no bank conflicts
//   down the columns      consecutive tiles are neighbours in the output, not in the input
//   tile of 64 x 64       512 threads with 8 loads in flight each
//   16 bytes              four elements per load and store; both sides of the matrix must be multiples of 4
//   on sectors            each column of the tile is moved up by up to 7 elements, so that its writes begin and end on
//                         the boundary of a sector of 32 bytes; on lines: by up to 31, for a line of 128 bytes
//
// "diagonal" starts the tiles in the order of the diagonals. Memory used to be divided among channels by a few bits of
// the address, and in a matrix with a row length of 2^n all tiles of a column went to the same channel ("partition
// camping"). Compare 16384 x 16384 with 16384 x 16416.
//
//   transpose [rows columns]...
//
// Full size: 16384 16384 16384 16416 16384 16387 16387 16384 16381 16387

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <utility>
#include <vector>

#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"
#include "kernelsmith/random.h"
#include "kernelsmith/stopwatch.h"

namespace {

using kernelsmith::DeviceBuffer;

struct Matrix {
    const float* in;
    float* out;
    int rows; // rows of `in`
    int columns;

    __device__ const float* in_at(int row, int column) const {
        return in + std::int64_t{row} * columns + column;
    }
    __device__ float* out_at(int row, int column) const { return out + std::int64_t{column} * rows + row; }
    __device__ bool has(int row, int column) const { return row >= 0 && row < rows && column < columns; }
};

/// Whether consecutive tiles are neighbours in the input, neighbours in the output, or neither.
enum Order { along_rows, down_columns, diagonal };

__host__ __device__ constexpr int tiles_in(int length, int side) { return (length + side - 1) / side; }

/// Returns the first row and the first column of the block's tile.
template <int side, Order order> __device__ int2 tile_corner(int tile_rows, int tile_columns) {
    const int block = static_cast<int>(blockIdx.x);
    int row = block / tile_columns;
    int column = block % tile_columns;
    if (order != along_rows) {
        row = block % tile_rows;
        column = block / tile_rows;
        if (order == diagonal) column = (column + row) % tile_columns;
    }
    return {row * side, column * side};
}

/// Transposes without shared memory. A block of 256 threads still has 32 x 32 elements.
template <bool lanes_along_rows, Order order> __global__ void __launch_bounds__(256) move_each(Matrix m) {
    const int2 corner = tile_corner<32, order>(tiles_in(m.rows, 32), tiles_in(m.columns, 32));
    const int lane = threadIdx.x % 32;
    for (int i = threadIdx.x / 32; i < 32; i += 8) {
        const int row = corner.x + (lanes_along_rows ? i : lane);
        const int column = corner.y + (lanes_along_rows ? lane : i);
        if (m.has(row, column)) *m.out_at(row, column) = *m.in_at(row, column);
    }
}

/// Transposes through a tile of side x side, whose columns are moved up so that they begin in the output at a multiple
/// of `aligned` elements. For that, the tile has `aligned` additional rows above it; 1: nothing is moved.
template <int side, int threads, int pad, Order order, int aligned = 1>
__global__ void __launch_bounds__(threads) move_tile(Matrix m) {
    constexpr int above = aligned == 1 ? 0 : aligned;
    // Rows of the tile that are read at a time, and columns that are written at a time.
    constexpr int lines = threads / side;
    constexpr int loads = (side + above) / lines;
    static_assert((side + above) % lines == 0 && side % lines == 0);
    __shared__ float tile[side + above][side + pad];
    const int2 corner =
        tile_corner<side, order>(tiles_in(m.rows + aligned - 1, side), tiles_in(m.columns, side));
    const int along = threadIdx.x % side;
    const int across = threadIdx.x / side;
    // In the output, column c begins at element c * rows. The corner's row is a multiple of `aligned`.
    const auto moved_up = [&](int column) {
        return static_cast<int>(unsigned(column) * unsigned(m.rows) % aligned);
    };

    float values[loads]; // all loads are in flight before the first value is needed
    const int read_column = corner.y + along;
    const int first = corner.x - moved_up(read_column);
#pragma unroll
    for (int i = 0; i < loads; ++i) {
        const int row = corner.x - above + across + i * lines;
        const bool own = row >= first && row < first + side;
        values[i] = own && m.has(row, read_column) ? *m.in_at(row, read_column) : 0.0f;
    }
#pragma unroll
    for (int i = 0; i < loads; ++i) tile[across + i * lines][along] = values[i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < side; i += lines) {
        const int up = moved_up(corner.y + across + i);
        const int row = corner.x - up + along;
        const int column = corner.y + across + i;
        if (m.has(row, column)) *m.out_at(row, column) = tile[above - up + along][across + i];
    }
}

/// Transposes through a tile of 64 x 64; each of 256 threads transposes 4 x 4 elements in its registers.
__global__ void __launch_bounds__(256) move_by_four(Matrix m) {
    // The elements of column c from row 4 * q on are at [c][q ^ (c / 4 % 8)]: no conflicts on either side.
    __shared__ float4 tile[64][16];
    const int2 corner = tile_corner<64, down_columns>(tiles_in(m.rows, 64), tiles_in(m.columns, 64));
    const int along = threadIdx.x % 16;
    const int across = threadIdx.x / 16;
    float4 r[4] = {};
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int row = corner.x + 4 * across + i;
        const int column = corner.y + 4 * along;
        if (m.has(row, column)) r[i] = *reinterpret_cast<const float4*>(m.in_at(row, column));
    }
    const int place = across ^ along % 8;
    tile[4 * along][place] = make_float4(r[0].x, r[1].x, r[2].x, r[3].x);
    tile[4 * along + 1][place] = make_float4(r[0].y, r[1].y, r[2].y, r[3].y);
    tile[4 * along + 2][place] = make_float4(r[0].z, r[1].z, r[2].z, r[3].z);
    tile[4 * along + 3][place] = make_float4(r[0].w, r[1].w, r[2].w, r[3].w);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 64; i += 16) {
        const int row = corner.x + 4 * along;
        const int column = across + i;
        if (m.has(row, corner.y + column))
            *reinterpret_cast<float4*>(m.out_at(row, corner.y + column)) =
                tile[column][along ^ column / 4 % 8];
    }
}

__host__ __device__ float value(std::int64_t element) {
    return static_cast<float>(kernelsmith::random_bits(1, static_cast<std::uint64_t>(element)) >> 40);
}

__global__ void make_input(float* in, std::int64_t count) {
    const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) in[i] = value(i);
}

/// Counts the wrong elements of the output. Element i of the input is in row i / columns.
__global__ void count_wrong(Matrix m, unsigned* wrong) {
    const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= std::int64_t{m.rows} * m.columns) return;
    const float found = m.out[i % m.columns * m.rows + i / m.columns];
    if (found != value(i)) atomicAdd(wrong, 1u);
}

/// A kernel, and the sizes of its tiles and blocks.
struct Way {
    const char* name;
    void (*kernel)(Matrix);
    int side; // rows and columns of a tile
    int threads;
    int aligned = 1;
    bool by_four = false;
};

const std::vector<Way> ways{
    {"lanes along rows", move_each<true, along_rows>, 32, 256},
    {"lanes along rows, diagonal", move_each<true, diagonal>, 32, 256},
    {"lanes along columns", move_each<false, along_rows>, 32, 256},
    {"lanes along columns, diagonal", move_each<false, diagonal>, 32, 256},
    {"tile of 32 x 32", move_tile<32, 256, 0, along_rows>, 32, 256},
    {"padded", move_tile<32, 256, 1, along_rows>, 32, 256},
    {"padded, diagonal", move_tile<32, 256, 1, diagonal>, 32, 256},
    {"padded, down the columns", move_tile<32, 256, 1, down_columns>, 32, 256},
    {"tile of 64 x 64", move_tile<64, 512, 1, down_columns>, 64, 512},
    {"tile of 64 x 64, diagonal", move_tile<64, 512, 1, diagonal>, 64, 512},
    {"tile of 64 x 64, 16 bytes", move_by_four, 64, 256, 1, true},
    {"tile of 64 x 64, on sectors", move_tile<64, 512, 1, down_columns, 8>, 64, 512, 8},
    {"tile of 64 x 64, on lines", move_tile<64, 512, 1, down_columns, 32>, 64, 512, 32},
};

/// The result of one kernel for one shape.
struct Cell {
    float ms = 0;
    float of_copy = 0;
    bool possible = false;
    bool right = true;
};

/// Memory for the largest of the shapes. All shapes share it: the time of a copy depends on the addresses.
struct Memory {
    explicit Memory(std::size_t count) : in(count), out(count), wrong(1) {}
    DeviceBuffer<float> in, out;
    DeviceBuffer<unsigned> wrong;
};

/// Returns the results for one shape: that of a copy, and then that of each kernel.
std::vector<Cell> measure(Memory& memory, kernelsmith::Stopwatch& watch, int rows, int columns) {
    const std::int64_t count = std::int64_t{rows} * columns;
    auto& [in, out, wrong] = memory;
    const Matrix m{in.data(), out.data(), rows, columns};
    const auto blocks = static_cast<unsigned>((count + 255) / 256);
    make_input<<<blocks, 256>>>(in.data(), count);
    CUDA_CHECK_LAUNCH();
    const std::size_t bytes = count * sizeof(float);
    const float copy = watch.median_ms(
        [&] { CUDA_CHECK(cudaMemcpyAsync(out.data(), in.data(), bytes, cudaMemcpyDeviceToDevice)); });

    std::vector<Cell> cells{{copy, 1, true}};
    for (const Way& way : ways) {
        Cell& cell = cells.emplace_back();
        cell.possible = !way.by_four || (rows % 4 == 0 && columns % 4 == 0);
        if (!cell.possible) continue;
        const int tiles = tiles_in(rows + way.aligned - 1, way.side) * tiles_in(columns, way.side);
        CUDA_CHECK(cudaMemset(out.data(), 0xff, bytes)); // all NaN
        cell.ms = watch.median_ms([&] { way.kernel<<<tiles, way.threads>>>(m); });
        cell.of_copy = copy / cell.ms;
        CUDA_CHECK(cudaMemset(wrong.data(), 0, sizeof(unsigned)));
        count_wrong<<<blocks, 256>>>(m, wrong.data());
        CUDA_CHECK_LAUNCH();
        std::vector<unsigned> found(1);
        wrong.copy_to(found);
        cell.right = found[0] == 0;
    }
    return cells;
}

} // namespace

int main(int argc, char** argv) try {
    const bool full = argc > 2;
    std::vector<std::pair<int, int>> shapes{{132, 260}, {191, 67}, {1, 97}, {203, 5}};
    if (full) shapes.clear();
    for (int i = 1; i + 1 < argc; i += 2) shapes.emplace_back(std::atoi(argv[i]), std::atoi(argv[i + 1]));

    std::size_t most = 0;
    for (const auto& [rows, columns] : shapes) most = std::max(most, std::size_t(rows) * columns);
    Memory memory(most);
    kernelsmith::Stopwatch watch;
    std::vector<std::vector<Cell>> table;
    std::printf("%-32s", "ms, and of a copy");
    for (const auto& [rows, columns] : shapes) {
        table.push_back(measure(memory, watch, rows, columns));
        std::printf("%9d x %6d", rows, columns);
    }
    std::printf("\n");
    bool right = true;
    for (std::size_t way = 0; way <= ways.size(); ++way) {
        std::printf("%-32s", way == 0 ? "a copy" : ways[way - 1].name);
        for (const auto& cells : table) {
            const Cell& cell = cells[way];
            right = right && cell.right;
            if (!cell.right)
                std::printf("%18s", "WRONG");
            else if (cell.possible)
                std::printf("%10.3f %5.0f %%", cell.ms, 100 * cell.of_copy);
            else
                std::printf("%18s", "-");
        }
        std::printf("\n");
    }
    return right ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "transpose: %s\n", error.what());
    return 1;
}
