#include "kernelsmith/check.h"
#include "lab.h"

constexpr int rows = 16;
constexpr int tile_atoms = 256;

/// One point per thread, so that each atom is loaded once per point.
__global__ void __launch_bounds__(32 * rows) gather(PotentialArgs args) {
    __shared__ Atom tile[tile_atoms];
    const int row = blockIdx.y * rows + threadIdx.y;
    const int column = blockIdx.x * 32 + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < args.count; first += tile_atoms) {
        const int count = min(tile_atoms, args.count - first);
        for (int i = threadIdx.y * 32 + threadIdx.x; i < count; i += 32 * rows)
            tile[i] = args.atoms[first + i];
        __syncthreads();
        // It is always the tile, but the compiler cannot know that, and emits generic loads.
        const Atom* from = args.spacing > 0 ? tile : args.atoms + first;
        for (int i = 0; i < count; ++i) {
            const Atom atom = from[i];
            const float dx = column * args.spacing - atom.x, dy = row * args.spacing - atom.y;
            float root;
            asm("rsqrt.approx.ftz.f32 %0, %1;"
                : "=f"(root)
                : "f"(dx * dx + dy * dy + atom.z * atom.z + SOFTENING * SOFTENING));
            sum += atom.charge * root;
        }
        __syncthreads();
    }
    if (row < args.height && column < args.width) args.potential[row * args.width + column] = sum;
}

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    gather<<<dim3(groups_of(32, args.width), groups_of(rows, args.height)), dim3(32, rows)>>>(args);
    CUDA_CHECK_LAUNCH();
}
