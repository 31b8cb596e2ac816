// In two streams: the tiles that are completely inside C are computed in the default stream, by a kernel that
// checks neither rows nor columns, and the edges in parallel in a second stream. Events fork it from the
// default stream and join it again. Choose it where two kernels write different locations and neither fills
// the GPU by itself.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int side = 128;    // rows and columns of C per block
constexpr int depth = 16;    // terms of the sums in shared memory at once
constexpr int threads = 256; // each has 8 x 8 outputs

/// The parts of A and B that a block multiplies in one step.
struct Slab {
    alignas(16) float a[depth][side + 4]; // transposed; + 4 for the banks of put()
    alignas(16) float b[depth][side];
};

/// A thread's share of a slab, in flight from global memory.
struct Part {
    float4 a[2], b[2];
};

/// How much a kernel must check. Rows that start at multiples of 16 bytes are read 16 bytes at a time.
enum class Tiles { whole, wide, any };

/// Loads four neighbours of a row of a matrix of @p height x @p width; zeros outside the matrix.
template <Tiles tiles>
__device__ float4 four_of(const float* matrix, int height, int width, int row, int column) {
    float4 four = {};
    if (tiles != Tiles::whole && (row >= height || column >= width)) return four;
    const float* from = matrix + row * width + column;
    if (tiles != Tiles::any) return *reinterpret_cast<const float4*>(from);
    four.x = from[0];
    if (column + 1 < width) four.y = from[1];
    if (column + 2 < width) four.z = from[2];
    if (column + 3 < width) four.w = from[3];
    return four;
}

/// Starts to load this thread's share of the slab whose first term is @p first_k.
template <Tiles tiles>
__device__ void fetch(Part& part, const ProductArgs& args, int first_row, int first_column, int first_k) {
    if (tiles == Tiles::whole && first_k >= args.p) return; // nothing to load after the last slab
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        const int e = (i * threads + threadIdx.x) * 4;
        part.a[i] = four_of<tiles>(args.a, args.n, args.p, first_row + e / depth, first_k + e % depth);
        part.b[i] = four_of<tiles>(args.b, args.p, args.m, first_k + e / side, first_column + e % side);
    }
}

/// Writes the values of fetch() into a slab.
__device__ void put(Slab& slab, const Part& part) {
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        const int e = (i * threads + threadIdx.x) * 4;
        const int row = e / depth, k = e % depth;
        slab.a[k + 0][row] = part.a[i].x;
        slab.a[k + 1][row] = part.a[i].y;
        slab.a[k + 2][row] = part.a[i].z;
        slab.a[k + 3][row] = part.a[i].w;
        *reinterpret_cast<float4*>(&slab.b[e / side][e % side]) = part.b[i];
    }
}

/// Reads four neighbours with one load.
__device__ void read_four(float* to, const float* from) {
    const float4 four = *reinterpret_cast<const float4*>(from);
    to[0] = four.x, to[1] = four.y, to[2] = four.z, to[3] = four.w;
}

/// Adds the terms of a slab to a thread's sums. Its rows are two groups of four, half a tile apart, and so
/// are its columns; (@p row, @p column) is its first output in the tile.
__device__ void multiply_slab(float (&sum)[8][8], const Slab& slab, int row, int column) {
#pragma unroll
    for (int k = 0; k < depth; ++k) {
        float a[8], b[8];
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            read_four(&a[4 * half], &slab.a[k][row + half * side / 2]);
            read_four(&b[4 * half], &slab.b[k][column + half * side / 2]);
        }
#pragma unroll
        for (int i = 0; i < 8; ++i) {
#pragma unroll
            for (int j = 0; j < 8; ++j) sum[i][j] += a[i] * b[j];
        }
    }
}

/// Writes the sums that are inside C; the first has the index (@p row, @p column).
template <Tiles tiles>
__device__ void store(const float (&sum)[8][8], const ProductArgs& args, int row, int column) {
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        const int r = row + i / 4 * side / 2 + i % 4;
        if (tiles != Tiles::whole && r >= args.n) continue;
#pragma unroll
        for (int j = 0; j < 8; j += 4) {
            const int first = column + j / 4 * side / 2;
            float* to = args.c + r * args.m + first;
            if (tiles != Tiles::any) {
                const float4 four = {sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]};
                if (tiles == Tiles::whole || first < args.m) *reinterpret_cast<float4*>(to) = four;
            } else {
#pragma unroll
                for (int q = 0; q < 4; ++q) {
                    if (first + q < args.m) to[q] = sum[i][j + q];
                }
            }
        }
    }
}

/// Computes the grid's tiles; the first is tile (@p tile_row, @p tile_column) of C.
template <Tiles tiles> __global__ void __launch_bounds__(threads, 2)
    multiply_tile(ProductArgs args, int tile_row, int tile_column) {
    __shared__ Slab slabs[2];
    const int first_row = (tile_row + blockIdx.y) * side, first_column = (tile_column + blockIdx.x) * side;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32; // the lanes of a warp are 8 by 4
    const int row = (warp / 4 * 8 + lane / 4) * 4, column = (warp % 4 * 4 + lane % 4) * 4;

    float sum[8][8] = {};
    Part part = {};
    fetch<tiles>(part, args, first_row, first_column, 0);
    for (int first_k = 0, now = 0; first_k < args.p; first_k += depth, now ^= 1) {
        put(slabs[now], part);
        __syncthreads();
        fetch<tiles>(part, args, first_row, first_column, first_k + depth);
        multiply_slab(sum, slabs[now], row, column);
    }
    store<tiles>(sum, args, first_row + row, first_column + column);
}

/// The second stream and the two events. They are created once and kept until the program ends.
struct Beside {
    cudaStream_t stream = nullptr;
    cudaEvent_t fork = nullptr, join = nullptr;

    Beside() {
        CUDA_CHECK(cudaStreamCreateWithFlags(&stream,
                                             cudaStreamNonBlocking)); // else it waits for the default stream
        CUDA_CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
        CUDA_CHECK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
    }
};

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return;
    static const Beside beside;
    const bool wide = args.p % 4 == 0 && args.m % 4 == 0;
    const bool whole = wide && args.p % depth == 0; // else every tile must check something
    const int down = groups_of(side, args.n), across = groups_of(side, args.m);
    const int whole_down = whole ? args.n / side : 0, whole_across = whole ? args.m / side : 0;
    const auto edge = [&](int tile_row, int tile_column, int rows, int columns) {
        if (rows == 0 || columns == 0) return;
        const dim3 grid(columns, rows);
        if (wide)
            multiply_tile<Tiles::wide><<<grid, threads, 0, beside.stream>>>(args, tile_row, tile_column);
        else
            multiply_tile<Tiles::any><<<grid, threads, 0, beside.stream>>>(args, tile_row, tile_column);
        CUDA_CHECK_LAUNCH();
    };

    CUDA_CHECK(cudaEventRecord(beside.fork, nullptr));
    CUDA_CHECK(cudaStreamWaitEvent(beside.stream, beside.fork));
    edge(0, whole_across, whole_down, across - whole_across); // to the right of the whole tiles
    edge(whole_down, 0, down - whole_down, across);           // and below them
    CUDA_CHECK(cudaEventRecord(beside.join, beside.stream));
    if (whole_down > 0 && whole_across > 0) {
        multiply_tile<Tiles::whole><<<dim3(whole_across, whole_down), threads>>>(args, 0, 0);
        CUDA_CHECK_LAUNCH();
    }
    CUDA_CHECK(cudaStreamWaitEvent(nullptr, beside.join));
}
