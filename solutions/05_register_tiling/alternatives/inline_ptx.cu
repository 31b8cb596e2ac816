// With inline PTX: predicated loads of 16 bytes that do not allocate in L1, since no block reads an element
// twice; stores that L2 evicts first; and 32-bit addresses of shared memory. A block is 16 x 16
// threads. Choose it where a hint to the caches matters and no intrinsic has it.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int side = 128;    // rows and columns of C per block
constexpr int depth = 16;    // terms of the sums in shared memory at once
constexpr int threads = 256; // 16 x 16; each has 8 x 8 outputs

/// The parts of A and B that a block multiplies in one step.
struct Slab {
    alignas(16) float a[depth][side + 4]; // transposed; + 4 for the banks of put()
    alignas(16) float b[depth][side];
};

/// A thread's share of a slab, in flight from global memory.
struct Part {
    float4 a[2], b[2];
};

/// Loads four floats at @p from if @p inside; otherwise zeros.
__device__ float4 load_four(const float* from, bool inside) {
    float4 four;
    asm("{\n"
        "    .reg .pred inside;\n"
        "    setp.ne.s32 inside, %5, 0;\n"
        "    mov.f32 %0, 0f00000000;\n"
        "    mov.f32 %1, 0f00000000;\n"
        "    mov.f32 %2, 0f00000000;\n"
        "    mov.f32 %3, 0f00000000;\n"
        "    @inside ld.global.nc.L1::no_allocate.L2::128B.v4.f32 {%0, %1, %2, %3}, [%4];\n"
        "}"
        : "=&f"(four.x), "=&f"(four.y), "=&f"(four.z), "=&f"(four.w)
        : "l"(from), "r"(static_cast<int>(inside)));
    return four;
}

__device__ float load_one(const float* from, bool inside) { return inside ? __ldg(from) : 0.0f; }

/// Loads four neighbours of a row of a matrix of @p height x @p width; zeros outside the matrix.
template <bool wide>
__device__ float4 four_of(const float* matrix, int height, int width, int row, int column) {
    const bool inside = row < height && column < width;
    const float* from = inside ? matrix + row * width + column : matrix;
    if (wide) return load_four(from, inside);
    return {load_one(from, inside), load_one(from + 1, inside && column + 1 < width),
            load_one(from + 2, inside && column + 2 < width),
            load_one(from + 3, inside && column + 3 < width)};
}

/// Starts to load this thread's share of the slab whose first term is @p first_k.
template <bool wide>
__device__ void fetch(Part& part, const ProductArgs& args, int first_row, int first_column, int first_k) {
    const int thread = threadIdx.y * 16 + threadIdx.x;
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        const int e = (i * threads + thread) * 4;
        part.a[i] = four_of<wide>(args.a, args.n, args.p, first_row + e / depth, first_k + e % depth);
        part.b[i] = four_of<wide>(args.b, args.p, args.m, first_k + e / side, first_column + e % side);
    }
}

/// Writes the values of fetch() into a slab.
__device__ void put(Slab& slab, const Part& part) {
    const int thread = threadIdx.y * 16 + threadIdx.x;
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        const int e = (i * threads + thread) * 4;
        const int row = e / depth, k = e % depth;
        slab.a[k + 0][row] = part.a[i].x;
        slab.a[k + 1][row] = part.a[i].y;
        slab.a[k + 2][row] = part.a[i].z;
        slab.a[k + 3][row] = part.a[i].w;
        *reinterpret_cast<float4*>(&slab.b[e / side][e % side]) = part.b[i];
    }
}

/// Reads four neighbours of shared memory with one load. "memory" keeps the load after the stores and the
/// barrier that precede it.
__device__ void read_four(float* to, const float* from) {
    const auto address = static_cast<unsigned>(__cvta_generic_to_shared(from));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(to[0]), "=f"(to[1]), "=f"(to[2]), "=f"(to[3])
                 : "r"(address)
                 : "memory");
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
template <bool wide>
__device__ void store(const float (&sum)[8][8], const ProductArgs& args, int row, int column) {
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        const int r = row + i / 4 * side / 2 + i % 4;
        if (r >= args.n) continue;
#pragma unroll
        for (int j = 0; j < 8; j += 4) {
            const int first = column + j / 4 * side / 2;
            float* to = args.c + r * args.m + first;
            if (wide) {
                const float4 four = {sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]};
                if (first < args.m)
                    asm volatile("st.global.cs.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(to), "f"(four.x),
                                 "f"(four.y), "f"(four.z), "f"(four.w)
                                 : "memory");
            } else {
#pragma unroll
                for (int q = 0; q < 4; ++q) {
                    if (first + q < args.m) to[q] = sum[i][j + q];
                }
            }
        }
    }
}

template <bool wide> __global__ void __launch_bounds__(threads, 2) multiply_tile(ProductArgs args) {
    __shared__ Slab slabs[2];
    const int first_row = blockIdx.y * side, first_column = blockIdx.x * side;
    const int row = threadIdx.y * 4, column = threadIdx.x * 4;

    float sum[8][8] = {};
    Part part;
    fetch<wide>(part, args, first_row, first_column, 0);
    for (int first_k = 0, now = 0; first_k < args.p; first_k += depth, now ^= 1) {
        put(slabs[now], part);
        asm volatile("bar.sync 0;" ::: "memory");
        fetch<wide>(part, args, first_row, first_column, first_k + depth);
        multiply_slab(sum, slabs[now], row, column);
    }
    store<wide>(sum, args, first_row + row, first_column + column);
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return;
    const dim3 grid(groups_of(side, args.m), groups_of(side, args.n));
    if (args.p % 4 == 0 && args.m % 4 == 0) {
        multiply_tile<true><<<grid, dim3(16, 16)>>>(args);
    } else {
        multiply_tile<false><<<grid, dim3(16, 16)>>>(args);
    }
    CUDA_CHECK_LAUNCH();
}
