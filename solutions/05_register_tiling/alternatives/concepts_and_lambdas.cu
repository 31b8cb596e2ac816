// With templates: the shape of the tiles is a type that a concept checks, and the kernel takes three
// functors, two that read the factors and one that writes the product. Choose it where one loop must serve
// several layouts and shapes: with another reader, the same kernel multiplies a transposed matrix.

#include <concepts>

#include "kernelsmith/check.h"
#include "lab.h"

/// A block's tile of C, with 8 x 8 outputs per thread.
template <int rows_of_c, int columns_of_c, int terms> struct Shape {
    static constexpr int rows = rows_of_c, columns = columns_of_c, depth = terms;
    static constexpr int down = rows / 8, across = columns / 8; // threads
    static constexpr int threads = down * across;
};

template <typename T>
concept TileShape = T::rows % 64 == 0 && T::columns % 32 == 0 && T::threads <= 1024 && T::depth % 4 == 0 &&
                    T::rows* T::depth % (4 * T::threads) == 0 && T::columns* T::depth % (4 * T::threads) == 0;

/// A functor that returns four neighbours of a row.
template <typename T>
concept Source = requires(const T source, int i) {
    { source(i, i) } -> std::same_as<float4>;
};

/// A functor that writes four neighbours of a row.
template <typename T>
concept Sink = requires(const T sink, int i, float4 four) {
    sink(i, i, four);
};

/// Reads a row-major matrix; returns zeros beyond its edges.
template <bool wide> struct Rows {
    const float* from;
    int height, width;

    __device__ float4 operator()(int row, int column) const {
        if (row >= height || column >= width) return {};
        const float* four = from + row * width + column;
        if constexpr (wide) {
            return *reinterpret_cast<const float4*>(four);
        } else {
            const auto at = [&](int i) { return column + i < width ? four[i] : 0.0f; };
            return {at(0), at(1), at(2), at(3)};
        }
    }
};

/// Writes to a row-major matrix; drops elements beyond its edges.
template <bool wide> struct Writer {
    float* to;
    int height, width;

    __device__ void operator()(int row, int column, float4 four) const {
        if (row >= height || column >= width) return;
        float* at = to + row * width + column;
        if constexpr (wide) {
            *reinterpret_cast<float4*>(at) = four;
        } else {
            at[0] = four.x;
            if (column + 1 < width) at[1] = four.y;
            if (column + 2 < width) at[2] = four.z;
            if (column + 3 < width) at[3] = four.w;
        }
    }
};

template <TileShape Tile, Source A, Source B, Sink C>
__global__ void __launch_bounds__(Tile::threads, 512 / Tile::threads)
    multiply_tile(A a_of, B b_of, C write, int terms) {
    __shared__ struct {
        alignas(16) float a[Tile::depth][Tile::rows + 4]; // transposed
        alignas(16) float b[Tile::depth][Tile::columns];
    } slabs[2];
    const int first_row = blockIdx.y * Tile::rows, first_column = blockIdx.x * Tile::columns;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps_across = Tile::across / 4;
    const int y = (warp / warps_across * 8 + lane / 4) * 4, x = (warp % warps_across * 4 + lane % 4) * 4;

    // Calls visit(i, row, column) for each of the thread's groups of four in a slab of @p width columns.
    const auto for_each_four = [&]<int elements, int width>(auto visit) {
#pragma unroll
        for (int i = 0; i < elements / 4 / Tile::threads; ++i) {
            const int e = (i * Tile::threads + threadIdx.x) * 4;
            visit(i, e / width, e % width);
        }
    };
    constexpr int of_a = Tile::rows * Tile::depth, of_b = Tile::columns * Tile::depth; // elements
    float4 a_part[of_a / 4 / Tile::threads], b_part[of_b / 4 / Tile::threads];
    const auto fetch = [&](int first_k) {
        for_each_four.template operator()<of_a, Tile::depth>(
            [&](int i, int row, int k) { a_part[i] = a_of(first_row + row, first_k + k); });
        for_each_four.template operator()<of_b, Tile::columns>(
            [&](int i, int k, int column) { b_part[i] = b_of(first_k + k, first_column + column); });
    };
    const auto put = [&](auto& slab) {
        for_each_four.template operator()<of_a, Tile::depth>([&](int i, int row, int k) {
            slab.a[k][row] = a_part[i].x, slab.a[k + 1][row] = a_part[i].y;
            slab.a[k + 2][row] = a_part[i].z, slab.a[k + 3][row] = a_part[i].w;
        });
        for_each_four.template operator()<of_b, Tile::columns>(
            [&](int i, int k, int column) { *reinterpret_cast<float4*>(&slab.b[k][column]) = b_part[i]; });
    };
    const auto read_four = [](float* to, const float* from) {
        const float4 four = *reinterpret_cast<const float4*>(from);
        to[0] = four.x, to[1] = four.y, to[2] = four.z, to[3] = four.w;
    };

    float sum[8][8] = {};
    fetch(0);
    for (int first_k = 0, now = 0; first_k < terms; first_k += Tile::depth, now ^= 1) {
        put(slabs[now]);
        __syncthreads();
        fetch(first_k + Tile::depth);
#pragma unroll
        for (int k = 0; k < Tile::depth; ++k) {
            float a[8], b[8];
            read_four(&a[0], &slabs[now].a[k][y]), read_four(&a[4], &slabs[now].a[k][y + Tile::rows / 2]);
            read_four(&b[0], &slabs[now].b[k][x]), read_four(&b[4], &slabs[now].b[k][x + Tile::columns / 2]);
#pragma unroll
            for (int i = 0; i < 8; ++i) {
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] += a[i] * b[j];
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        const int row = first_row + y + i / 4 * Tile::rows / 2 + i % 4;
        write(row, first_column + x, float4{sum[i][0], sum[i][1], sum[i][2], sum[i][3]});
        write(row, first_column + x + Tile::columns / 2, float4{sum[i][4], sum[i][5], sum[i][6], sum[i][7]});
    }
}

template <bool wide> static void launch(const ProductArgs& args) {
    using Tile = Shape<128, 128, 16>;
    const dim3 grid(groups_of(Tile::columns, args.m), groups_of(Tile::rows, args.n));
    multiply_tile<Tile><<<grid, Tile::threads>>>(Rows<wide>{args.a, args.n, args.p},
                                                 Rows<wide>{args.b, args.p, args.m},
                                                 Writer<wide>{args.c, args.n, args.m}, args.p);
    CUDA_CHECK_LAUNCH();
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return;
    if (args.p % 4 == 0 && args.m % 4 == 0)
        launch<true>(args);
    else
        launch<false>(args);
}
