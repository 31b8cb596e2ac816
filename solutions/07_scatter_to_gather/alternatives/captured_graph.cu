// By a captured graph: the chunks of the atoms pass through constant memory one after the other, with a copy and
// a kernel per chunk, all launched as one graph. Each call captures its work and updates the graph. Choose it
// where a call has many short launches, which the host alone cannot issue fast enough.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int points = 8;  // per thread, all in one row, 32 columns apart
constexpr int rows = 4;    // rows of points per block, one per warp
constexpr int chunk = 128; // atoms in constant memory at once
__constant__ Atom atoms[chunk];

/// Returns 1 / sqrt(x). No sum of squares with SOFTENING² is subnormal, so flushing to zero (ftz) loses nothing.
__device__ float inverse_root(float x) {
    float root;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
    return root;
}

/// Adds the chunk's first @p count atoms to the potentials in the grid, or to zeros for the @p first chunk.
__global__ void __launch_bounds__(32 * rows) gather(PotentialArgs args, int count, bool first) {
    const int row = blockIdx.y * rows + threadIdx.y;
    const int first_column = blockIdx.x * 32 * points + threadIdx.x;
    const float y = row * args.spacing;
    float x[points], sum[points];
#pragma unroll
    for (int j = 0; j < points; ++j) x[j] = (first_column + j * 32) * args.spacing;
#pragma unroll
    for (int j = 0; j < points; ++j) {
        const int column = first_column + j * 32;
        const bool inside = row < args.height && column < args.width;
        sum[j] = inside && !first ? args.potential[row * args.width + column] : 0.0f;
    }
#pragma unroll 4
    for (int i = 0; i < count; ++i) {
        const Atom& atom = atoms[i];
        const float dy = y - atom.y;
        const float of_row = dy * dy + (atom.z * atom.z + SOFTENING * SOFTENING);
#pragma unroll
        for (int j = 0; j < points; ++j) {
            const float dx = x[j] - atom.x;
            sum[j] += atom.charge * inverse_root(dx * dx + of_row);
        }
    }
#pragma unroll
    for (int j = 0; j < points; ++j) {
        const int column = first_column + j * 32;
        if (row < args.height && column < args.width) args.potential[row * args.width + column] = sum[j];
    }
}

static void enqueue(const PotentialArgs& args, cudaStream_t stream) {
    const dim3 grid(groups_of(32 * points, args.width), groups_of(rows, args.height));
    int first = 0;
    do { // at least once: without atoms every potential is 0
        const int count = args.count - first < chunk ? args.count - first : chunk;
        if (count > 0)
            CUDA_CHECK(cudaMemcpyToSymbolAsync(atoms, args.atoms + first, count * sizeof(Atom), 0,
                                               cudaMemcpyDeviceToDevice, stream));
        gather<<<grid, dim3(32, rows), 0, stream>>>(args, count, first == 0);
        CUDA_CHECK_LAUNCH();
        first += chunk;
    } while (first < args.count);
}

/// Makes @p executable an instance of @p graph, by an update if both have the same nodes.
static void update(cudaGraphExec_t& executable, cudaGraph_t graph) {
    cudaGraphExecUpdateResultInfo result = {};
    if (executable && cudaGraphExecUpdate(executable, graph, &result) == cudaSuccess) return;
    cudaGetLastError(); // clears the error of a rejected update
    if (executable) CUDA_CHECK(cudaGraphExecDestroy(executable));
    executable = nullptr;
    CUDA_CHECK(cudaGraphInstantiate(&executable, graph));
}

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    static cudaStream_t to_capture = nullptr;
    static cudaGraphExec_t executable = nullptr;
    if (!to_capture) CUDA_CHECK(cudaStreamCreate(&to_capture));
    cudaGraph_t graph = nullptr;
    CUDA_CHECK(cudaStreamBeginCapture(to_capture, cudaStreamCaptureModeThreadLocal));
    enqueue(args, to_capture);
    CUDA_CHECK(cudaStreamEndCapture(to_capture, &graph));
    update(executable, graph);
    CUDA_CHECK(cudaGraphDestroy(graph));
    CUDA_CHECK(cudaGraphLaunch(executable, nullptr));
}
