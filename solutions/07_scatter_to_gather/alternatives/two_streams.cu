// In two streams: the upper half of the grid in the default stream, the lower half in a second stream. Events
// fork the second stream from the default stream and join it again. Choose it where one half is needed earlier
// than the other, say by a copy to the host that follows in its stream.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int points = 4; // per thread, all in one row, 32 columns apart
constexpr int rows = 16;  // rows of points per block, one per warp
constexpr int tile = 256; // atoms in shared memory at once
constexpr int block_size = 32 * rows;

/// Returns 1 / sqrt(x). No sum of squares with SOFTENING² is subnormal, so flushing to zero (ftz) loses nothing.
__device__ float inverse_root(float x) {
    float root;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
    return root;
}

/// Returns the atom with z² + SOFTENING², which is the same for all points, in place of z.
__device__ Atom prepared(Atom atom) {
    atom.z = atom.z * atom.z + SOFTENING * SOFTENING;
    return atom;
}

/// Adds an atom's shares to the sums of the points (x[j], y). @p atom has z² + SOFTENING² in place of z.
__device__ void add_atom(const Atom& atom, const float (&x)[points], float y, float (&sum)[points]) {
    const float dy = y - atom.y;
    const float of_row = dy * dy + atom.z;
#pragma unroll
    for (int j = 0; j < points; ++j) {
        const float dx = x[j] - atom.x;
        sum[j] += atom.charge * inverse_root(dx * dx + of_row);
    }
}

/// Computes the potential of the points in patch (@p across, @p down), with all threads of one block.
__device__ void gather_patch(const PotentialArgs& args, int across, int down) {
    __shared__ Atom atoms[tile];
    const int row = down * rows + threadIdx.y;
    const int first_column = across * 32 * points + threadIdx.x;
    float x[points], sum[points] = {};
#pragma unroll
    for (int j = 0; j < points; ++j) x[j] = (first_column + j * 32) * args.spacing;

    for (int first = 0; first < args.count; first += tile) {
        const int count = min(tile, args.count - first);
        for (int i = threadIdx.y * 32 + threadIdx.x; i < count; i += block_size)
            atoms[i] = prepared(args.atoms[first + i]);
        __syncthreads();
#pragma unroll 16
        for (int i = 0; i < count; ++i) add_atom(atoms[i], x, row * args.spacing, sum);
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < points; ++j) {
        const int column = first_column + j * 32;
        if (row < args.height && column < args.width) args.potential[row * args.width + column] = sum[j];
    }
}

/// Computes one patch per block, from row @p first of patches on.
__global__ void __launch_bounds__(block_size) gather(PotentialArgs args, int first) {
    gather_patch(args, blockIdx.x, first + blockIdx.y);
}

/// The second stream and the two events. They are created once and live as long as the program.
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

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    static const Beside beside;
    const dim3 block(32, rows);
    const int across = groups_of(32 * points, args.width), down = groups_of(rows, args.height);
    const int upper = groups_of(2, down);
    CUDA_CHECK(cudaEventRecord(beside.fork, nullptr)); // after the work that wrote the atoms
    CUDA_CHECK(cudaStreamWaitEvent(beside.stream, beside.fork));
    gather<<<dim3(across, upper), block>>>(args, 0);
    CUDA_CHECK_LAUNCH();
    if (down > upper) {
        gather<<<dim3(across, down - upper), block, 0, beside.stream>>>(args, upper);
        CUDA_CHECK_LAUNCH();
    }
    CUDA_CHECK(cudaEventRecord(beside.join, beside.stream));
    CUDA_CHECK(cudaStreamWaitEvent(nullptr, beside.join));
}
