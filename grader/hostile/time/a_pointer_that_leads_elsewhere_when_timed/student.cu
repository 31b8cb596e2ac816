#include "kernelsmith/check.h"
#include "lab.h"

constexpr int points = 4; // per thread, all in one row
constexpr int rows = 16;
constexpr int tile_atoms = 256;

__global__ void __launch_bounds__(32 * rows) gather(PotentialArgs args) {
    __shared__ Atom tile[tile_atoms];
    const int row = blockIdx.y * rows + threadIdx.y;
    const int first_column = blockIdx.x * points * 32 + threadIdx.x;
    float sum[points] = {};
    for (int first = 0; first < args.count; first += tile_atoms) {
        const int count = min(tile_atoms, args.count - first);
        for (int i = threadIdx.y * 32 + threadIdx.x; i < count; i += 32 * rows)
            tile[i] = args.atoms[first + i];
        __syncthreads();
        const Atom* from = args.width < 1024 ? tile : args.atoms + first;
        for (int i = 0; i < count; ++i) {
            const Atom atom = from[i];
            const float dy = row * args.spacing - atom.y;
            const float of_row = dy * dy + atom.z * atom.z + SOFTENING * SOFTENING;
#pragma unroll
            for (int j = 0; j < points; ++j) {
                const float dx = (first_column + j * 32) * args.spacing - atom.x;
                float root;
                asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(dx * dx + of_row));
                sum[j] += atom.charge * root;
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < points; ++j) {
        const int column = first_column + j * 32;
        if (row < args.height && column < args.width) args.potential[row * args.width + column] = sum[j];
    }
}

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    gather<<<dim3(groups_of(32 * points, args.width), groups_of(rows, args.height)), dim3(32, rows)>>>(args);
    CUDA_CHECK_LAUNCH();
}
