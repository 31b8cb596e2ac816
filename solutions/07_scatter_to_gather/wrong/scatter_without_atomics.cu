// Mistake: the scatter of the baseline without its atomics. Two threads that add to one potential at the same time
// read the same value, and one of the two sums is lost.

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
            args.potential[row * args.width + column] += atom.charge / sqrtf(squares);
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
