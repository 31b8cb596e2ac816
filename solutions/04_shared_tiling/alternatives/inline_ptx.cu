// Lab 04 with inline PTX: loads from global memory that do not allocate in L1, loads of 16 bytes from 32-bit
// addresses in shared memory, multiply-adds and barriers as explicit instructions. Choose it to be sure which
// instruction is used. The compiler generates the same ones from CUDA C++, except for the hint.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int side = 32;            // rows and columns of a tile
using Tile = float[side][side + 4]; // with padding, so that neighbouring rows begin in other banks

/// One element of a tile.
struct Place {
    int row;
    int column;
};

/// A warp takes 4 rows of 8 columns, with lanes mapped so that neighbours read the same words.
__device__ Place place_in_patch(int warp, int lane) {
    return {warp / 4 * 4 + lane % 2 + lane / 16 * 2, warp % 4 * 8 + lane / 2 % 8};
}

__device__ float load_once(const float* from) {
    float value;
    asm("ld.global.nc.L1::no_allocate.f32 %0, [%1];" : "=f"(value) : "l"(__cvta_generic_to_global(from)));
    return value;
}

/// Loads four floats from an address in shared memory. Volatile, so that it stays between the barriers.
__device__ float4 load_four(unsigned from) {
    float4 v;
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                 : "r"(from)
                 : "memory");
    return v;
}

__device__ void wait_for_the_block() { asm volatile("barrier.sync 0;" ::: "memory"); }

__global__ void __launch_bounds__(side* side, 2)
    multiply_tiles(const float* a, const float* b, float* c, int n, int m, int p) {
    __shared__ __align__(16) Tile a_tile; // [row][k]
    __shared__ __align__(16) Tile b_tile; // [column][k]
    const Place own = place_in_patch(threadIdx.y, threadIdx.x);
    const int row = blockIdx.y * side + own.row;
    const int column = blockIdx.x * side + own.column;
    const int a_row = blockIdx.y * side + threadIdx.y; // row in A of the element that this thread loads
    const auto a_line = static_cast<unsigned>(__cvta_generic_to_shared(a_tile[own.row]));
    const auto b_line = static_cast<unsigned>(__cvta_generic_to_shared(b_tile[own.column]));

    float sum = 0.0f;
    for (int first_k = 0; first_k < p; first_k += side) {
        const int a_column = first_k + threadIdx.x;
        const int b_row = first_k + own.row;
        const float from_a = a_row < n && a_column < p ? load_once(a + a_row * p + a_column) : 0.0f;
        const float from_b = b_row < p && column < m ? load_once(b + b_row * m + column) : 0.0f;
        a_tile[threadIdx.y][threadIdx.x] = from_a;
        b_tile[own.column][own.row] = from_b;
        wait_for_the_block(); // the tiles are complete
#pragma unroll
        for (int k = 0; k < side; k += 4) {
            const float4 four_a = load_four(a_line + k * sizeof(float));
            const float4 four_b = load_four(b_line + k * sizeof(float));
            asm("fma.rn.f32 %0, %1, %2, %0;" : "+f"(sum) : "f"(four_a.x), "f"(four_b.x));
            asm("fma.rn.f32 %0, %1, %2, %0;" : "+f"(sum) : "f"(four_a.y), "f"(four_b.y));
            asm("fma.rn.f32 %0, %1, %2, %0;" : "+f"(sum) : "f"(four_a.z), "f"(four_b.z));
            asm("fma.rn.f32 %0, %1, %2, %0;" : "+f"(sum) : "f"(four_a.w), "f"(four_b.w));
        }
        wait_for_the_block(); // all threads have read the tiles
    }
    if (row < n && column < m) c[row * m + column] = sum;
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return; // to CUDA a grid without blocks is an error
    const dim3 grid(groups_of(side, args.m), groups_of(side, args.n));
    multiply_tiles<<<grid, dim3(side, side)>>>(args.a, args.b, args.c, args.n, args.m, args.p);
    CUDA_CHECK_LAUNCH();
}
