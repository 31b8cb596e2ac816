// With barrier objects in inline PTX: a separate warp loads the tiles by cp.async, and 16 warps use them. Each
// tile has two mbarriers, "full" and "empty", and each thread waits for the parity of a phase, so the loop has
// no block-wide barrier. Choose it where the loads would otherwise take issue slots from the arithmetic.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int points = 4; // per thread, all in one row, 32 columns apart
constexpr int rows = 16;  // rows of points per block, one per warp; an additional warp loads the atoms
constexpr int tile = 128; // atoms per tile
constexpr int stages = 2; // tiles in shared memory
constexpr int users = 32 * rows;

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

/// An mbarrier, identified by its address in shared memory.
struct Phases {
    unsigned int address;

    __device__ explicit Phases(unsigned long long* object)
        : address(static_cast<unsigned int>(__cvta_generic_to_shared(object))) {}
    __device__ void init(int arrivals) const {
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address), "r"(arrivals) : "memory");
    }
    __device__ void arrive() const {
        asm volatile("{\n .reg .b64 state;\n mbarrier.arrive.shared.b64 state, [%0];\n}" ::"r"(address)
                     : "memory");
    }
    /// Arrives when all copies that this thread has started are done.
    __device__ void arrive_behind_copies() const {
        asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(address) : "memory");
    }
    /// Waits until the phase with this @p parity is complete.
    __device__ void wait(int parity) const {
        int complete = 0;
        while (!complete) {
            asm volatile("{\n"
                         "    .reg .pred complete;\n"
                         "    mbarrier.test_wait.parity.shared.b64 complete, [%1], %2;\n"
                         "    selp.s32 %0, 1, 0, complete;\n"
                         "}"
                         : "=r"(complete)
                         : "r"(address), "r"(parity)
                         : "memory");
        }
    }
};

__device__ void copy_atom(Atom* to, const Atom* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                     static_cast<unsigned int>(__cvta_generic_to_shared(to))),
                 "l"(from)
                 : "memory");
}

__global__ void __launch_bounds__(users + 32) gather(PotentialArgs args) {
    __shared__ Atom atoms[stages][tile];
    __shared__ unsigned long long full_objects[stages], empty_objects[stages];
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        for (int stage = 0; stage < stages; ++stage) {
            Phases(&full_objects[stage]).init(32);     // the loading lanes
            Phases(&empty_objects[stage]).init(users); // the threads that use the tile
        }
    }
    __syncthreads();

    const int tiles = (args.count + tile - 1) / tile;
    if (threadIdx.y == rows) { // the loading warp
        for (int t = 0; t < tiles; ++t) {
            const int stage = t % stages, turn = t / stages;
            if (turn > 0) Phases(&empty_objects[stage]).wait((turn - 1) % 2);
            for (int i = threadIdx.x; i < tile && t * tile + i < args.count; i += 32)
                copy_atom(&atoms[stage][i], &args.atoms[t * tile + i]);
            Phases(&full_objects[stage]).arrive_behind_copies();
        }
        asm volatile("cp.async.wait_all;" ::: "memory"); // a thread must not exit with copies in flight
        return;
    }
    const int row = blockIdx.y * rows + threadIdx.y;
    const int first_column = blockIdx.x * 32 * points + threadIdx.x;
    const float y = row * args.spacing;
    float x[points], sum[points] = {};
#pragma unroll
    for (int j = 0; j < points; ++j) x[j] = (first_column + j * 32) * args.spacing;

    for (int t = 0; t < tiles; ++t) {
        const int stage = t % stages, turn = t / stages;
        Phases(&full_objects[stage]).wait(turn % 2);
        const int count = min(tile, args.count - t * tile);
#pragma unroll 16
        for (int i = 0; i < count; ++i) add_atom(prepared(atoms[stage][i]), x, y, sum);
        Phases(&empty_objects[stage]).arrive();
    }
#pragma unroll
    for (int j = 0; j < points; ++j) {
        const int column = first_column + j * 32;
        if (row < args.height && column < args.width) args.potential[row * args.width + column] = sum[j];
    }
}

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    const dim3 grid(groups_of(32 * points, args.width), groups_of(rows, args.height));
    gather<<<grid, dim3(32, rows + 1)>>>(args);
    CUDA_CHECK_LAUNCH();
}
