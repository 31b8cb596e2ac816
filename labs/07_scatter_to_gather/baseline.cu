// The slow program: correct, and the reference for your speedup. Each thread takes one atom and adds its share
// to every point of the grid. All threads add to the same points, so the additions are atomic.

#include <cstddef>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block_size = 128;

__global__ void scatter(PotentialArgs args) {
    const int i = blockIdx.x * block_size + threadIdx.x;
    if (i >= args.count) return;
    const Atom atom = args.atoms[i];
    for (int row = 0; row < args.height; ++row) {
        for (int column = 0; column < args.width; ++column) {
            const float dx = column * args.spacing - atom.x;
            const float dy = row * args.spacing - atom.y;
            const float squares = dx * dx + dy * dy + atom.z * atom.z + SOFTENING * SOFTENING;
            atomicAdd(&args.potential[row * args.width + column], atom.charge / sqrtf(squares));
        }
    }
}

extern "C" void potential(const PotentialArgs& args) {
    const std::size_t bytes = sizeof(float) * args.width * args.height;
    if (bytes == 0) return;
    CUDA_CHECK(cudaMemsetAsync(args.potential, 0, bytes));
    if (args.count == 0) return;
    scatter<<<groups_of(block_size, args.count), block_size>>>(args);
    CUDA_CHECK_LAUNCH();
}
